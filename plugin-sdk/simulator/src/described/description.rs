//! `simulator.toml`: what a provider sends, what it accepts, and how it refuses.
//!
//! Unknown keys are errors: a misspelt limit must never be taken as absent.
use std::collections::BTreeMap;

use serde::Deserialize;

/// A whole description.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Part of addresses: small letters, digits and hyphens.
    pub id: String,
    pub name: String,
    #[serde(default = "grey")]
    pub colour: String,
    #[serde(default)]
    pub ids: Ids,
    #[serde(default)]
    pub account: FirstAccount,
    pub webhook: Option<Webhook>,
    pub gateway: Option<Gateway>,
    pub api: Api,
    #[serde(default)]
    pub limits: Limits,
    /// By status or reason, and `default`.
    #[serde(default)]
    pub errors: BTreeMap<String, ErrorShape>,
    /// The settings with which a demo connects the first account.
    pub join: Option<serde_json::Value>,
}

fn grey() -> String {
    "#5b6472".to_owned()
}

/// How ids look: `{{n}}` is a number, `{{random}}` twelve letters, `{{time_ms}}` the time.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ids {
    pub message: String,
    pub chat: String,
    pub user: String,
    pub file: String,
    pub event: String,
}

impl Default for Ids {
    fn default() -> Self {
        let of = |letter: &str| format!("{letter}-{{{{n}}}}");
        Self { message: of("m"), chat: of("c"), user: of("u"), file: of("f"), event: of("e") }
    }
}

/// The account that is there from the start; the control API and the phone page make further ones.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FirstAccount {
    pub key: String,
    pub name: Option<String>,
    pub token: String,
    pub secret: String,
    pub webhook: String,
}

impl Default for FirstAccount {
    fn default() -> Self {
        Self {
            key: "main".to_owned(),
            name: None,
            token: "test-token".to_owned(),
            secret: "test-secret".to_owned(),
            webhook: String::new(),
        }
    }
}

/// What the provider posts to the business.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    #[serde(default = "post")]
    pub method: String,
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    #[serde(default)]
    pub format: Format,
    #[serde(default)]
    pub sign: Sign,
    /// Seconds before each further try; after the last one the event is given up.
    #[serde(default = "usual_retries")]
    pub retries: Vec<f64>,
    #[serde(default = "ten")]
    pub timeout_s: f64,
    /// The body of each kind of event. A kind that is missing is not sent, and the phone does not
    /// offer it.
    pub events: BTreeMap<String, String>,
}

fn post() -> String {
    "POST".to_owned()
}

fn usual_retries() -> Vec<f64> {
    vec![1.0, 5.0, 15.0, 60.0, 300.0]
}

fn ten() -> f64 {
    10.0
}

/// How a body is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    #[default]
    Json,
    Form,
}

/// How the business knows that a webhook is genuine.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, tag = "kind", rename_all = "kebab-case")]
pub enum Sign {
    /// Not at all.
    #[default]
    None,
    /// HMAC-SHA256 of the raw body, with the account's secret as key.
    #[serde(rename = "hmac-sha256")]
    Hmac {
        header: String,
        #[serde(default)]
        encoding: Encoding,
        #[serde(default)]
        prefix: String,
    },
    /// The account's secret itself.
    Header {
        header: String,
        #[serde(default)]
        prefix: String,
    },
    /// The account's secret in the address.
    Query { name: String },
}

/// How a signature is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    #[default]
    Hex,
    Base64,
}

/// A WebSocket over which events come instead of webhooks.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gateway {
    /// Below the provider's address.
    pub path: String,
    /// Where the account's token is: `header:NAME`, `query:NAME`, or `/pointer` in the first frame.
    pub token: String,
    /// Sent as soon as the connection is open.
    pub hello: Option<String>,
    /// Sent when the token was accepted.
    pub ready: Option<String>,
    /// A client that is silent for longer is closed.
    pub silence_s: Option<f64>,
    /// Answer to each further frame of the client, for instance to its heartbeat.
    pub answer: Option<String>,
    /// Close code for a refused token.
    #[serde(default = "refused")]
    pub refused: u16,
    /// Close code for a silent client.
    #[serde(default = "silent")]
    pub silent: u16,
    /// The frame of each kind of event.
    pub events: BTreeMap<String, String>,
}

fn refused() -> u16 {
    4001
}

fn silent() -> u16 {
    4002
}

/// What the business may call.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Api {
    #[serde(default)]
    pub auth: Auth,
    /// Refuse fields that no route describes.
    #[serde(default = "yes")]
    pub strict: bool,
    pub routes: Vec<Route>,
}

fn yes() -> bool {
    true
}

