//! An agent's socket.

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
        let url = format!("{}/socket", desk.url.replacen("http", "ws", 1));
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("authorization", format!("Bearer {}", desk.token).parse()?);
        // Ten thousand of them share this process.
        let small = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let (stream, _) = connect_async_with_config(request, Some(small), true).await?;
        let mut this = Self(stream);
        let hello = this.text().await?;
        if !hello.contains(r#""event":"hello""#) {
            bail!("the first frame is {hello}");
        }
        this.0.send(Message::text(r#"{"event":"live","data":{},"id":1}"#)).await?;
        loop {
            if this.text().await?.contains(r#""ack":1"#) {
                return Ok(this);
            }
        }
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
