//! The egress broker: the only way out of this process for anything a plugin or an admin named.
//!
//! A host name is resolved once, every address it has is judged, and the connection goes to exactly
//! those addresses: there is no second look-up that could answer differently. Exceptions are single
//! addresses from `egress.allow_private`, each bound to one [`Purpose`]: who wants to connect takes
//! the [`PurposeEgress`] of its purpose, and none leads to another's exceptions.

pub mod address;
mod fetch;
pub(super) mod grant;
pub(super) mod inject;
pub(super) mod mask;
mod post;
mod purpose;
mod send;

use super::model::Detail;
use crate::blobs::BlobRef;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use std::{
    collections::HashMap,
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use purpose::bare;
pub use purpose::{Exception, Exceptions, Purpose};
pub(super) use send::Sending;

/// Looks up host names. Injected, so that a test can let the answer change.
pub trait Resolver: Send + Sync {
    /// All addresses of a name.
    fn lookup<'a>(&'a self, host: &'a str, port: u16)
    -> BoxFuture<'a, io::Result<Vec<SocketAddr>>>;
}

/// The system's resolver.
pub struct SystemResolver;

impl Resolver for SystemResolver {
    fn lookup<'a>(
        &'a self,
        host: &'a str,
        port: u16,
    ) -> BoxFuture<'a, io::Result<Vec<SocketAddr>>> {
        Box::pin(async move { Ok(tokio::net::lookup_host((host, port)).await?.collect()) })
    }
}

/// Why a host cannot be connected to. Those who read it may be another client's people, so of a name
/// it tells neither where it leads nor whether it leads anywhere: the log does.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EgressError {
    #[error("{host} leads to no public address{}", advice(.line))]
    Unknown { host: String, line: String },
    #[error("{}{}", refused_text(.host, .kind), advice(.line))]
    Refused { host: String, kind: &'static str, line: String },
}

impl EgressError {
    /// Whether the address itself was written down, rather than a name of it.
    fn is_about_literal(&self) -> bool {
        matches!(self, Self::Refused { host, .. } if host.parse::<IpAddr>().is_ok())
    }
}

fn refused_text(host: &str, kind: &str) -> String {
    match host.parse::<IpAddr>() {
        Ok(_) => format!("{host} is no public address ({kind})"),
        Err(_) => format!("{host} leads to no public address"),
    }
}

fn advice(line: &str) -> String {
    if line.is_empty() {
        return String::new();
    }
    format!(
        "; one of the own network is opened by the operator, with egress.allow_private = [\"{line}\"]"
    )
}

/// A request as a guest made it.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    pub url: String,
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: RequestBody,
    pub credentials: Vec<String>,
    pub timeout: Option<Duration>,
    pub to_blob: bool,
}

/// A request's body. Blobs are streamed from the store, so each hop can send them again.
#[derive(Clone, Debug)]
pub enum RequestBody {
    None,
    Inline(Bytes),
    Blob(BlobRef),
    Multipart(Vec<Part>),
}

/// One part of a multipart/form-data body.
#[derive(Clone, Debug)]
pub struct Part {
    pub name: String,
    pub filename: Option<String>,
    pub mime: Option<String>,
    pub data: PartData,
}

/// A part's content.
#[derive(Clone, Debug)]
pub enum PartData {
    Inline(Bytes),
    Blob(BlobRef),
}

/// What came back, secrets masked.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, Vec<u8>)>,
    pub body: AnswerBody,
}

/// An answer's body.
#[derive(Debug)]
pub enum AnswerBody {
    Inline(Vec<u8>),
    Blob(BlobRef),
}

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetError {
    Denied(Detail),
    /// `sent`: the provider may have seen the request.
    Timeout {
        sent: bool,
    },
    Dns(Detail),
    Connect(Detail),
    Tls(Detail),
    TooLarge,
    Budget,
}

impl NetError {
    /// What kind of failure it is, for traces.
    fn name(&self) -> &'static str {
        match self {
            Self::Denied(_) => "denied",
            Self::Timeout { .. } => "timeout",
            Self::Dns(_) => "dns",
            Self::Connect(_) => "connect",
            Self::Tls(_) => "tls",
            Self::TooLarge => "too-large",
            Self::Budget => "budget",
        }
    }
}

/// A pooled connection may only be used again for the same purpose, by the same account and for the
/// same origin, because that is what was checked when it was opened.
type ClientKey = (Option<Purpose>, i64, String);

/// How many HTTP clients are kept before the map is emptied; each holds a few idle connections.
const CLIENTS_MAX: usize = 512;

/// The broker. Cheap to clone.
#[derive(Clone)]
pub struct Egress(Arc<Inner>);

/// Names the origin a detoured request was meant for.
pub const DETOUR_HEADER: &str = "x-patchbay-origin";

struct Inner {
    exceptions: Exceptions,
    resolver: Arc<dyn Resolver>,
    detour: Option<SocketAddr>,
    clients: Mutex<HashMap<ClientKey, reqwest::Client>>,
}

