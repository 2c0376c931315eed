//! Push connections: WebSockets that the host holds for a plugin, reached by the broker's rules.
//!
//! The address is granted, resolved once and judged, and connected to exactly there. Credentials go
//! in only after that; what comes back is cleaned of them before a guest sees it.

use crate::plugins::{
    account::{Account, Secrets},
    egress::{
        EgressError, NetError, Purpose, PurposeEgress,
        grant::{self, Grant, denied},
        inject::{Spot, fill},
        mask::Mask,
    },
    host::Host,
    manifest::Manifest,
    model::{Detail, SocketFrame, SocketPlan},
};
use futures_util::{
    SinkExt as _, StreamExt as _,
    stream::{SplitSink, SplitStream},
};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{
        Error, Message,
        client::IntoClientRequest as _,
        error::CapacityError,
        http::{HeaderName, HeaderValue, Request},
        protocol::{CloseFrame, WebSocketConfig, frame::coding::CloseCode},
    },
};
use url::Url;

/// The largest frame a provider may send.
pub const FRAME_MAX: usize = 1 << 20;
/// How long the connection and its handshake may take.
const DIAL: Duration = Duration::from_secs(20);
/// How long a frame may take to leave.
const SEND: Duration = Duration::from_secs(20);
const HELLO_MAX: usize = 64;

trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Wire for T {}

type Stream = WebSocketStream<Box<dyn Wire>>;

/// The half of a push connection that frames leave by.
pub struct PushWriter {
    sink: SplitSink<Stream, Message>,
    injection: Injection,
}

/// The half that frames come in by.
pub struct PushReader {
    stream: SplitStream<Stream>,
    mask: Mask,
}

/// What came.
#[derive(Debug)]
pub enum Pushed {
    Frame(SocketFrame),
    /// A ping or pong; answered already.
    Alive,
    /// The connection is gone: close code and reason; 1006 when there was none.
    Closed(u16, String),
}

/// What it takes to put credentials into frames.
struct Injection {
    manifest: Arc<Manifest>,
    bases: BTreeMap<String, String>,
    secrets: Secrets,
    url: Url,
}

impl Injection {
    fn grant(&self) -> Grant<'_> {
        Grant { manifest: &self.manifest, bases: &self.bases, secrets: &self.secrets }
    }
}

impl Host {
    /// Opens a push connection as a plugin planned it. The hello frames are left to the caller.
    pub async fn dial(
        &self,
        account: &Account,
        plan: &SocketPlan,
    ) -> Result<(PushWriter, PushReader), NetError> {
        let Some(plugin) = self.plugin(&account.plugin_id) else {
            return Err(denied("socket.plugin", "there is no such plugin"));
        };
        if plan.hello.len() > HELLO_MAX {
            return Err(denied("socket.hello", format!("more than {HELLO_MAX} hello frames")));
        }
        let manifest = plugin.manifest.clone();
        let bases = grant::bases(&manifest, &account.config);
        let grant = Grant { manifest: &manifest, bases: &bases, secrets: &account.secrets };
        let plain = grant.socket(&plan.url)?;
        let request = request(&grant, &plain, plan)?;
        let mask = Mask::new(account.secrets.iter().map(|(_, value)| value));
        let egress = self.egress().to(Purpose::plugin(&account.plugin_id, account.client_id));
        let stream = timeout(DIAL, open(&egress, &plain, request))
            .await
            .unwrap_or(Err(NetError::Timeout { sent: true }))?;
        let (sink, stream) = stream.split();
        let secrets = account.secrets.clone();
        let injection = Injection { manifest, bases, secrets, url: plain };
        Ok((PushWriter { sink, injection }, PushReader { stream, mask }))
    }
}

async fn open(egress: &PurposeEgress, url: &Url, request: Request<()>) -> Result<Stream, NetError> {
    let host = url.host_str().unwrap_or_default();
    let port = url.port_or_known_default().unwrap_or(443);
    let addresses = egress.resolve(host, port).await.map_err(|e| match e {
        EgressError::Unknown { .. } => NetError::Dns(Detail::new("socket.dns", e.to_string())),
        EgressError::Refused { .. } => denied("socket.address", e.to_string()),
    })?;
    let mut failed = NetError::Connect(Detail::new("socket.connect", "no address answered"));
    for address in addresses.into_iter().take(4) {
        let tcp = match TcpStream::connect(address).await {
            Ok(tcp) => tcp,
            Err(e) => {
                failed = NetError::Connect(Detail::new("socket.connect", e.to_string()));
                continue;
            }
        };
        // Frames are small, and a heartbeat must not wait for the one before it.
        let _slower_but_works = tcp.set_nodelay(true);
        let wire: Box<dyn Wire> =
            if url.scheme() == "wss" { Box::new(tls(host, tcp).await?) } else { Box::new(tcp) };
        let config = WebSocketConfig::default()
            .read_buffer_size(16 << 10)
            .write_buffer_size(0)
            .max_write_buffer_size(8 << 20)
            .max_message_size(Some(FRAME_MAX))
            .max_frame_size(Some(FRAME_MAX));
        let opened = client_async_with_config(request, wire, Some(config)).await;
        return opened.map(|(stream, _)| stream).map_err(|e| refused(&e));
    }
    Err(failed)
}

