//! Lines in both directions, as IMAP and SMTP have them.
use std::io;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// No command is longer.
const LINE_MAX: usize = 64 << 10;

/// One connection.
pub struct Wire(BufReader<TcpStream>);

impl Wire {
    pub fn new(stream: TcpStream) -> Self {
        Self(BufReader::new(stream))
    }

    /// The next line without its end; `None` at the end of the connection. May be dropped half-way
    /// only when nothing more is read afterwards.
    pub async fn line(&mut self) -> io::Result<Option<String>> {
        let Some(line) = self.bytes().await? else { return Ok(None) };
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    /// The same, as bytes.
    pub async fn bytes(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let limit = LINE_MAX as u64;
        if (&mut self.0).take(limit).read_until(b'\n', &mut line).await? == 0 {
            return Ok(None);
        }
        if line.pop_if(|last| *last == b'\n').is_none() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a line without an end"));
        }
        line.pop_if(|last| *last == b'\r');
        Ok(Some(line))
    }

    /// Waits until there is something to read, and takes none of it.
    pub async fn wakes(&mut self) -> io::Result<()> {
        self.0.fill_buf().await.map(drop)
    }

    /// Says one line.
    pub async fn say(&mut self, line: &str) -> io::Result<()> {
        self.write(format!("{line}\r\n").as_bytes()).await
    }

    pub async fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.get_mut().write_all(bytes).await
    }
}

/// User name and password of `AUTH PLAIN`.
pub fn plain(coded: &str) -> Option<(String, String)> {
    let bytes = STANDARD.decode(coded.trim()).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let mut parts = text.split('\0').skip(1).map(str::to_owned);
    Some((parts.next()?, parts.next()?))
}
