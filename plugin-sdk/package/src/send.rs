//! The rules of sending, as a manifest declares them: what the composer, automations and surveys obey.

use serde::{Deserialize, Serialize};

/// The rules of sending.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestSend))]
#[serde(deny_unknown_fields, default)]
pub struct Send {
    pub dedupe: Dedupe,
    /// Per account, for example `30/s`.
    pub rate: Option<String>,
    /// Per thread.
    pub thread_rate: Option<String>,
    /// Characters of a text; longer ones are refused by the composer unless the plugin splits.
    pub text_max: Option<u32>,
    /// Characters of a text that accompanies a file.
    pub caption_max: Option<u32>,
    pub html: bool,
    /// A message has a title.
    pub subject: bool,
    /// A message may go to further people.
    pub cc: bool,
    pub attachments_max: u32,
    pub attachment_max_bytes: u64,
    /// Media types that can be sent, such as `image/*`.
    pub media: Vec<String>,
    /// Smaller limits for some media types; the first that fits counts.
    pub media_rules: Vec<MediaRule>,
    pub typing: bool,
    pub read: bool,
    /// An answer may quote the message it answers.
    pub reply_to: bool,
    /// A sent message can be changed (`outbound-edits`).
    pub edit: bool,
    /// A sent message can be taken back.
    pub delete: bool,
    /// Emoji can be put on messages.
    pub react: bool,
    /// The emoji the provider takes; none named means any.
    pub reactions: Vec<String>,
    /// A place on the map can be sent as such; otherwise it is put into words.
    pub location: bool,
    /// A person's card can be sent as such.
    pub contact: bool,
    /// Most quick replies of a message; 0 means that they are listed in the text.
    pub quick_replies_max: u32,
    /// Most buttons of a message.
    pub buttons_max: u32,
    /// Characters of a button's or quick reply's title.
    pub button_title_max: Option<u32>,
    /// An agent may write to a telephone number first. What the channel then calls the customer and
    /// the conversation, as it does when that customer writes: `{digits}` stands for the number's digits
    /// with its country code, as in `+{digits}`.
    pub start_address: Option<String>,
    /// Approved templates can be sent by name.
    pub templates: bool,
    /// How long after the customer's last message an agent may write freely.
    pub window: Option<Window>,
}

impl Default for Send {
    fn default() -> Self {
        Self {
            dedupe: Dedupe::None,
            rate: None,
            thread_rate: None,
            text_max: None,
            caption_max: None,
            html: false,
            subject: false,
            cc: false,
            attachments_max: 10,
            attachment_max_bytes: 25 << 20,
            media: vec!["*/*".to_owned()],
            media_rules: Vec::new(),
            typing: false,
            read: false,
            reply_to: false,
            edit: false,
            delete: false,
            react: false,
            reactions: Vec::new(),
            location: false,
            contact: false,
            quick_replies_max: 0,
            buttons_max: 0,
            button_title_max: None,
            start_address: None,
            templates: false,
            window: None,
        }
    }
}

/// A limit for some media types.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestMediaRule))]
#[serde(deny_unknown_fields)]
pub struct MediaRule {
    pub types: Vec<String>,
    pub max_bytes: u64,
}

/// A messaging window.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestWindow))]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Hours after the customer's last message.
    pub hours: u32,
    pub after: AfterWindow,
}

/// What may be sent when the window is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestAfterWindow))]
#[serde(rename_all = "lowercase")]
pub enum AfterWindow {
    /// Only an approved template.
    Template,
    /// Nothing until the customer writes again.
    Nothing,
}

/// What the provider does with an operation it has seen before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestDedupe))]
#[serde(rename_all = "lowercase")]
pub enum Dedupe {
    /// The operation id is sent along and repeats are dropped there.
    Provider,
    /// The plugin can ask whether the operation was done.
    Lookup,
    /// A crash in the middle ends as `unknown`.
    #[default]
    None,
}