fn request(grant: &Grant<'_>, plain: &Url, plan: &SocketPlan) -> Result<Request<()>, NetError> {
    let filled = fill(grant, plain, Spot::Url, &plan.url)?;
    // The text may hold a secret by now, so a parser's message is not passed on.
    let unusable = || denied("socket.url", "the address cannot be used");
    let url = Url::parse(&filled).map_err(|_| unusable())?;
    if url.origin() != plain.origin() || url.fragment().is_some() {
        return Err(denied("socket.url", "a credential changed where the connection goes"));
    }
    let mut request = url.as_str().into_client_request().map_err(|_| unusable())?;
    for (name, value) in &plan.headers {
        grant.header(name)?;
        let malformed = || denied("socket.header", format!("the header `{name}` is malformed"));
        let value = match std::str::from_utf8(value) {
            Ok(text) => fill(grant, plain, Spot::Header(name), text)?.into_bytes(),
            Err(_) => value.clone(),
        };
        let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| malformed())?;
        let value = HeaderValue::from_bytes(&value).map_err(|_| malformed())?;
        request.headers_mut().insert(header, value);
    }
    if !plan.subprotocols.is_empty() {
        let list = HeaderValue::from_str(&plan.subprotocols.join(", "))
            .map_err(|_| denied("socket.subprotocol", "a subprotocol's name is malformed"))?;
        request.headers_mut().insert(HeaderName::from_static("sec-websocket-protocol"), list);
    }
    Ok(request)
}

async fn tls(host: &str, tcp: TcpStream) -> Result<impl Wire + use<>, NetError> {
    let failed = |text: String| NetError::Tls(Detail::new("socket.tls", text));
    let bare = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let name = rustls::pki_types::ServerName::try_from(bare).map_err(|e| failed(e.to_string()))?;
    let connector = tokio_rustls::TlsConnector::from(crate::tls::client_config());
    connector.connect(name, tcp).await.map_err(|e| failed(e.to_string()))
}

/// Why a handshake failed; the provider's own page is not repeated.
fn refused(e: &Error) -> NetError {
    let text = match e {
        Error::Http(response) => {
            format!("the provider refused the connection with {}", response.status().as_u16())
        }
        e => e.to_string(),
    };
    NetError::Connect(Detail::new("socket.handshake", text))
}

impl PushWriter {
    /// Sends a frame. `inject` says whether credentials may be put in: not into an answer to frames
    /// that hold a placeholder themselves, for then somebody outside may have written it.
    pub async fn send(&mut self, frame: &SocketFrame, inject: bool) -> Result<(), String> {
        let message = match frame {
            SocketFrame::Text(text) if inject => {
                let url = &self.injection.url;
                let filled = fill(&self.injection.grant(), url, Spot::Frame, text);
                Message::text(filled.map_err(|e| net_error_text(&e))?)
            }
            SocketFrame::Text(text) => Message::text(text.clone()),
            SocketFrame::Binary(bytes) => Message::binary(bytes.clone()),
        };
        self.leave(message).await
    }

    /// Asks the other side whether it still lives.
    pub async fn ping(&mut self) -> Result<(), String> {
        self.leave(Message::Ping(Vec::new().into())).await
    }

    /// Says goodbye with a code; one that may not be sent becomes 1000.
    pub async fn close(&mut self, code: u16) {
        let code =
            if matches!(code, 1000..=1003 | 1007..=1014 | 3000..=4999) { code } else { 1000 };
        let frame = CloseFrame { code: CloseCode::from(code), reason: "".into() };
        let _it_may_be_gone = self.leave(Message::Close(Some(frame))).await;
    }

    async fn leave(&mut self, message: Message) -> Result<(), String> {
        match timeout(SEND, self.sink.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(e)) => Err(e.to_string()),
            Err(_) => Err("a frame did not leave in time".to_owned()),
        }
    }
}

impl PushReader {
    /// Waits for what comes next. After `Closed` there is nothing more.
    pub async fn next(&mut self) -> Pushed {
        match self.stream.next().await {
            Some(Ok(Message::Text(text))) => {
                Pushed::Frame(SocketFrame::Text(self.mask.text(&text).replace('\0', "")))
            }
            Some(Ok(Message::Binary(bytes))) => {
                Pushed::Frame(SocketFrame::Binary(self.mask.whole(bytes.to_vec())))
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => Pushed::Alive,
            Some(Ok(Message::Close(frame))) => match frame {
                Some(frame) => {
                    Pushed::Closed(frame.code.into(), self.mask.text(frame.reason.as_str()))
                }
                None => Pushed::Closed(1005, String::new()),
            },
            Some(Err(Error::Capacity(CapacityError::MessageTooLong { .. }))) => {
                Pushed::Closed(1009, format!("a frame of more than {FRAME_MAX} bytes"))
            }
            Some(Err(Error::ConnectionClosed | Error::AlreadyClosed)) | None => {
                Pushed::Closed(1006, String::new())
            }
            Some(Err(e)) => Pushed::Closed(1006, self.mask.text(&e.to_string())),
        }
    }
}

/// A refusal in one sentence.
#[must_use]
pub fn net_error_text(e: &NetError) -> String {
    match e {
        NetError::Denied(d) | NetError::Dns(d) | NetError::Connect(d) | NetError::Tls(d) => {
            d.message.clone()
        }
        NetError::Timeout { .. } => "the provider did not answer in time".to_owned(),
        NetError::TooLarge => "the answer was too large".to_owned(),
        NetError::Budget => "too many requests".to_owned(),
    }
}
