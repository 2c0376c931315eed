//! A byte stream that refuses more than was asked for, so a server cannot fill our memory.
//!
//! An IMAP server announces large data as `{n}` at the end of a line. The client library reserves
//! that many bytes at once, so the announcement itself has to be checked before it gets there.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A connection, whatever protects it.
pub(super) trait Wire:
    AsyncRead + AsyncWrite + Send + Sync + Unpin + std::fmt::Debug
{
}
impl<T: AsyncRead + AsyncWrite + Send + Sync + Unpin + std::fmt::Debug> Wire for T {}

/// Longest line outside a literal. Nothing we ask for is answered by longer ones.
const MAX_LINE: u64 = 256 * 1024;

/// Wraps a connection and reads along.
#[derive(Debug)]
pub(super) struct Metered {
    inner: Box<dyn Wire>,
    lexer: Literals,
}

impl Metered {
    /// Literals above `max` bytes end the connection.
    pub(super) fn new(inner: Box<dyn Wire>, max: u64) -> Self {
        Self { inner, lexer: Literals { max, ..Literals::default() } }
    }

    /// The connection itself, for the upgrade to TLS.
    pub(super) fn into_inner(self) -> Box<dyn Wire> {
        self.inner
    }
}

/// Follows lines and literals without keeping any of them.
#[derive(Debug, Default)]
struct Literals {
    max: u64,
    /// Bytes of the current literal still to come.
    skip: u64,
    /// Bytes of the current line so far.
    line: u64,
    tail: Tail,
}

/// What the end of the current line looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tail {
    #[default]
    Text,
    Digits(u64),
    Closed(u64),
    Return(u64),
}

impl Literals {
    fn feed(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            if self.skip > 0 {
                let n = usize::try_from(self.skip).unwrap_or(usize::MAX).min(bytes.len());
                self.skip -= n as u64;
                bytes = &bytes[n..];
                continue;
            }
            let b = bytes[0];
            bytes = &bytes[1..];
            self.line += 1;
            self.tail = match (self.tail, b) {
                (_, b'{') => Tail::Digits(0),
                (Tail::Digits(n), b'0'..=b'9') => {
                    Tail::Digits(n.saturating_mul(10).saturating_add(u64::from(b - b'0')))
                }
                (Tail::Digits(n), b'}') => Tail::Closed(n),
                (Tail::Closed(n), b'\r') => Tail::Return(n),
                (Tail::Return(n), b'\n') => {
                    if n > self.max {
                        return Err(io::Error::other(format!(
                            "the server announced {n} bytes, more than the {} asked for",
                            self.max
                        )));
                    }
                    self.skip = n;
                    self.line = 0;
                    Tail::Text
                }
                _ => Tail::Text,
            };
            if b == b'\n' {
                self.line = 0;
            } else if self.line > MAX_LINE {
                return Err(io::Error::other("the server sent a line that does not end"));
            }
        }
        Ok(())
    }
}

impl AsyncRead for Metered {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        std::task::ready!(Pin::new(&mut self.inner).poll_read(cx, buf))?;
        Poll::Ready(self.lexer.feed(&buf.filled()[before..]))
    }
}

impl AsyncWrite for Metered {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::Literals;

    fn lexer() -> Literals {
        Literals { max: 1000, ..Literals::default() }
    }

    #[test]
    fn a_literal_within_the_limit_is_skipped_whole() {
        let mut l = lexer();
        // The literal holds something that looks like a huge announcement: it is content.
        l.feed(b"* 1 FETCH (BODY[] {13}\r\n{99999999}\r\n.)\r\n* 2 EXISTS\r\n").unwrap();
        assert_eq!((l.skip, l.line), (0, 0));
    }

    #[test]
    fn an_announcement_above_the_limit_fails_before_its_data() {
        let text = b"* 1 FETCH (BODY[] {1001}\r\n";
        assert!(lexer().feed(text).is_err());
        // Split anywhere, the answer is the same.
        for at in 1..text.len() {
            let mut l = lexer();
            assert!(l.feed(&text[..at]).and_then(|()| l.feed(&text[at..])).is_err(), "at {at}");
        }
        assert!(lexer().feed(b"* X {99999999999999999999999}\r\n").is_err());
    }

    #[test]
    fn an_endless_line_fails() {
        let mut l = lexer();
        let chunk = vec![b'a'; 64 * 1024];
        assert!((0..5).any(|_| l.feed(&chunk).is_err()));
    }
}