/// Where the account's token has to be.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Auth {
    /// `header:NAME`, `query:NAME` or `path:NAME`.
    pub place: String,
    /// `{{token}}` with what is around it.
    #[serde(default = "bare")]
    pub format: String,
}

fn bare() -> String {
    "{{token}}".to_owned()
}

impl Default for Auth {
    fn default() -> Self {
        Self { place: "header:Authorization".to_owned(), format: "Bearer {{token}}".to_owned() }
    }
}

/// What a route is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Does {
    Send,
    Edit,
    Delete,
    React,
    Typing,
    Read,
    Upload,
    Download,
    /// Sets the account's webhook address.
    Webhook,
    /// Tells about the account.
    Me,
    /// Tells about a customer.
    Person,
    /// Answers, and does nothing.
    Nothing,
}

impl Does {
    /// Its name in a description and for faults.
    pub fn name(self) -> &'static str {
        match self {
            Self::Send => "send",
            Self::Edit => "edit",
            Self::Delete => "delete",
            Self::React => "react",
            Self::Typing => "typing",
            Self::Read => "read",
            Self::Upload => "upload",
            Self::Download => "download",
            Self::Webhook => "webhook",
            Self::Me => "me",
            Self::Person => "person",
            Self::Nothing => "nothing",
        }
    }
}

/// How a request's body is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Body {
    #[default]
    Json,
    Form,
    Multipart,
    /// The file itself.
    Bytes,
    None,
}

/// One route. A *place* is `/json/pointer` (also for fields of a form), `path:NAME`, `query:NAME`,
/// `header:NAME` or `part:NAME`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Route {
    pub does: Does,
    #[serde(default = "post")]
    pub method: String,
    /// With `{name}` for parts that differ.
    pub path: String,
    pub body: Option<Body>,
    /// Needs no token.
    #[serde(default)]
    pub open: bool,
    /// The chat's id.
    pub chat: Option<String>,
    /// The customer's id.
    pub user: Option<String>,
    pub message: Option<String>,
    pub text: Option<String>,
    pub reply_to: Option<String>,
    /// Ids of uploaded files; `*` in a pointer stands for each entry of a list.
    pub attachments: Option<String>,
    /// The file itself.
    pub file: Option<String>,
    /// The file's name, where it is not the part's.
    pub file_name: Option<String>,
    pub emoji: Option<String>,
    /// An address for webhooks.
    pub url: Option<String>,
    /// The secret for webhooks.
    pub secret: Option<String>,
    /// The same value again is the same message.
    pub operation: Option<String>,
    /// Fields that have to have this very value.
    #[serde(default)]
    pub fixed: BTreeMap<String, toml::Value>,
    /// Further fields that may be there.
    #[serde(default)]
    pub allow: Vec<String>,
    #[serde(default = "ok")]
    pub status: u16,
    pub answer: Option<String>,
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
}

fn ok() -> u16 {
    200
}

impl Route {
    /// Every place the route names, with the key it is named under.
    pub fn places(&self) -> Vec<(&'static str, &str)> {
        let places = [
            ("chat", &self.chat),
            ("user", &self.user),
            ("message", &self.message),
            ("text", &self.text),
            ("reply_to", &self.reply_to),
            ("attachments", &self.attachments),
            ("file", &self.file),
            ("file_name", &self.file_name),
            ("emoji", &self.emoji),
            ("url", &self.url),
            ("secret", &self.secret),
            ("operation", &self.operation),
        ];
        let named = places.into_iter();
        named.filter_map(|(key, place)| Some((key, place.as_deref()?))).collect()
    }

    /// How the body is written where the description does not say.
    pub fn body(&self) -> Body {
        self.body.unwrap_or(match self.method.as_str() {
            "GET" | "DELETE" | "HEAD" => Body::None,
            _ => Body::Json,
        })
    }
}

/// What is too much.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Characters of a text.
    pub text_max: Option<usize>,
    /// Bytes of a file.
    pub file_max: usize,
    /// Files of a message.
    pub files_max: usize,
    /// Bytes of any other body.
    pub body_max: usize,
    /// Sends of an account, for example `30/s` or `100/m`.
    pub rate: Option<String>,
    /// Sends into a chat.
    pub chat_rate: Option<String>,
    /// Media types that are taken, such as `image/*`; none named means any.
    pub media: Vec<String>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            text_max: None,
            file_max: 25 << 20,
            files_max: 10,
            body_max: 1 << 20,
            rate: None,
            chat_rate: None,
            media: Vec::new(),
        }
    }
}

/// How a refusal is written.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ErrorShape {
    /// Another status than the usual one of this reason.
    pub status: Option<u16>,
    pub body: Option<String>,
    pub headers: BTreeMap<String, String>,
}
