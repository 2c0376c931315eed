//! Handing a message to an SMTP server.
//!
//! The conversation is run step by step on the library's connection, because only so is it known
//! whether the final dot was sent when a connection breaks: before it nothing can have been
//! accepted, after it nobody knows.

use super::{
    MailError, Network, Security, SendError, ServerReply, SmtpSettings, connect::within,
    limited_stream::Wire,
};
use lettre::{
    Address,
    transport::smtp::{
        Error,
        authentication::{Credentials, Mechanism},
        client::{AsyncSmtpConnection, AsyncTokioStream},
        commands::{Data, Mail, Noop, Quit, Rcpt},
        extension::{ClientId, Extension, MailBodyParameter, MailParameter},
    },
};
use std::{
    borrow::Cow,
    future::Future,
    io,
    net::SocketAddr,
    pin::Pin,
    sync::atomic::{AtomicBool, Ordering},
    task::{Context, Poll},
    time::Duration,
};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf};

/// Hands `raw` in and answers with what the server said, usually its queue number.
///
/// One refused recipient refuses the message: nothing is sent to the others, so that the sender
/// can correct the address without sending twice. An empty `from` is the null sender.
pub async fn submit(
    settings: &SmtpSettings,
    net: &Network,
    from: &str,
    recipients: &[String],
    raw: &[u8],
) -> Result<String, SendError> {
    let sender = if from.is_empty() { None } else { Some(address(from)?) };
    let to = recipients.iter().map(|r| address(r)).collect::<Result<Vec<_>, _>>()?;
    if to.is_empty() {
        return Err(permanent("the message has no recipient"));
    }
    let raw = canonical(raw);
    let mut connection = connect(settings, net).await.map_err(|e| match e {
        Refused::Auth(said) => SendError::Auth(said),
        Refused::ServerReply(said) => SendError::Transient(said),
        Refused::Failed(e) => SendError::Transient(ServerReply { code: None, text: e.to_string() }),
    })?;

    let info = connection.server_info();
    let mut parameters = Vec::new();
    if to.iter().chain(&sender).any(|a| !AsRef::<str>::as_ref(a).is_ascii()) {
        if !info.supports_feature(Extension::SmtpUtfEight) {
            return Err(permanent("the mail server does not take addresses beyond ASCII"));
        }
        parameters.push(MailParameter::SmtpUtfEight);
    }
    if !raw.is_ascii() {
        if !info.supports_feature(Extension::EightBitMime) {
            return Err(permanent("the mail server takes only 7-bit messages"));
        }
        parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }

    let limit = net.tuning.command;
    let step = step(limit, connection.command(Mail::new(sender, parameters))).await;
    stop_unless(step, &mut connection, "").await?;
    for recipient in to {
        let name = recipient.to_string();
        let step = self::step(limit, connection.command(Rcpt::new(recipient, Vec::new()))).await;
        stop_unless(step, &mut connection, &name).await?;
    }
    let step = self::step(limit, connection.command(Data)).await;
    stop_unless(step, &mut connection, "").await?;

    let dot = AtomicBool::new(false);
    let answer = {
        // The iterator is asked for one more piece after all were written and flushed: from that
        // moment on the dot may be on its way.
        let mut pieces = raw.chunks(64 * 1024);
        let body = std::iter::from_fn(|| {
            let piece = pieces.next();
            dot.store(piece.is_none(), Ordering::Relaxed);
            piece
        });
        tokio::time::timeout(net.tuning.transfer, connection.message_iter(body)).await
    };
    let answer = match answer {
        Ok(Ok(response)) => Ok(said(response.code().into(), response.message())),
        Ok(Err(e)) if e.status().is_some() => Err(refusal(&e, "")),
        Ok(Err(e)) => Err(cut_off(dot.load(Ordering::Relaxed), e.to_string())),
        Err(_) => Err(cut_off(
            dot.load(Ordering::Relaxed),
            "the server did not answer in time".to_owned(),
        )),
    };
    if answer.is_ok() {
        // Already accepted: what happens to the goodbye changes nothing.
        tokio::time::timeout(Duration::from_secs(2), connection.command(Quit)).await.ok();
    }
    answer
}

