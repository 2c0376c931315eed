//! `plugin.toml`: what a plugin is, what it may reach and how it is to be driven.
//!
//! Unknown keys are errors: a misspelt limit or verification recipe must never be taken as absent.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub use crate::send::{AfterWindow, Dedupe, MediaRule, Send, Window};

/// An exported interface; the names are those of `plugin-sdk/wit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PluginInterface))]
#[serde(rename_all = "kebab-case")]
pub enum Interface {
    Settings,
    Webhook,
    Poll,
    Socket,
    Mail,
    Visitor,
    Outbound,
    OutboundParts,
    OutboundEdits,
    Presence,
    Directory,
    Calls,
    Timers,
    Oauth,
    Suggest,
    Translate,
    AnalyseText,
    Transcribe,
    AnalyseVoice,
    Answer,
    MessageInsight,
}

impl Interface {
    /// All of them, in the order in which they are explained.
    pub const ALL: [Self; 21] = [
        Self::Settings,
        Self::Webhook,
        Self::Poll,
        Self::Socket,
        Self::Mail,
        Self::Visitor,
        Self::Outbound,
        Self::OutboundParts,
        Self::OutboundEdits,
        Self::Presence,
        Self::Directory,
        Self::Calls,
        Self::Timers,
        Self::Oauth,
        Self::Suggest,
        Self::Translate,
        Self::AnalyseText,
        Self::Transcribe,
        Self::AnalyseVoice,
        Self::Answer,
        Self::MessageInsight,
    ];

    /// Its name in the manifest and in the WIT.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Webhook => "webhook",
            Self::Poll => "poll",
            Self::Socket => "socket",
            Self::Mail => "mail",
            Self::Visitor => "visitor",
            Self::Outbound => "outbound",
            Self::OutboundParts => "outbound-parts",
            Self::OutboundEdits => "outbound-edits",
            Self::Presence => "presence",
            Self::Directory => "directory",
            Self::Calls => "calls",
            Self::Timers => "timers",
            Self::Oauth => "oauth",
            Self::Suggest => "suggest",
            Self::Translate => "translate",
            Self::AnalyseText => "analyse-text",
            Self::Transcribe => "transcribe",
            Self::AnalyseVoice => "analyse-voice",
            Self::Answer => "answer",
            Self::MessageInsight => "message-insight",
        }
    }

    /// Whether it is for an AI helper: such a plugin needs no channel values.
    #[must_use]
    pub fn is_assist(self) -> bool {
        matches!(
            self,
            Self::Suggest
                | Self::Translate
                | Self::AnalyseText
                | Self::Transcribe
                | Self::AnalyseVoice
                | Self::Answer
                | Self::MessageInsight
        )
    }
}

/// A plugin's manifest.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PluginManifest))]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub id: String,
    pub name: String,
    pub version: String,
    pub api: String,
    pub license: String,
    pub maker: String,
    pub description: String,
    pub icon: String,
    pub color: String,
    pub interfaces: Vec<Interface>,
    #[serde(default)]
    pub channels: Vec<Channel>,
    #[serde(default)]
    pub net: Net,
    #[serde(default)]
    pub credentials: BTreeMap<String, Credential>,
    pub webhook: Option<Webhook>,
    pub poll: Option<Poll>,
    pub mail: Option<Mail>,
    /// Sign-ins at the provider, by the name that a setting's `x-oauth` gives.
    #[serde(default)]
    pub oauth: BTreeMap<String, OAuth>,
    #[serde(default)]
    pub send: Send,
    #[serde(default)]
    pub limits: Limits,
    pub settings: Settings,
}

impl Manifest {
    /// Whether the manifest claims an interface.
    #[must_use]
    pub fn offers(&self, interface: Interface) -> bool {
        self.interfaces.contains(&interface)
    }

    /// Whether the plugin sends what agents write, in one request or part by part. Mail is sent by
    /// the host.
    #[must_use]
    pub fn sends(&self) -> bool {
        self.offers(Interface::Outbound) || self.offers(Interface::OutboundParts)
    }
}

/// A channel value the plugin brings.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestChannel))]
#[serde(deny_unknown_fields)]
pub struct Channel {
    pub value: String,
    pub name: String,
    pub group: String,
    #[serde(default)]
    pub opens: Opens,
    pub color: Option<String>,
    pub icon: Option<String>,
    /// The line of reports this channel is counted in; its group when absent.
    pub report_group: Option<String>,
    /// What its customers' ids are: decides which dialog a contact's identity gets.
    #[serde(default)]
    pub identity: Identity,
}

/// What a customer's id on a channel is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestIdentity))]
#[serde(rename_all = "lowercase")]
pub enum Identity {
    /// A telephone number in E.164.
    Phone,
    /// A mail address.
    Email,
    /// A public name that people know and type.
    Username,
    /// An id that means nothing outside the provider.
    #[default]
    Opaque,
}

