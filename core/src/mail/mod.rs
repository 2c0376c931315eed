//! Mail transport: IMAP in, SMTP out, for every plugin that declares the `mail` interface.
//!
//! This is ground, not a room: it moves raw messages between servers and a [`MailSink`], and knows
//! neither tickets nor MIME. Making sense of a message is a plugin's work.
//!
//! - [`watch`] holds one connection to one folder and hands each new message to the sink together
//!   with the cursor that belongs to it. The sink commits both at once, so a crash at any moment
//!   neither loses a message nor moves past one.
//! - [`submit`] hands one message to an SMTP server and tells apart what may be tried again, what
//!   may not, and what may already have been accepted.
//! - [`check_imap`] and [`check_smtp`] log in and look, and change nothing.
//!
//! Every address comes from an [`AddressGate`], so the rules about private networks hold here too.

mod connect;
mod imap;
mod imap_syntax;
mod limited_stream;
mod smtp;
mod watch;

pub use self::connect::{AddressGate, GateError, Network, Tuning};
pub use imap::check_imap;
pub use smtp::{check_smtp, submit};
pub use watch::watch;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

/// How a connection is protected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Security {
    /// TLS from the first byte (993, 465).
    #[default]
    Tls,
    /// Plain text first, then an upgrade that must succeed (143, 587).
    StartTls,
    /// No protection: for tests and for servers on the same machine.
    None,
}

impl Security {
    /// Reads the value a setting holds; anything unknown is the safest choice.
    #[must_use]
    pub fn parse(value: &str) -> Self {
        match value.to_ascii_lowercase().as_str() {
            "starttls" => Self::StartTls,
            "none" => Self::None,
            _ => Self::Tls,
        }
    }
}

/// Where mail is read from.
#[derive(Clone, PartialEq, Eq)]
pub struct ImapSettings {
    /// Server name; also the name its certificate must carry.
    pub host: String,
    /// TCP port.
    pub port: u16,
    /// Protection of the connection.
    pub security: Security,
    /// Login name.
    pub user: String,
    /// Password.
    pub password: String,
    /// Folder to watch, usually `INBOX`.
    pub folder: String,
}

/// Where mail is handed in.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpSettings {
    /// Server name; also the name its certificate must carry.
    pub host: String,
    /// TCP port.
    pub port: u16,
    /// Protection of the connection.
    pub security: Security,
    /// Login name; empty for a server that asks for none.
    pub user: String,
    /// Password.
    pub password: String,
}

// Passwords must not reach a log by way of `{:?}`, so neither type derives Debug.
impl std::fmt::Debug for ImapSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "imap {:?} {}:{} {}", self.security, self.host, self.port, self.folder)
    }
}

impl std::fmt::Debug for SmtpSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "smtp {:?} {}:{}", self.security, self.host, self.port)
    }
}

/// How far a folder has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// The folder's UIDVALIDITY: when it changes, `last_uid` means nothing any more.
    pub uid_validity: u32,
    /// The highest UID that was committed.
    pub last_uid: u32,
}

/// One message as the server holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedMail {
    /// The folder it lies in.
    pub folder: String,
    /// UIDVALIDITY of that folder.
    pub uid_validity: u32,
    /// UID within the folder.
    pub uid: u32,
    /// INTERNALDATE, milliseconds since the Unix epoch; 0 when the server gave none.
    pub received_ms: i64,
    /// Size of the whole message as the server states it.
    pub size: u64,
    /// RFC 5322 bytes: the whole message, or only its headers (see the two flags). Then the first
    /// line is `X-Patchbay-Incomplete: oversize; size=N` or `unreadable; size=N`, so that the
    /// plugin can say so.
    pub raw: Vec<u8>,
    /// The message is larger than the limit: `raw` holds the headers alone.
    pub oversize: bool,
    /// The server would not hand out the body after several tries: `raw` holds the headers, or
    /// nothing. It is delivered so that one broken message does not stop the rest.
    pub unreadable: bool,
}

/// What a watched mailbox is doing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum MailState {
    /// Logged in, folder open.
    Connected,
    /// Not connected; the next try comes in `in_ms`.
    Retrying {
        /// What went wrong.
        reason: String,
        /// Milliseconds until the next try.
        in_ms: u64,
        /// Whether the server refused the credentials, not yet often enough to give up.
        is_refused: bool,
    },
    /// The server refused the credentials several times. [`watch`] has ended.
    AuthFailed {
        /// What the server said.
        reason: String,
    },
}

/// Where fetched mail goes.
pub trait MailSink: Send + Sync {
    /// The committed cursor, none for a mailbox that was never read.
    fn cursor(&self) -> BoxFuture<'_, anyhow::Result<Option<Cursor>>>;

    /// Commits the message and the cursor in one transaction. An error means "not committed": the
    /// watcher starts again from [`MailSink::cursor`], so the same message comes again and none is
    /// skipped.
    fn deliver(&self, mail: FetchedMail, next: Cursor) -> BoxFuture<'_, anyhow::Result<()>>;

    /// The mailbox's state has changed.
    fn state(&self, state: MailState) -> BoxFuture<'_, ()>;
}

/// Why a mail server could not be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// The address is not allowed or cannot be found.
    #[error("address: {0}")]
    Address(String),
    /// No connection, or it broke, or the server took too long.
    #[error("connection: {0}")]
    Connect(String),
    /// The certificate or the handshake failed; trying again will not help until it is changed.
    #[error("TLS: {0}")]
    Tls(String),
    /// The credentials were refused.
    #[error("login refused: {0}")]
    Auth(String),
    /// The server answered NO, BAD or something that could not be understood.
    #[error("server: {0}")]
    Server(String),
    /// The folder cannot be opened.
    #[error("folder: {0}")]
    Folder(String),
}

/// What a mail server said, or what happened on the way to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerReply {
    /// SMTP reply code, where there was a reply.
    pub code: Option<u16>,
    /// The words.
    pub text: String,
}

impl std::fmt::Display for ServerReply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.code {
            Some(code) => write!(f, "{code} {}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

/// Why a message was not handed in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// Nothing was accepted; a later try may succeed.
    #[error("{0}")]
    Transient(ServerReply),
    /// The server refused this message or a recipient for good.
    #[error("{0}")]
    Permanent(ServerReply),
    /// The server refused the credentials.
    #[error("{0}")]
    Auth(ServerReply),
    /// The message was sent completely and the connection ended before the answer: the server may
    /// have accepted it.
    #[error("{0}")]
    Unknown(ServerReply),
}
