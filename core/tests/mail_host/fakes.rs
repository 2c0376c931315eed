//! Servers that misbehave in ways a real one cannot be made to.

use std::sync::{Arc, Mutex};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
};

/// A mailbox a test can change while it is watched.
#[derive(Default)]
pub struct FakeBox {
    pub validity: u32,
    /// UID and message; a message without bytes has a body the server refuses to give.
    pub mails: Vec<(u32, Option<Vec<u8>>)>,
    /// The size the server announces for every body, whatever it is.
    pub announce: Option<u64>,
    /// Comes at the end of a listing that found nothing new, which only says that there is more.
    pub late: Option<(u32, Option<Vec<u8>>)>,
    /// Commands that clients sent, verbs and arguments, without tags.
    pub seen: Vec<String>,
}

pub type Shared = Arc<Mutex<FakeBox>>;

/// An IMAP server without IDLE. Answers with its port.
pub async fn imap(state: Shared) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(imap_client(socket, state.clone()));
        }
    });
    port
}

async fn imap_client(socket: TcpStream, state: Shared) {
    let mut socket = BufReader::new(socket);
    socket.write_all(b"* OK ready\r\n").await.ok();
    let mut line = String::new();
    while socket.read_line(&mut line).await.is_ok_and(|n| n > 0) {
        let (tag, command) = line.trim_end().split_once(' ').unwrap_or_default();
        let answer = answer(command, &mut state.lock().unwrap());
        let mut out = Vec::new();
        let done = match answer {
            Ok(data) => {
                out.extend_from_slice(&data);
                format!("{tag} OK done\r\n")
            }
            Err(no) => format!("{tag} NO {no}\r\n"),
        };
        out.extend_from_slice(done.as_bytes());
        if socket.write_all(&out).await.is_err() {
            return;
        }
        line.clear();
    }
}

fn answer(command: &str, state: &mut FakeBox) -> Result<Vec<u8>, &'static str> {
    state.seen.push(command.split(" secret").next().unwrap_or_default().to_owned());
    let mut out = Vec::new();
    if command.starts_with("CAPABILITY") {
        out.extend_from_slice(b"* CAPABILITY IMAP4rev1\r\n");
    } else if command.starts_with("SELECT") {
        let (n, validity) = (state.mails.len(), state.validity);
        out.extend_from_slice(
            format!("* {n} EXISTS\r\n* OK [UIDVALIDITY {validity}] valid\r\n").as_bytes(),
        );
    } else if command.contains("RFC822.SIZE") {
        let (by_uid, range) = match command.strip_prefix("UID ") {
            Some(rest) => (true, rest),
            None => (false, command),
        };
        let first: u32 = range[6..].split(':').next().unwrap().parse().unwrap();
        for (i, (uid, raw)) in state.mails.iter().enumerate() {
            let seq = u32::try_from(i).unwrap() + 1;
            // Like real servers: a range above the highest UID still names the last message.
            let last = i + 1 == state.mails.len();
            if last || if by_uid { *uid >= first } else { seq >= first } {
                let size = raw.as_ref().map_or(10, Vec::len);
                out.extend_from_slice(
                    format!("* {seq} FETCH (UID {uid} RFC822.SIZE {size})\r\n").as_bytes(),
                );
            }
        }
        let nothing_new = by_uid && state.mails.last().is_some_and(|(uid, _)| first > *uid);
        if let Some(late) = state.late.take_if(|_| nothing_new) {
            state.mails.push(late);
            out.extend_from_slice(format!("* {} EXISTS\r\n", state.mails.len()).as_bytes());
        }
    } else if let Some(rest) = command.strip_prefix("UID FETCH ") {
        let uid: u32 = rest.split(' ').next().unwrap().parse().unwrap();
        let header = rest.contains("HEADER");
        let found = state.mails.iter().find(|(u, _)| *u == uid).ok_or("gone")?;
        let raw = match &found.1 {
            Some(raw) => raw.as_slice(),
            None if header => b"Subject: broken\r\n\r\n",
            None => return Err("[SERVERBUG] cannot read that message"),
        };
        let section = if header { "BODY[HEADER]<0>" } else { "BODY[]" };
        let size = state.announce.unwrap_or(raw.len() as u64);
        out.extend_from_slice(format!("* 1 FETCH (UID {uid} {section} {{{size}}}\r\n").as_bytes());
        out.extend_from_slice(raw);
        out.extend_from_slice(b")\r\n");
    }
    Ok(out)
}

/// Where the SMTP server below hangs up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum HangUp {
    AtData,
    InTheMiddle,
    AfterTheDot,
}

/// An SMTP server that takes everything and hangs up. Answers with its port.
pub async fn smtp(when: HangUp) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (socket, _) = listener.accept().await.unwrap();
        let mut socket = BufReader::new(socket);
        socket.write_all(b"220 fake\r\n").await.unwrap();
        let mut line = String::new();
        loop {
            line.clear();
            socket.read_line(&mut line).await.unwrap();
            if line.starts_with("DATA") {
                break;
            }
            socket.write_all(b"250 fine\r\n").await.unwrap();
        }
        if when == HangUp::AtData {
            return;
        }
        socket.write_all(b"354 go on\r\n").await.unwrap();
        let mut all = Vec::new();
        let mut some = vec![0; 64 * 1024];
        while !all.ends_with(b"\r\n.\r\n") {
            let n = socket.read(&mut some).await.unwrap();
            all.extend_from_slice(&some[..n]);
            if when == HangUp::InTheMiddle {
                return;
            }
        }
    });
    port
}
