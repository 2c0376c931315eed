//! What the operator sets: typed sections filled from four layers, each later one winning.
//!
//! `config/default.toml` is compiled in and is the list of what may be set. Then come the file, the
//! environment and the flags. Every mistake is reported with its place and with what is allowed.

mod data;
mod layers;
mod rules;
#[cfg(test)]
mod tests;

pub use data::{DataFolderError, close_new_files, prepare_data_folder};
pub use layers::{ConfigError, ConfigErrors, Flag, Sources};
#[cfg(test)]
pub(crate) use rules::VARIANTS;
pub(crate) use rules::network;

use serde::Deserialize;
use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
};

/// The languages that the product speaks, the one that stands in for the others first.
pub const LANGUAGES: [&str; 3] = ["en", "ms", "zh"];

/// The text of the defaults, as `patchbay config` style help and as the first layer.
pub const DEFAULTS: &str = include_str!("../../config/default.toml");

/// Everything the operator can set.
#[derive(Clone, Debug, Deserialize)]
pub struct Config {
    /// The data folder; not a setting of the file, since the file may lie in it.
    #[serde(skip)]
    pub data: PathBuf,
    pub server: Server,
    pub database: Database,
    pub blobs: Blobs,
    pub auth: Auth,
    pub oidc: Oidc,
    pub egress: Egress,
    pub plugins: Plugins,
    pub realtime: Realtime,
    pub livechat: Livechat,
    pub knowledge: Knowledge,
    pub branding: Branding,
    pub presence: Presence,
    pub mail: Mail,
    pub log: Log,
    pub telemetry: Telemetry,
    pub limits: Limits,
}

/// Where and how requests are taken.
#[derive(Clone, Deserialize)]
pub struct Server {
    pub listen: SocketAddr,
    pub public_url: String,
    /// Hosts of pages whose API has a host of its own, as `HOST` or `HOST=ORIGIN`.
    pub api_hosts: Vec<String>,
    pub trusted_proxies: Vec<String>,
    pub max_body_bytes: usize,
    pub connections_per_address: usize,
    pub head_timeout_ms: u64,
    pub body_idle_timeout_ms: u64,
    pub shutdown_grace_ms: u64,
    /// Empty: the numbers are for this machine alone.
    pub metrics_token: String,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The token is a secret.
        f.debug_struct("Server")
            .field("listen", &self.listen)
            .field("public_url", &self.public_url)
            .field("trusted_proxies", &self.trusted_proxies)
            .field("connections_per_address", &self.connections_per_address)
            .finish_non_exhaustive()
    }
}

/// Where rows are kept.
#[derive(Clone, Deserialize)]
pub struct Database {
    pub url: String,
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The address may hold a password, so only its kind is shown.
        let kind = self.url.split_once("://").map_or("sqlite", |(kind, _)| kind);
        f.debug_struct("Database").field("kind", &kind).finish_non_exhaustive()
    }
}

/// Which store holds attachments.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum BlobStore {
    Folder,
    S3,
}

/// Where attachments are kept.
#[derive(Clone, Deserialize)]
pub struct Blobs {
    pub store: BlobStore,
    pub folder: PathBuf,
    pub endpoint: String,
    pub bucket: String,
    pub region: String,
    pub access_key: String,
    pub secret_key: String,
    pub allow_http: bool,
}

impl std::fmt::Debug for Blobs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Blobs")
            .field("store", &self.store)
            .field("folder", &self.folder)
            .field("endpoint", &self.endpoint)
            .field("bucket", &self.bucket)
            .finish_non_exhaustive()
    }
}

/// When cookies carry `Secure`.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum SecureCookie {
    Auto,
    Always,
    Never,
}

/// Sign-in.
#[derive(Clone, Debug, Deserialize)]
pub struct Auth {
    pub access_minutes: i64,
    pub refresh_days: i64,
    pub refresh_grace_seconds: i64,
    pub login_failures_per_user: i64,
    pub login_failures_per_address: i64,
    pub login_window_minutes: i64,
    pub password_memory_kib: u32,
    pub secure_cookie: SecureCookie,
    pub signup: bool,
    pub trial_days: i64,
}

/// The provider at which users may sign in.
#[derive(Clone, Deserialize)]
pub struct Oidc {
    /// Empty: there is none.
    pub issuer: String,
    pub client_id: String,
    pub client_secret: String,
    pub scopes: String,
    pub name: String,
    /// The name of the client whose users sign in there.
    pub client: String,
}

impl std::fmt::Debug for Oidc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Oidc").field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

/// What leaves the process.
#[derive(Clone, Debug, Deserialize)]
pub struct Egress {
    pub allow_private: Vec<String>,
    /// Where the simulator of a demo listens, as `host:port`; only `patchbay demo` says so.
    #[serde(skip)]
    pub simulated: Vec<String>,
}

/// The plugin host.
#[derive(Clone, Debug, Deserialize)]
pub struct Plugins {
    pub folder: PathBuf,
    pub cache: PathBuf,
    pub max_concurrent: u32,
    pub wait_ms: u64,
    pub allow_unsigned: bool,
    pub install_from_path: bool,
    pub compile_seconds: u64,
    pub compile_memory_bytes: u64,
}

/// Sockets.
#[derive(Clone, Debug, Deserialize)]
pub struct Realtime {
    pub queue: usize,
    pub write_timeout_ms: u64,
    pub replay_max: i64,
    pub sockets_max: usize,
    pub visitor_sockets_max: usize,
    pub visitor_sockets_per_address: usize,
}

