//! Sockets of agents and of visitors.

use super::Desk;
use anyhow::{Context as _, Result, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async_with_config,
    tungstenite::{
        Bytes, Message, Utf8Bytes, client::IntoClientRequest as _, protocol::WebSocketConfig,
    },
};

pub struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// Opens a socket that gets what is announced from now on.
    pub async fn live(desk: &Desk) -> Result<Self> {
        let bearer = format!("Bearer {}", desk.token);
        let mut this = Self::open(&desk.url, &[("authorization", &bearer)]).await?;
        let hello = this.text().await?;
        if !hello.contains(r#""event":"hello""#) {
            bail!("the first frame is {hello}");
        }
        this.send(r#"{"event":"live","data":{},"id":1}"#).await?;
        loop {
            if this.text().await?.contains(r#""ack":1"#) {
                return Ok(this);
            }
        }
    }

    /// Opens the socket of a visitor whose address, as a proxy tells it, is `from`.
    pub async fn visitor(url: &str, from: &str) -> Result<Self> {
        Self::open(url, &[("sec-websocket-protocol", "livechat"), ("x-forwarded-for", from)]).await
    }

    async fn open(url: &str, headers: &[(&'static str, &str)]) -> Result<Self> {
        let mut request =
            format!("{}/socket", url.replacen("http", "ws", 1)).into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse()?);
        }
        // Ten thousand of them share this process.
        let small = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (stream, _) = connect_async_with_config(request, Some(small), true).await?;
        Ok(Self(stream))
    }

    /// Sends one text frame.
    pub async fn send(&mut self, text: &str) -> Result<()> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// The next text frame.
    pub async fn text(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.0.next().await.context("the socket ended")?? {
                Message::Text(text) => return Ok(text),
                Message::Ping(_) => self.0.send(Message::Pong(Bytes::new())).await?,
                Message::Close(close) => bail!("the server closed the socket: {close:?}"),
                _ => {}
            }
        }
    }
}
