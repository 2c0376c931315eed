//! The egress broker: the only way out of this process for anything a plugin or an admin named.
//!
//! A host name is resolved once, every address it has is judged, and the connection goes to exactly
//! those addresses: there is no second look-up that could answer differently. Exceptions are single
//! `host:port` pairs from `egress.allow_private`.

pub mod address;
mod fetch;
pub(super) mod grant;
pub(super) mod inject;
pub(super) mod mask;
mod post;
mod send;

use super::model::Detail;
use crate::blobs::BlobRef;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use std::{
    collections::{BTreeSet, HashMap},
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

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

/// Why a host cannot be connected to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EgressError {
    #[error("{host} has no address: {reason}")]
    Unknown { host: String, reason: String },
    #[error(
        "{host} has the address {address} ({kind}), which is refused; an administrator can allow \
         it with egress.allow_private = [\"{host}:{port}\"]"
    )]
    Refused { host: String, port: u16, address: IpAddr, kind: &'static str },
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

/// A pooled connection may only be used again by the same account and for the same origin, because
/// what was checked when it was opened was that account's grant and that origin's addresses.
type ClientKey = (i64, i64, String);

/// How many HTTP clients are kept before the map is emptied; each holds a few idle connections.
const CLIENTS_MAX: usize = 512;

/// The broker. Cheap to clone.
#[derive(Clone)]
pub struct Egress(Arc<Inner>);

/// Names the origin a detoured request was meant for.
pub const DETOUR_HEADER: &str = "x-patchbay-origin";

struct Inner {
    allow_private: BTreeSet<String>,
    resolver: Arc<dyn Resolver>,
    detour: Option<SocketAddr>,
    clients: Mutex<HashMap<ClientKey, reqwest::Client>>,
}

impl Egress {
    /// A broker with the system's resolver. `allow_private` holds `host:port` pairs.
    #[must_use]
    pub fn new(allow_private: &[String]) -> Self {
        Self::with_resolver(allow_private, Arc::new(SystemResolver))
    }

    /// A broker with a resolver of the caller's.
    #[must_use]
    pub fn with_resolver(allow_private: &[String], resolver: Arc<dyn Resolver>) -> Self {
        let allow_private = allow_private.iter().map(|a| a.trim().to_ascii_lowercase()).collect();
        Self(Arc::new(Inner { allow_private, resolver, detour: None, clients: Mutex::default() }))
    }

    /// The same broker, except that every granted request goes to one address in plain HTTP, with
    /// the origin it was meant for in [`DETOUR_HEADER`]. For tools that play the provider.
    #[must_use]
    pub fn detoured(self, to: Option<SocketAddr>) -> Self {
        let Inner { allow_private, resolver, .. } = &*self.0;
        let (allow_private, resolver) = (allow_private.clone(), resolver.clone());
        Self(Arc::new(Inner { allow_private, resolver, detour: to, clients: Mutex::default() }))
    }

    /// Where a granted URL is really sent, when not to its own host.
    fn detour(&self, url: &url::Url) -> Option<url::Url> {
        let to = self.0.detour?;
        let path = &url[url::Position::BeforePath..];
        url::Url::parse(&format!("http://{to}{path}")).ok()
    }

    /// The addresses to connect to. Refuses the name as a whole when any of its addresses is not
    /// public: a name that mixes them is an attack or a mistake.
    pub async fn resolve(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, EgressError> {
        let host = host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        let addresses =
            match host.parse::<IpAddr>() {
                Ok(address) => vec![SocketAddr::new(address, port)],
                Err(_) => self.0.resolver.lookup(&host, port).await.map_err(|e| {
                    EgressError::Unknown { host: host.clone(), reason: e.to_string() }
                })?,
            };
        if addresses.is_empty() {
            return Err(EgressError::Unknown { host, reason: "the answer is empty".to_owned() });
        }
        if !self.is_listed(&host, port) {
            for address in &addresses {
                if let Some(kind) = address::refusal(address.ip()) {
                    return Err(EgressError::Refused { host, port, address: address.ip(), kind });
                }
            }
        }
        Ok(addresses)
    }

    /// Whether `egress.allow_private` names this host and port.
    fn is_listed(&self, host: &str, port: u16) -> bool {
        let host = host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        self.0.allow_private.contains(&format!("{host}:{port}"))
            || self.0.allow_private.contains(&format!("[{host}]:{port}"))
    }

    /// The client for one account and origin. It resolves through this broker when it opens a
    /// connection, never follows redirects and knows no proxy.
    fn client(&self, client_id: i64, channel_id: i64, url: &url::Url) -> Option<reqwest::Client> {
        let key = (client_id, channel_id, url.origin().ascii_serialization());
        if let Some(client) = self.0.clients.lock().get(&key) {
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
        let mut clients = self.0.clients.lock();
        if clients.len() >= CLIENTS_MAX {
            clients.clear();
        }
        clients.insert(key, client.clone());
        Some(client)
    }
}

/// The resolver inside one client: the look-up whose answer is connected to.
struct PinnedResolver {
    egress: Egress,
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
