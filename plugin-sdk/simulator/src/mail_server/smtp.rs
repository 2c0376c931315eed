//! SMTP as a provider's submission server speaks it: sign in, then one mail after the other.
use std::io::{self, ErrorKind};
use std::sync::Weak;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tokio::net::TcpStream;

use super::wire::{Wire, plain};
use super::{MailServer, SIZE_MAX, address};
use crate::network::hold;
use crate::network::model::Account;

/// Recipients of one mail.
const RECIPIENTS_MAX: usize = 100;

/// One conversation, to its end.
pub async fn talk(stream: TcpStream, mail: Weak<MailServer>) {
    let mut talk = Talk { wire: Wire::new(stream), account: None, from: None, to: Vec::new() };
    // A connection that broke is nobody's loss: nothing was accepted on it without an answer.
    let _ = talk.all(&mail).await;
}

struct Talk {
    wire: Wire,
    account: Option<Account>,
    from: Option<String>,
    to: Vec<String>,
}

impl Talk {
    async fn all(&mut self, mail: &Weak<MailServer>) -> io::Result<()> {
        self.wire.say("220 simulator ESMTP").await?;
        while let Some(line) = self.wire.line().await? {
            let Some(mail) = mail.upgrade() else { return self.wire.say("421 ends").await };
            let (verb, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let answer = match verb.to_ascii_uppercase().as_str() {
                "EHLO" => {
                    let size = format!("250-SIZE {SIZE_MAX}");
                    for line in ["250-simulator", &size, "250-8BITMIME", "250-SMTPUTF8"] {
                        self.wire.say(line).await?;
                    }
                    "250 AUTH PLAIN LOGIN".to_owned()
                }
                "HELO" => "250 simulator".to_owned(),
                "NOOP" => "250 2.0.0 here".to_owned(),
                "RSET" => {
                    self.forget();
                    "250 2.0.0 forgotten".to_owned()
                }
                "QUIT" => return self.wire.say("221 2.0.0 until next time").await,
                "AUTH" => self.sign_in(&mail, rest).await?,
                "MAIL" => self.sender(rest),
                "RCPT" => self.recipient(rest),
                "DATA" => self.data(&mail).await?,
                _ => "502 5.5.1 this is not played here".to_owned(),
            };
            self.wire.say(&answer).await?;
        }
        Ok(())
    }

    fn forget(&mut self) {
        self.from = None;
        self.to.clear();
    }

    async fn asked(&mut self, what: &str) -> io::Result<String> {
        self.wire.say(&format!("334 {}", STANDARD.encode(what))).await?;
        Ok(self.wire.line().await?.unwrap_or_default())
    }

    async fn sign_in(&mut self, mail: &MailServer, rest: &str) -> io::Result<String> {
        if self.account.is_some() {
            return Ok("503 5.5.1 signed in already".to_owned());
        }
        let (how, first) = rest.split_once(' ').unwrap_or((rest, ""));
        let pair = match how.to_ascii_uppercase().as_str() {
            "PLAIN" if first.is_empty() => plain(&self.asked("").await?),
            "PLAIN" => plain(first),
            "LOGIN" => {
                let word = |coded: String| String::from_utf8(STANDARD.decode(coded).ok()?).ok();
                let user = word(self.asked("Username:").await?);
                user.zip(word(self.asked("Password:").await?))
            }
            _ => return Ok("504 5.5.4 only PLAIN and LOGIN".to_owned()),
        };
        self.account = pair.and_then(|(user, password)| mail.signed_in(&user, &password));
        Ok(match self.account {
            Some(_) => "235 2.7.0 welcome".to_owned(),
            None => "535 5.7.8 wrong user name or password".to_owned(),
        })
    }

    fn sender(&mut self, rest: &str) -> String {
        let Some(account) = &self.account else {
            return "530 5.7.0 sign in first".to_owned();
        };
        let Some((from, parameters)) = path(rest, "FROM:") else {
            return "501 5.5.4 MAIL FROM:<address>".to_owned();
        };
        let size = parameters.split(' ').find_map(|one| one.strip_prefix("SIZE=")?.parse().ok());
        if size.is_some_and(|size: usize| size > SIZE_MAX) {
            return "552 5.3.4 the mail is too large".to_owned();
        }
        if !from.is_empty() && !from.eq_ignore_ascii_case(&address(account)) {
            return format!("553 5.7.1 <{from}> is not yours");
        }
        self.from = Some(from);
        self.to.clear();
        "250 2.1.0 go on".to_owned()
    }

    fn recipient(&mut self, rest: &str) -> String {
        if self.from.is_none() {
            return "503 5.5.1 MAIL comes first".to_owned();
        }
        match path(rest, "TO:") {
            Some((to, _)) if to.contains('@') => {
                // A domain that no server is found for is refused at once.
                if to.ends_with(".invalid") {
                    return format!("550 5.1.2 <{to}>: there is no such domain");
                }
                if self.to.len() == RECIPIENTS_MAX {
                    return "452 4.5.3 too many recipients".to_owned();
                }
                self.to.push(to.to_ascii_lowercase());
                "250 2.1.5 go on".to_owned()
            }
            _ => "501 5.1.3 RCPT TO:<address>".to_owned(),
        }
    }

    async fn data(&mut self, mail: &MailServer) -> io::Result<String> {
        let (Some(account), false) = (self.account.clone(), self.to.is_empty()) else {
            return Ok("503 5.5.1 RCPT comes first".to_owned());
        };
        self.wire.say("354 end with a dot").await?;
        let mut raw = Vec::new();
        loop {
            let line = self.wire.bytes().await?.ok_or(ErrorKind::UnexpectedEof)?;
            if line == b"." {
                break;
            }
            // Read to its end all the same: the answer comes after the dot.
            if raw.len() <= SIZE_MAX {
                raw.extend_from_slice(line.strip_prefix(b".").unwrap_or(&line));
                raw.extend_from_slice(b"\r\n");
            }
        }
        let to = std::mem::take(&mut self.to);
        self.forget();
        if raw.len() > SIZE_MAX {
            return Ok("552 5.3.4 the mail is too large".to_owned());
        }
        let fault = hold(&mail.network.faults).strike(&account.key, "send");
        let (mut taken, mut answer) = (true, Ok("250 2.0.0 taken".to_owned()));
        if let Some(fault) = fault {
            tokio::time::sleep(Duration::from_millis(fault.delay_ms)).await;
            taken = fault.after_accept || !(fault.cut || fault.status.is_some());
            answer = match fault.status.filter(|_| !fault.cut) {
                Some(status) => Ok(refusal(status)),
                None if fault.cut || fault.after_accept => Err(ErrorKind::ConnectionAborted.into()),
                None => answer,
            };
        }
        if taken {
            mail.deliver(&account, &to, &raw);
        }
        answer
    }
}

/// What an HTTP status is here: too often and errors of the server pass, the others do not.
fn refusal(status: u16) -> String {
    match status {
        429 => "450 4.7.1 too many mails just now: ordered".to_owned(),
        500.. => "451 4.3.0 local error in processing: ordered".to_owned(),
        _ => "554 5.7.1 refused: ordered".to_owned(),
    }
}

/// `FROM:<a@b> SIZE=1` as address and parameters.
fn path(rest: &str, name: &str) -> Option<(String, String)> {
    let head = rest.get(..name.len()).filter(|head| head.eq_ignore_ascii_case(name))?;
    let (address, parameters) =
        rest[head.len()..].trim_start().strip_prefix('<')?.split_once('>')?;
    Some((address.to_owned(), parameters.trim().to_ascii_uppercase()))
}
