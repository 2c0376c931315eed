//! IMAP4rev1 as far as a desk reads one mailbox: sign in, open the inbox, list, fetch, wait.
//! What it does not play is answered with BAD.
use std::io;
use std::sync::{Arc, Weak};

use tokio::net::TcpStream;

use super::fetch::{self, Set};
use super::wire::{Wire, plain};
use super::{MailServer, address};
use crate::network::hold;
use crate::network::model::Account;

const CAPABILITIES: &str = "IMAP4rev1 AUTH=PLAIN IDLE ID";
const GONE: &str = "* BYE the simulator ends";

/// One conversation, to its end.
pub async fn talk(stream: TcpStream, mail: Weak<MailServer>) {
    let mut talk = Talk { wire: Wire::new(stream), mail, account: None, open: None };
    // A connection that broke is nobody's loss.
    let _ = talk.all().await;
}

struct Talk {
    wire: Wire,
    mail: Weak<MailServer>,
    account: Option<Account>,
    /// The inbox is open, and this many mails were told of.
    open: Option<usize>,
}

/// How a command ended.
enum CommandResult {
    Ok(&'static str),
    No(&'static str),
    Bad(&'static str),
    Bye,
}

impl Talk {
    async fn all(&mut self) -> io::Result<()> {
        self.wire.say(&format!("* OK [CAPABILITY {CAPABILITIES}] simulator")).await?;
        while let Some(line) = self.wire.line().await? {
            let Some(mail) = self.mail.upgrade() else { return self.wire.say(GONE).await };
            let mut words = line.splitn(3, ' ');
            let (Some(tag), Some(verb)) = (words.next(), words.next()) else {
                self.wire.say("* BAD a tag and a command").await?;
                continue;
            };
            let rest = words.next().unwrap_or_default();
            let said = self.command(&mail, &verb.to_ascii_uppercase(), rest).await?;
            self.grown(&mail).await?;
            let (kind, text) = match said {
                CommandResult::Ok(text) => ("OK", text),
                CommandResult::No(text) => ("NO", text),
                CommandResult::Bad(text) => ("BAD", text),
                CommandResult::Bye => ("OK", "done"),
            };
            self.wire.say(&format!("{tag} {kind} {text}")).await?;
            if matches!(said, CommandResult::Bye) {
                break;
            }
        }
        Ok(())
    }

    async fn command(
        &mut self,
        mail: &Arc<MailServer>,
        verb: &str,
        rest: &str,
    ) -> io::Result<CommandResult> {
        match verb {
            "CAPABILITY" => {
                self.wire.say(&format!("* CAPABILITY {CAPABILITIES}")).await?;
                Ok(CommandResult::Ok("done"))
            }
            "ID" => {
                self.wire.say("* ID (\"name\" \"simulator\")").await?;
                Ok(CommandResult::Ok("done"))
            }
            "NOOP" | "CHECK" => Ok(CommandResult::Ok("done")),
            "LOGOUT" => {
                self.wire.say("* BYE until next time").await?;
                Ok(CommandResult::Bye)
            }
            "LOGIN" if self.account.is_none() => Ok(match strings(rest).as_slice() {
                [user, password] => self.sign_in(mail, user, password),
                _ => CommandResult::Bad("a user name and a password"),
            }),
            "AUTHENTICATE" if self.account.is_none() => {
                if !rest.eq_ignore_ascii_case("PLAIN") {
                    return Ok(CommandResult::No("only PLAIN"));
                }
                self.wire.say("+ ").await?;
                let answer = self.wire.line().await?.unwrap_or_default();
                Ok(match plain(&answer) {
                    Some((user, password)) => self.sign_in(mail, &user, &password),
                    None => CommandResult::Bad("no user name and password"),
                })
            }
            _ => match self.account.clone() {
                None => Ok(CommandResult::Bad("sign in first")),
                Some(account) if !known(mail, &account) => {
                    self.wire.say("* BYE this mailbox is closed").await?;
                    Ok(CommandResult::Bye)
                }
                Some(account) => self.inside(mail, &account, verb, rest).await,
            },
        }
    }

    fn sign_in(&mut self, mail: &MailServer, user: &str, password: &str) -> CommandResult {
        self.account = mail.signed_in(user, password);
        match self.account {
            Some(_) => CommandResult::Ok("welcome"),
            None => CommandResult::No("[AUTHENTICATIONFAILED] wrong user name or password"),
        }
    }

    // What may be asked once signed in.
    async fn inside(
        &mut self,
        mail: &Arc<MailServer>,
        account: &Account,
        verb: &str,
        rest: &str,
    ) -> io::Result<CommandResult> {
        match (verb, self.open) {
            ("SELECT" | "EXAMINE", _) => self.select(mail, account, rest).await,
            ("IDLE", _) => self.idle(mail).await,
            (_, None) => Ok(CommandResult::Bad("no such command, or open a mailbox first")),
            ("CLOSE", _) => {
                self.open = None;
                Ok(CommandResult::Ok("done"))
            }
            ("FETCH", Some(_)) => self.fetch(mail, account, rest, false).await,
            ("UID", Some(_)) => match rest.split_once(' ') {
                Some((what, rest)) if what.eq_ignore_ascii_case("FETCH") => {
                    self.fetch(mail, account, rest, true).await
                }
                _ => Ok(CommandResult::Bad("only UID FETCH is played here")),
            },
            _ => Ok(CommandResult::Bad("this is not played here")),
        }
    }

    async fn select(
        &mut self,
        mail: &MailServer,
        account: &Account,
        name: &str,
    ) -> io::Result<CommandResult> {
        self.open = None;
        if !strings(name).first().is_some_and(|name| name.eq_ignore_ascii_case("INBOX")) {
            return Ok(CommandResult::No("[NONEXISTENT] there is only the INBOX"));
        }
        let count = mail.count(&account.key);
        self.wire.say("* FLAGS (\\Seen)").await?;
        self.wire.say(&format!("* {count} EXISTS")).await?;
        self.wire.say("* 0 RECENT").await?;
        self.wire.say(&format!("* OK [UIDVALIDITY {}] valid", mail.uid_validity)).await?;
        self.wire.say(&format!("* OK [UIDNEXT {}] next", count + 1)).await?;
        self.open = Some(count);
        Ok(CommandResult::Ok("[READ-WRITE] open"))
    }

    async fn fetch(
        &mut self,
        mail: &MailServer,
        account: &Account,
        rest: &str,
        by_uid: bool,
    ) -> io::Result<CommandResult> {
        let Some((set, items)) = rest.split_once(' ') else {
            return Ok(CommandResult::Bad("what of which"));
        };
        let (Some(set), Some(items)) = (Set::read(set), fetch::items(items)) else {
            return Ok(CommandResult::Bad("this is not played here"));
        };
        let all = hold(&mail.facts).mailboxes.get(&account.key).cloned().unwrap_or_default();
        // A number that was not told of is a mistake; a UID that is not there is nothing.
        if !by_uid && set.highest(all.len()) > self.open.unwrap_or(0) {
            return Ok(CommandResult::Bad("there is no such message"));
        }
        for (place, letter) in all.iter().enumerate() {
            if set.holds(place + 1, all.len()) {
                let answer = fetch::answer(place + 1, letter, &items, by_uid);
                self.wire.write(&answer).await?;
            }
        }
        Ok(CommandResult::Ok("done"))
    }

    // Tells of mail that has come, before the answer to whatever was asked.
    async fn grown(&mut self, mail: &MailServer) -> io::Result<()> {
        let (Some(told), Some(account)) = (self.open, &self.account) else { return Ok(()) };
        let count = mail.count(&account.key);
        if count > told {
            self.open = Some(count);
            self.wire.say(&format!("* {count} EXISTS")).await?;
        }
        Ok(())
    }

    async fn idle(&mut self, mail: &Arc<MailServer>) -> io::Result<CommandResult> {
        let mut news = mail.news.subscribe();
        self.wire.say("+ idling").await?;
        loop {
            let account = self.account.clone();
            if !account.is_some_and(|account| known(mail, &account)) {
                self.wire.say("* BYE this mailbox is closed").await?;
                return Ok(CommandResult::Bye);
            }
            self.grown(mail).await?;
            tokio::select! {
                changed = news.changed() => if changed.is_err() {
                    return Ok(CommandResult::Bye);
                },
                ready = self.wire.wakes() => {
                    ready?;
                    let line = self.wire.line().await?.unwrap_or_default();
                    return Ok(match line.eq_ignore_ascii_case("DONE") {
                        true => CommandResult::Ok("done"),
                        false => CommandResult::Bad("DONE ends waiting"),
                    });
                }
            }
        }
    }
}

// Whether the mailbox is there still, with the same password.
fn known(mail: &MailServer, account: &Account) -> bool {
    mail.signed_in(&address(account), &account.token).is_some_and(|now| now.key == account.key)
}

/// The words of a command, quoted or bare.
fn strings(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(first) = letters.next() {
        let mut word = String::new();
        match first {
            ' ' => continue,
            '"' => {
                while let Some(letter) = letters.next().filter(|letter| *letter != '"') {
                    let letter = if letter == '\\' { letters.next() } else { Some(letter) };
                    word.extend(letter);
                }
            }
            first => {
                word.push(first);
                while let Some(letter) = letters.next_if(|letter| *letter != ' ') {
                    word.push(letter);
                }
            }
        }
        all.push(word);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::strings;

    #[test]
    fn words_are_quoted_or_bare() {
        for (text, wanted) in [
            ("a b", vec!["a", "b"]),
            ("\"support@x.test\" \"p\\\"w \\\\\"", vec!["support@x.test", "p\"w \\"]),
            ("INBOX", vec!["INBOX"]),
            ("\"\"", vec![""]),
            ("", vec![]),
        ] {
            assert_eq!(strings(text), wanted, "{text}");
        }
    }
}