/// The broker for one purpose. Cheap to clone.
#[derive(Clone)]
pub struct PurposeEgress {
    egress: Egress,
    purpose: Option<Purpose>,
}

impl Egress {
    /// A broker with the system's resolver.
    #[must_use]
    pub fn new(exceptions: Exceptions) -> Self {
        Self::with_resolver(exceptions, Arc::new(SystemResolver))
    }

    /// A broker with a resolver of the caller's.
    #[must_use]
    pub fn with_resolver(exceptions: Exceptions, resolver: Arc<dyn Resolver>) -> Self {
        Self(Arc::new(Inner { exceptions, resolver, detour: None, clients: Mutex::default() }))
    }

    /// The same broker, except that every granted request goes to one address in plain HTTP, with
    /// the origin it was meant for in [`DETOUR_HEADER`]. For tools that play the provider.
    #[must_use]
    pub fn detoured(self, to: Option<SocketAddr>) -> Self {
        let Inner { exceptions, resolver, .. } = &*self.0;
        let (exceptions, resolver) = (exceptions.clone(), resolver.clone());
        Self(Arc::new(Inner { exceptions, resolver, detour: to, clients: Mutex::default() }))
    }

    /// The way for a purpose, with the exceptions bound to it.
    #[must_use]
    pub fn to(&self, purpose: Purpose) -> PurposeEgress {
        PurposeEgress { egress: self.clone(), purpose: Some(purpose) }
    }

    /// The way to public addresses only.
    #[must_use]
    pub fn to_public(&self) -> PurposeEgress {
        PurposeEgress { egress: self.clone(), purpose: None }
    }

    /// Where a granted URL is really sent, when not to its own host.
    fn detour(&self, url: &url::Url) -> Option<url::Url> {
        let to = self.0.detour?;
        let path = &url[url::Position::BeforePath..];
        url::Url::parse(&format!("http://{to}{path}")).ok()
    }
}

impl PurposeEgress {
    /// The addresses to connect to. Refuses the name as a whole when any of its addresses is not
    /// public: a name that mixes them is an attack or a mistake.
    pub async fn resolve(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, EgressError> {
        let host = bare(host);
        let line =
            || self.purpose.as_ref().map_or_else(String::new, |p| format!("{p}={host}:{port}"));
        let unknown = |reason: &str| {
            tracing::debug!(host, port, reason, "a host has no address");
            EgressError::Unknown { host: host.clone(), line: line() }
        };
        let addresses = match host.parse::<IpAddr>() {
            Ok(address) => vec![SocketAddr::new(address, port)],
            Err(_) => {
                let found = self.egress.0.resolver.lookup(&host, port).await;
                found.map_err(|error| unknown(&error.to_string()))?
            }
        };
        if addresses.is_empty() {
            return Err(unknown("the answer is empty"));
        }
        if !self.is_listed(&host, port) {
            for address in &addresses {
                if let Some(kind) = address::refusal(address.ip()) {
                    let line = line();
                    tracing::warn!(
                        host,
                        port,
                        kind,
                        line,
                        "an address of the own network is refused"
                    );
                    return Err(EgressError::Refused { host, kind, line });
                }
            }
        }
        Ok(addresses)
    }

    /// Whether `egress.allow_private` names this host and port for this purpose.
    fn is_listed(&self, host: &str, port: u16) -> bool {
        self.egress.0.exceptions.allow(self.purpose.as_ref(), host, port)
    }

    /// The client for one account and origin. It resolves through this way when it opens a
    /// connection, never follows redirects and knows no proxy.
    fn client(&self, channel_id: i64, url: &url::Url) -> Option<reqwest::Client> {
        let key = (self.purpose.clone(), channel_id, url.origin().ascii_serialization());
        let kept = &self.egress.0.clients;
        if let Some(client) = kept.lock().get(&key) {
            return Some(client.clone());
        }
        let resolver = PinnedResolver { egress: self.clone(), port: url.port_or_known_default()? };
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured((*crate::tls::client_config()).clone())
            .dns_resolver(Arc::new(resolver))
            .redirect(reqwest::redirect::Policy::none())
            .referer(false)
            .no_proxy()
            .http1_only()
            .connect_timeout(Duration::from_secs(10))
            .pool_idle_timeout(Duration::from_secs(30))
            .pool_max_idle_per_host(4)
            .build()
            .ok()?;
        let mut clients = kept.lock();
        if clients.len() >= CLIENTS_MAX {
            clients.clear();
        }
        clients.insert(key, client.clone());
        Some(client)
    }
}

/// The resolver inside one client: the look-up whose answer is connected to.
struct PinnedResolver {
    egress: PurposeEgress,
    port: u16,
}

impl reqwest::dns::Resolve for PinnedResolver {
    fn resolve(&self, name: reqwest::dns::Name) -> reqwest::dns::Resolving {
        let (egress, port) = (self.egress.clone(), self.port);
        Box::pin(async move {
            let addresses = egress.resolve(name.as_str(), port).await?;
            Ok(Box::new(addresses.into_iter()) as reqwest::dns::Addrs)
        })
    }
}

#[cfg(test)]
mod tests;
