//! The least HTTP client there is: a benchmark's load must not cost more than what it measures.

use anyhow::{Context as _, Result, bail};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// One connection that is kept.
pub struct Wire {
    stream: TcpStream,
    seen: Vec<u8>,
}

impl Wire {
    /// Connects to `http://host:port`.
    pub async fn connect(url: &str) -> Result<Self> {
        let address = url.trim_start_matches("http://");
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, seen: Vec::with_capacity(4096) })
    }

    /// Posts JSON and gives the status. `head` holds complete header lines.
    pub async fn post(&mut self, path: &str, head: &str, body: &str) -> Result<u16> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: rig\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n{head}\r\n{body}",
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.seen.clear();
        loop {
            if self.stream.read_buf(&mut self.seen).await? == 0 {
                bail!("the server closed the connection");
            }
            if let Some(end) = self.seen.windows(4).position(|four| four == b"\r\n\r\n") {
                let head = std::str::from_utf8(&self.seen[..end])?.to_ascii_lowercase();
                let length: usize = head
                    .lines()
                    .find_map(|line| line.strip_prefix("content-length:"))
                    .map_or(Ok(0), |length| length.trim().parse())?;
                if head.contains("transfer-encoding") {
                    bail!("an answer of unknown length");
                }
                while self.seen.len() < end + 4 + length {
                    if self.stream.read_buf(&mut self.seen).await? == 0 {
                        bail!("the server broke its answer off");
                    }
                }
                let status = head.split(' ').nth(1).context("a status")?;
                return Ok(status.parse()?);
            }
        }
    }
}
