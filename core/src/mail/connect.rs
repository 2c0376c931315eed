//! Reaching a mail server: checked addresses, time limits, TLS.

use super::{MailError, Security, limited_stream::Wire};
use crate::{
    ids::Ids,
    plugins::egress::{EgressError, PurposeEgress},
};
use anyhow::Context as _;
use futures_util::future::BoxFuture;
use rustls::pki_types::{CertificateDer, ServerName, pem::PemObject as _};
use std::{future::Future, net::SocketAddr, sync::Arc, time::Duration};
use tokio::net::TcpStream;

/// Why a name gave no address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GateError {
    /// The rules forbid it, for example a private network.
    #[error("{0}")]
    Refused(String),
    /// The name could not be looked up.
    #[error("{0}")]
    Lookup(String),
}

/// Decides which addresses a host name may be reached at. Connections go to what it answers and
/// to nothing else, so a name that changes between the check and the connection cannot escape it.
pub trait AddressGate: Send + Sync {
    /// Looks `host` up and keeps the allowed addresses.
    fn resolve<'a>(
        &'a self,
        host: &'a str,
        port: u16,
    ) -> BoxFuture<'a, Result<Vec<SocketAddr>, GateError>>;
}

impl AddressGate for PurposeEgress {
    fn resolve<'a>(
        &'a self,
        host: &'a str,
        port: u16,
    ) -> BoxFuture<'a, Result<Vec<SocketAddr>, GateError>> {
        Box::pin(async move {
            PurposeEgress::resolve(self, host, port).await.map_err(|e| match e {
                EgressError::Refused { .. } => GateError::Refused(e.to_string()),
                EgressError::Unknown { .. } => GateError::Lookup(e.to_string()),
            })
        })
    }
}

/// Times and sizes. The defaults are for real servers; tests shorten the waits.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// Messages above this are delivered as headers only.
    pub max_bytes: u64,
    /// How many waiting messages a mailbox that was never read brings at most.
    pub newest: u32,
    /// Longest silence: after it the folder is asked, whatever IDLE said. Well under the 29
    /// minutes after which servers drop an idle client.
    pub poll: Duration,
    /// The same for servers without IDLE.
    pub poll_without_idle: Duration,
    /// First wait after a failure; it doubles.
    pub backoff_min: Duration,
    /// Longest wait after failures.
    pub backoff_max: Duration,
    /// Wait between refused logins, of which there are three at most, so that no account is
    /// locked by us.
    pub auth_pause: Duration,
    /// Time limit for one ordinary command.
    pub command: Duration,
    /// Time limit for one piece of a message, and for the answer to a message handed in.
    pub transfer: Duration,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            max_bytes: 40 * 1024 * 1024,
            newest: 500,
            poll: Duration::from_secs(3 * 60),
            poll_without_idle: Duration::from_secs(60),
            backoff_min: Duration::from_secs(1),
            backoff_max: Duration::from_secs(5 * 60),
            auth_pause: Duration::from_secs(10),
            command: Duration::from_secs(30),
            transfer: Duration::from_secs(5 * 60),
        }
    }
}

/// What every connection needs. Cheap to clone.
#[derive(Clone)]
pub struct Network {
    gate: Arc<dyn AddressGate>,
    tls: tokio_rustls::TlsConnector,
    pub(super) ids: Ids,
    pub(super) tuning: Arc<Tuning>,
}

impl Network {
    /// Trusts the usual public certificate authorities.
    #[must_use]
    pub fn new(gate: Arc<dyn AddressGate>, ids: Ids) -> Self {
        Self {
            gate,
            tls: connector(&[]).expect("the built-in roots need no parsing"),
            ids,
            tuning: Arc::new(Tuning::default()),
        }
    }

    /// Trusts the authorities in `pem` as well, for servers with a company certificate.
    pub fn with_ca_pem(mut self, pem: &[u8]) -> anyhow::Result<Self> {
        let extra = CertificateDer::pem_slice_iter(pem)
            .collect::<Result<Vec<_>, _>>()
            .context("the CA file is not PEM")?;
        anyhow::ensure!(!extra.is_empty(), "the CA file holds no certificate");
        self.tls = connector(&extra)?;
        Ok(self)
    }

    /// The same, with another gate: addresses are opened for a purpose, so each has its own.
    #[must_use]
    pub fn through(&self, gate: impl AddressGate + 'static) -> Self {
        Self { gate: Arc::new(gate), ..self.clone() }
    }

    /// Replaces times and sizes.
    #[must_use]
    pub fn with_tuning(mut self, tuning: Tuning) -> Self {
        self.tuning = Arc::new(tuning);
        self
    }

    /// A TCP connection to one of the allowed addresses, with TLS when `security` wants it from
    /// the start.
    pub(super) async fn dial(
        &self,
        host: &str,
        port: u16,
        security: Security,
    ) -> Result<(Box<dyn Wire>, SocketAddr), MailError> {
        let addresses = within(self.tuning.command, "looking up the address", async {
            self.gate.resolve(host, port).await.map_err(|e| MailError::Address(e.to_string()))
        })
        .await?;
        let mut last = MailError::Address(format!("{host} has no address"));
        for address in addresses.into_iter().take(4) {
            let tcp = within(Duration::from_secs(15), "connecting", async {
                TcpStream::connect(address).await.map_err(|e| MailError::Connect(e.to_string()))
            })
            .await;
            match tcp {
                Ok(tcp) => {
                    // Commands are small and each waits for its answer.
                    tcp.set_nodelay(true).ok();
                    let wire: Box<dyn Wire> = Box::new(tcp);
                    let wire = match security {
                        Security::Tls => self.upgrade(wire, host).await?,
                        Security::StartTls | Security::None => wire,
                    };
                    return Ok((wire, address));
                }
                Err(e) => last = e,
            }
        }
        Err(last)
    }

    /// The TLS handshake on an open connection.
    pub(super) async fn upgrade(
        &self,
        wire: Box<dyn Wire>,
        host: &str,
    ) -> Result<Box<dyn Wire>, MailError> {
        let name = ServerName::try_from(host.to_owned())
            .map_err(|_| MailError::Tls(format!("{host} is not a server name")))?;
        let tls = within(self.tuning.command, "the TLS handshake", async {
            self.tls.connect(name, wire).await.map_err(|e| MailError::Tls(e.to_string()))
        })
        .await?;
        Ok(Box::new(tls))
    }
}

fn connector(extra: &[CertificateDer<'static>]) -> anyhow::Result<tokio_rustls::TlsConnector> {
    let mut roots = rustls::RootCertStore::empty();
    roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    for certificate in extra {
        roots.add(certificate.clone()).context("a certificate of the CA file is not usable")?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config).into())
}

/// Runs `step` for at most `limit`.
pub(super) async fn within<T>(
    limit: Duration,
    what: &str,
    step: impl Future<Output = Result<T, MailError>>,
) -> Result<T, MailError> {
    match tokio::time::timeout(limit, step).await {
        Ok(done) => done,
        Err(_) => Err(MailError::Connect(format!("{what} took longer than {limit:?}"))),
    }
}