/// What people without an account may do on chat pages, and when what they left behind ends.
#[derive(Clone, Debug, Deserialize)]
pub struct Livechat {
    pub links_per_address: i64,
    pub links_per_address_day: i64,
    pub links_per_page: i64,
    pub links_per_client: i64,
    pub waiting_per_address: i64,
    pub waiting_per_page: i64,
    pub waiting_per_client: i64,
    pub messages_per_visit: i64,
    pub messages_per_address: i64,
    pub calls_per_address: i64,
    pub sockets_per_visit: usize,
    pub upload_request_bytes: i64,
    pub upload_visit_bytes: i64,
    pub upload_address_day_bytes: i64,
    pub upload_page_day_bytes: i64,
    pub upload_client_day_bytes: i64,
    pub unused_hours: i64,
    pub link_days: i64,
    pub away_hours: i64,
}

/// What people without an account may do on the pages of the knowledge base in a minute.
#[derive(Clone, Debug, Deserialize)]
pub struct Knowledge {
    pub pages_per_address: i64,
    pub pages_per_client: i64,
    pub searches_per_address: i64,
    pub searches_per_client: i64,
    pub feedback_per_address: i64,
    pub feedback_per_client: i64,
}

/// Who is there.
#[derive(Clone, Debug, Deserialize)]
pub struct Presence {
    /// After how long without a touch in any tab a user is away; 0 for never.
    pub away_after_seconds: i64,
}

/// Which host name shows which variant of the product, and who has what few have.
#[derive(Clone, Debug, Deserialize)]
pub struct Branding {
    /// `host=variant`.
    pub hosts: Vec<String>,
    pub default_variant: String,
    /// The token of a form; empty for none.
    pub contact_form: String,
    /// Whether `/contact` takes messages where no form is named.
    pub contact_page: bool,
    /// The base of the addresses of pictures in notifications; empty for this server's own.
    pub notification_pictures: String,
    pub restore_ticket_clients: Vec<String>,
    pub customer_analysis_clients: Vec<String>,
    pub dashboard_users: Vec<String>,
}

/// Mail.
#[derive(Clone, Deserialize)]
pub struct Mail {
    pub max_bytes: u64,
    /// Empty: the desk sends no mail of its own.
    pub smtp_host: String,
    pub smtp_port: i64,
    pub smtp_security: String,
    pub smtp_user: String,
    pub smtp_password: String,
    pub from: String,
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mail")
            .field("max_bytes", &self.max_bytes)
            .field("smtp_host", &self.smtp_host)
            .finish_non_exhaustive()
    }
}

/// How log lines look.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

/// Logging.
#[derive(Clone, Debug, Deserialize)]
pub struct Log {
    pub level: String,
    pub format: LogFormat,
}

/// Traces for an OpenTelemetry collector.
#[derive(Clone, Deserialize)]
pub struct Telemetry {
    /// Empty: none.
    pub otlp_endpoint: String,
    /// `name=value`, for collectors that ask for a token.
    pub otlp_headers: Vec<String>,
    pub sample_percent: u8,
}

impl std::fmt::Debug for Telemetry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The headers may hold a token.
        f.debug_struct("Telemetry")
            .field("on", &!self.otlp_endpoint.is_empty())
            .finish_non_exhaustive()
    }
}

/// Bounds of what people send.
#[derive(Clone, Debug, Deserialize)]
pub struct Limits {
    pub upload_max_bytes: u64,
    pub attachments_max: usize,
    pub message_chars: usize,
}

impl Config {
    /// Reads all layers.
    ///
    /// # Errors
    /// Every unknown key and wrong value of every layer, with its place.
    pub fn load(sources: &Sources) -> Result<Self, ConfigErrors> {
        layers::load(sources)
    }

    /// The defaults for a data folder, listening on a free port of the loopback address.
    ///
    /// # Panics
    /// Never: the compiled-in defaults are covered by a test.
    #[must_use]
    pub fn for_data(data: &Path) -> Self {
        let sources = Sources {
            data: data.to_owned(),
            flags: vec![Flag::new("--listen", "server.listen", "127.0.0.1:0")],
            ..Sources::default()
        };
        layers::load(&sources).expect("the compiled-in defaults are valid")
    }

    /// A path of a setting, counted from the data folder when relative.
    #[must_use]
    pub fn path(&self, path: &Path) -> PathBuf {
        self.data.join(path)
    }

    /// The database's address, with the default filled in.
    #[must_use]
    pub fn database_url(&self) -> String {
        if self.database.url.is_empty() {
            format!("sqlite://{}", self.data.join("patchbay.db").display())
        } else {
            self.database.url.clone()
        }
    }

    /// The address people use, without a trailing slash; `bound` is where the server listens.
    #[must_use]
    pub fn public_url(&self, bound: SocketAddr) -> String {
        if self.server.public_url.is_empty() {
            format!("http://{bound}")
        } else {
            self.server.public_url.trim_end_matches('/').to_owned()
        }
    }

    /// Whether cookies carry `Secure`.
    #[must_use]
    pub fn secure_cookies(&self) -> bool {
        match self.auth.secure_cookie {
            SecureCookie::Always => true,
            SecureCookie::Never => false,
            SecureCookie::Auto => self.server.public_url.starts_with("https://"),
        }
    }
}