/// Which list a channel's conversations live under.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestOpens))]
#[serde(rename_all = "lowercase")]
pub enum Opens {
    #[default]
    Ticket,
    Livechat,
}

/// What the plugin may reach.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestNet))]
#[serde(deny_unknown_fields)]
pub struct Net {
    /// Exact origins, and with `*.` in front of the host every host below that name.
    #[serde(default)]
    pub hosts: Vec<String>,
    /// Settings that hold a base URL whose origin is granted too.
    #[serde(default)]
    pub host_settings: Vec<String>,
    /// Request headers the guest may set although they are otherwise the host's, for example
    /// `authorization` for a token that the provider hands out at run time.
    #[serde(default)]
    pub headers: Vec<String>,
}

/// A secret the host puts into requests.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestCredential))]
#[serde(deny_unknown_fields)]
pub struct Credential {
    pub secret: String,
    /// `url`, `body`, `frame`, `header:NAME` or `query:NAME`.
    pub inject: String,
    #[serde(default = "braces")]
    pub format: String,
    /// Origins of `net.hosts`, or `setting:NAME` with a name of `net.host_settings`.
    pub hosts: Vec<String>,
}

fn braces() -> String {
    "{}".to_owned()
}

/// How requests of the provider are recognised.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestWebhook))]
#[serde(deny_unknown_fields)]
pub struct Webhook {
    #[serde(default)]
    pub verify: Vec<Recipe>,
    /// `json:/pointer` or `header:NAME`; without it the digest of the body is the key.
    pub dedupe: Option<String>,
}

/// One way to verify a request.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestRecipe))]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    pub name: String,
    pub kind: RecipeKind,
    pub header: Option<String>,
    pub query: Option<String>,
    pub secret: String,
    pub encoding: Option<Encoding>,
    pub prefix: Option<String>,
    pub over: Option<String>,
}

/// What a recipe compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestRecipeKind))]
#[serde(rename_all = "kebab-case")]
pub enum RecipeKind {
    HeaderEquals,
    #[serde(rename = "hmac-sha256")]
    HmacSha256,
    QueryEquals,
}

/// How a signature is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestEncoding))]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    Hex,
    Base64,
}

/// How the account is pulled.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestPoll))]
#[serde(deny_unknown_fields, default)]
pub struct Poll {
    pub interval_ms: u64,
    pub when: PollWhen,
    pub wall_ms: u64,
}

impl Default for Poll {
    fn default() -> Self {
        Self { interval_ms: 5_000, when: PollWhen::Always, wall_ms: 60_000 }
    }
}

/// When the account is pulled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestPollWhen))]
#[serde(rename_all = "kebab-case")]
pub enum PollWhen {
    #[default]
    Always,
    NoWebhook,
}

/// Which settings hold the mail servers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestMail))]
#[serde(deny_unknown_fields)]
pub struct Mail {
    pub imap: MailServer,
    pub smtp: MailServer,
}

/// Setting names of one mail server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestMailServer))]
#[serde(deny_unknown_fields)]
pub struct MailServer {
    pub host: String,
    pub port: String,
    pub security: String,
    pub user: String,
    pub password: String,
    pub folder: Option<String>,
}

/// A sign-in at the provider (OAuth 2.0, RFC 6749, with PKCE, RFC 7636). The host runs it, keeps
/// the tokens and refreshes them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestOAuth))]
#[serde(deny_unknown_fields)]
pub struct OAuth {
    /// Where the admin's browser goes; its origin need not be granted.
    pub authorize_url: String,
    /// Where the host fetches tokens; its origin must be granted.
    pub token_url: String,
    #[serde(default)]
    pub scopes: Vec<String>,
    /// The setting that holds the client id.
    pub client_id: String,
    /// The secret setting that holds the client's secret; none for public clients.
    pub client_secret: Option<String>,
    /// The secret setting that takes the access token; credentials refer to it.
    pub access_token: String,
    /// The secret setting that takes the refresh token.
    pub refresh_token: Option<String>,
    #[serde(default = "yes")]
    pub pkce: bool,
    /// Further parameters of the authorisation address, for example `access_type = "offline"`.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
}

fn yes() -> bool {
    true
}

/// Limits of a call, within what the host allows at most.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestLimits))]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// All memories of the instance together, for example `64MiB`.
    pub memory: String,
    pub cpu_ms: u64,
    pub wall_ms: u64,
    pub http_calls: u32,
    pub batch_events: u32,
    pub batch_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: "64MiB".to_owned(),
            cpu_ms: 500,
            wall_ms: 20_000,
            http_calls: 20,
            batch_events: 200,
            batch_bytes: 1 << 20,
        }
    }
}

impl Limits {
    /// The memory limit in bytes; validation has made sure that it can be read.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        crate::check::bytes_of(&self.memory).unwrap_or(64 << 20)
    }
}

/// Where the settings' schema is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ManifestSettings))]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub schema: String,
}