/// Logs in and says goodbye; sends nothing.
pub async fn check_smtp(
    settings: &SmtpSettings,
    net: &Network,
) -> Result<Vec<(String, String)>, MailError> {
    let mut connection = connect(settings, net).await.map_err(|e| match e {
        Refused::Auth(said) => MailError::Auth(said.to_string()),
        Refused::ServerReply(said) => MailError::Server(said.to_string()),
        Refused::Failed(e) => e,
    })?;
    step(net.tuning.command, connection.command(Noop))
        .await
        .map_err(|e| MailError::Server(e.said().to_string()))?;
    let name = connection.server_info().name().to_owned();
    tokio::time::timeout(Duration::from_secs(2), connection.command(Quit)).await.ok();
    let login = if settings.user.is_empty() { "none".to_owned() } else { settings.user.clone() };
    Ok(vec![("SMTP server".to_owned(), name), ("SMTP login".to_owned(), login)])
}

/// Why there is no connection to send on.
enum Refused {
    Auth(ServerReply),
    ServerReply(ServerReply),
    Failed(MailError),
}

/// Why one step of the conversation failed.
enum Step {
    Lettre(Error),
    Late,
}

impl Step {
    fn said(&self) -> ServerReply {
        match self {
            Self::Lettre(e) => error_said(e),
            Self::Late => {
                ServerReply { code: None, text: "the server did not answer in time".into() }
            }
        }
    }
}

async fn step<T>(
    limit: Duration,
    command: impl Future<Output = Result<T, Error>>,
) -> Result<T, Step> {
    match tokio::time::timeout(limit, command).await {
        Ok(answer) => answer.map_err(Step::Lettre),
        Err(_) => Err(Step::Late),
    }
}

/// A failed step before the dot ends the conversation: nothing was accepted.
async fn stop_unless<T>(
    step: Result<T, Step>,
    connection: &mut AsyncSmtpConnection,
    about: &str,
) -> Result<T, SendError> {
    match step {
        Ok(answer) => Ok(answer),
        Err(failed) => {
            if matches!(&failed, Step::Lettre(e) if e.status().is_some()) {
                tokio::time::timeout(Duration::from_secs(2), connection.command(Quit)).await.ok();
            }
            Err(match failed {
                Step::Lettre(e) => refusal(&e, about),
                Step::Late => SendError::Transient(failed.said()),
            })
        }
    }
}

async fn connect(settings: &SmtpSettings, net: &Network) -> Result<AsyncSmtpConnection, Refused> {
    let limit = net.tuning.command;
    let hello = ClientId::default();
    let (mut wire, peer) = net
        .dial(&settings.host, settings.port, settings.security)
        .await
        .map_err(Refused::Failed)?;
    let mut greeting = Vec::new();
    if settings.security == Security::StartTls {
        within(limit, "STARTTLS", start_tls(&mut wire, &hello)).await.map_err(Refused::Failed)?;
        wire = net.upgrade(wire, &settings.host).await.map_err(Refused::Failed)?;
        // The server greets only once, before the handshake; the library expects it here.
        greeting = b"220 ready\r\n".to_vec();
    }
    let stream = Box::new(Resumed { wire, peer, greeting, read: 0 });
    let opened = step(limit, AsyncSmtpConnection::connect_with_transport(stream, &hello)).await;
    let mut connection = opened.map_err(|e| Refused::ServerReply(e.said()))?;
    if !settings.user.is_empty() {
        let credentials = Credentials::new(settings.user.clone(), settings.password.clone());
        let answer =
            step(limit, connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials)).await;
        if let Err(e) = answer {
            let refused = match &e {
                // 454 and its like say that the login could not be checked, not that it is wrong.
                Step::Lettre(e) => e.is_permanent() || e.is_client(),
                Step::Late => false,
            };
            let said = e.said();
            tokio::time::timeout(Duration::from_secs(2), connection.command(Quit)).await.ok();
            return Err(if refused { Refused::Auth(said) } else { Refused::ServerReply(said) });
        }
    }
    Ok(connection)
}

/// The plain part of STARTTLS. Read byte by byte, so that nothing which came before the handshake
/// can be taken for something that came after it.
async fn start_tls(wire: &mut Box<dyn Wire>, hello: &ClientId) -> Result<(), MailError> {
    expect(wire, 220).await?;
    wire.write_all(format!("EHLO {hello}\r\n").as_bytes()).await.map_err(io_failed)?;
    expect(wire, 250).await?;
    wire.write_all(b"STARTTLS\r\n").await.map_err(io_failed)?;
    expect(wire, 220)
        .await
        .map_err(|e| MailError::Tls(format!("the server does not offer STARTTLS ({e})")))
}

async fn expect(wire: &mut Box<dyn Wire>, code: u16) -> Result<(), MailError> {
    let mut line = Vec::new();
    for _ in 0..64 * 1024 {
        match wire.read_u8().await.map_err(io_failed)? {
            b'\n' => {
                let text = String::from_utf8_lossy(&line).trim_end().to_owned();
                let digits = text.get(..3).and_then(|d| d.parse::<u16>().ok());
                match (digits, text.as_bytes().get(3)) {
                    (Some(_), Some(b'-')) => line.clear(),
                    (Some(got), _) if got == code => return Ok(()),
                    _ => return Err(MailError::Server(text.chars().take(300).collect())),
                }
            }
            byte if line.len() < 2000 => line.push(byte),
            _ => break,
        }
    }
    Err(MailError::Server("this is not an SMTP server".into()))
}

fn io_failed(e: io::Error) -> MailError {
    MailError::Connect(e.to_string())
}

fn address(text: &str) -> Result<Address, SendError> {
    text.parse().map_err(|e| permanent(&format!("{text:?} is not a mail address: {e}")))
}

fn permanent(text: &str) -> SendError {
    SendError::Permanent(ServerReply { code: None, text: text.to_owned() })
}

fn cut_off(dot: bool, text: String) -> SendError {
    let said = ServerReply { code: None, text };
    if dot { SendError::Unknown(said) } else { SendError::Transient(said) }
}

fn error_said(e: &Error) -> ServerReply {
    let code = e.status().map(u16::from);
    let text = std::error::Error::source(e).map_or_else(|| e.to_string(), ToString::to_string);
    ServerReply { code, text: text.chars().take(500).collect() }
}

/// A negative reply before or after the message: the code decides.
fn refusal(e: &Error, about: &str) -> SendError {
    let mut said = error_said(e);
    if !about.is_empty() {
        said.text = format!("<{about}>: {}", said.text);
    }
    match said.code {
        Some(530 | 534 | 535 | 538) => SendError::Auth(said),
        Some(500..=599) => SendError::Permanent(said),
        _ => SendError::Transient(said),
    }
}

fn said<'a>(code: u16, lines: impl Iterator<Item = &'a str>) -> String {
    let text = lines.collect::<Vec<_>>().join(" ");
    format!("{code} {text}").trim().chars().take(500).collect()
}

/// Every line ends in CR LF, and neither stands alone: servers disagree about what a lone one
/// means, and that disagreement has been used to smuggle a second message into a first.
fn canonical(raw: &[u8]) -> Cow<'_, [u8]> {
    let lone = |i: usize| match raw[i] {
        b'\n' => i == 0 || raw[i - 1] != b'\r',
        b'\r' => raw.get(i + 1) != Some(&b'\n'),
        _ => false,
    };
    if !(0..raw.len()).any(lone) {
        return Cow::Borrowed(raw);
    }
    let mut out = Vec::with_capacity(raw.len() + raw.len() / 32);
    for (i, byte) in raw.iter().enumerate() {
        if lone(i) {
            out.extend_from_slice(b"\r\n");
        } else {
            out.push(*byte);
        }
    }
    Cow::Owned(out)
}

/// A connection that first repeats a greeting which was already read.
#[derive(Debug)]
struct Resumed {
    wire: Box<dyn Wire>,
    peer: SocketAddr,
    greeting: Vec<u8>,
    read: usize,
}

impl AsyncTokioStream for Resumed {
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.peer)
    }
}

impl AsyncRead for Resumed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.read < self.greeting.len() {
            let n = buf.remaining().min(self.greeting.len() - self.read);
            buf.put_slice(&self.greeting[self.read..self.read + n]);
            self.read += n;
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.wire).poll_read(cx, buf)
    }
}

impl AsyncWrite for Resumed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.wire).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.wire).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.wire).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn line_ends_become_canonical() {
        assert_eq!(&*canonical(b"a\r\nb\r\n"), b"a\r\nb\r\n");
        assert_eq!(&*canonical(b"a\nb\r\rc\r\n\n"), b"a\r\nb\r\n\r\nc\r\n\r\n");
        assert_eq!(&*canonical(b"x\n.\r\nMAIL FROM:<e@x>\n"), b"x\r\n.\r\nMAIL FROM:<e@x>\r\n");
        assert_eq!(&*canonical(b"\r"), b"\r\n");
    }
}
