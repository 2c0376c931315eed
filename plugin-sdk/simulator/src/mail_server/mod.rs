//! A mail provider: a mailbox read by IMAP and a server that takes mail by SMTP, both without TLS and
//! on this machine only.
//!
//! The two ports follow the simulator's own where those are free, so that a desk finds its mailbox
//! after both were started again; else any two are taken. Mail is forgotten at the end, which the
//! mailbox tells by another UIDVALIDITY.
mod fetch;
mod imap;
mod smtp;
mod wire;

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, Weak};

use anyhow::{Context, Result};
use axum::Router;
use bytes::Bytes;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::letters::{self, Failure, Parent, mime};
use crate::network::happening::Kind;
use crate::network::intake::{self, NewFile};
use crate::network::model::{Account, File, Person};
use crate::network::{Card, Happening, IdKind, Manner, Network, Outgoing, Provider, Refusal};
use crate::network::{hold, outgo};
use crate::{Options, clock};

const DOMAIN: &str = "shop.example";
/// What a mail may weigh.
const SIZE_MAX: usize = 25 << 20;

/// A mail in a mailbox; its place is its sequence number, and one less than its UID.
#[derive(Debug, Clone)]
struct Letter {
    raw: Bytes,
    at_ms: i64,
}

/// What is known besides chats and people.
#[derive(Debug, Default)]
struct Facts {
    mailboxes: HashMap<String, Vec<Letter>>,
    /// Mails of either side that may be answered, by account and Message-ID.
    known: HashMap<(String, String), Parent>,
}

/// The stand-in of one simulator.
pub struct MailServer {
    me: Weak<Self>,
    network: Network,
    facts: Mutex<Facts>,
    /// Counts arrivals, for whoever is idle.
    news: watch::Sender<u64>,
    uid_validity: i64,
    imap: SocketAddr,
    smtp: SocketAddr,
    doors: Mutex<Vec<JoinHandle<()>>>,
}

impl Drop for MailServer {
    fn drop(&mut self) {
        for door in hold(&self.doors).drain(..) {
            door.abort();
        }
    }
}

impl MailServer {
    /// A provider with one mailbox, `main`.
    pub fn start(_options: &Options, root: &str) -> Result<Arc<Self>> {
        let own = url::Url::parse(root).ok().and_then(|url| url.port()).unwrap_or(0);
        let (imap, smtp) = (door(own.checked_add(1))?, door(own.checked_add(2))?);
        let mail = Arc::new_cyclic(|me| Self {
            me: me.clone(),
            network: Network::default(),
            facts: Mutex::default(),
            news: watch::channel(0).0,
            uid_validity: clock::now_s(),
            imap: imap.1,
            smtp: smtp.1,
            doors: Mutex::default(),
        });
        let account = Account {
            key: "main".to_owned(),
            name: format!("support@{DOMAIN}"),
            token: "mailbox-password".to_owned(),
            secret: String::new(),
            webhook: String::new(),
        };
        mail.network.state().accounts.insert(account.key.clone(), account);
        let doors = [
            tokio::spawn(open(imap.0, mail.me.clone(), Speaks::Imap)),
            tokio::spawn(open(smtp.0, mail.me.clone(), Speaks::Smtp)),
        ];
        hold(&mail.doors).extend(doors);
        Ok(mail)
    }

    /// It has no HTTP of its own.
    pub fn routes(&self) -> Router {
        Router::new()
    }

    /// The account of a user name, if the password is right.
    fn signed_in(&self, user: &str, password: &str) -> Option<Account> {
        let state = self.network.state();
        let mut accounts = state.accounts.values();
        let right = |account: &&Account| account.token == password && address(account) == user;
        accounts.find(right).cloned()
    }

    fn arrive(&self, account: &Account, raw: Vec<u8>) {
        {
            let mut facts = hold(&self.facts);
            if let Some(id) = mime::header(&raw, "message-id") {
                let subject = mime::header(&raw, "subject").unwrap_or_default();
                let parent = Parent { message_id: id.clone(), subject, reply_to: None };
                facts.known.insert((account.key.clone(), id), parent);
            }
            let letter = Letter { raw: raw.into(), at_ms: clock::now_ms() };
            facts.mailboxes.entry(account.key.clone()).or_default().push(letter);
        }
        self.news.send_modify(|count| *count += 1);
    }

    /// How many mails a mailbox holds.
    fn count(&self, key: &str) -> usize {
        hold(&self.facts).mailboxes.get(key).map_or(0, Vec::len)
    }

    /// A mail of the business that was taken: to the phones of customers, or back.
    fn deliver(&self, account: &Account, recipients: &[String], raw: &[u8]) {
        let message_id = mime::header(raw, "message-id").unwrap_or_default();
        let subject = mime::header(raw, "subject").unwrap_or_default();
        let reply_to = mime::addresses(raw, "reply-to").into_iter().next();
        let parent = Parent { message_id: message_id.clone(), subject, reply_to };
        hold(&self.facts).known.insert((account.key.clone(), message_id.clone()), parent);
        for to in recipients {
            let failed = |status: &str, said: &str| {
                let (own, by, about) = (&address(account), "Mail Delivery System", &message_id);
                self.arrive(
                    account,
                    letters::report(&Failure { own, by, to, about, status, said }),
                );
            };
            if to.ends_with("@nowhere.example") {
                failed("5.1.1", "no mailbox here by that name");
            } else if let Some(user) = letters::person_of(to) {
                let sent = self.show(account, user, &message_id, raw);
                if sent == Err(Refusal::Blocked) {
                    failed("5.7.1", "the recipient does not accept mail from this sender");
                }
            }
        }
    }

    fn show(&self, account: &Account, user: i64, id: &str, raw: &[u8]) -> Result<(), Refusal> {
        self.network.meet(Person { id: user, ..Person::default() });
        let files: Vec<File> = {
            let mut state = self.network.state();
            let new = |(name, mime, bytes): (String, String, Vec<u8>)| NewFile {
                name,
                mime,
                bytes: bytes.into(),
            };
            let files = mime::files(raw).into_iter().map(new);
            files.map(|new| intake::keep(self, &mut state, &account.key, new)).collect()
        };
        let more = serde_json::Map::from_iter([("mail".to_owned(), json!(id))]);
        let outgoing = Outgoing { text: Some(mime::text(raw)), files, more, ..Outgoing::default() };
        outgo::send(self, &account.key, user, outgoing).map(drop)
    }
}

/// The mailbox's address.
fn address(account: &Account) -> String {
    letters::address(account, DOMAIN)
}

// A listener at that port, or at any.
fn door(port: Option<u16>) -> Result<(TcpListener, SocketAddr)> {
    let at = |port| std::net::TcpListener::bind(("127.0.0.1", port));
    let listener = at(port.unwrap_or(0)).or_else(|_| at(0)).context("no port for the mail")?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    Ok((TcpListener::from_std(listener)?, address))
}

#[derive(Clone, Copy)]
enum Speaks {
    Imap,
    Smtp,
}

// Conversations end with the door.
async fn open(listener: TcpListener, mail: Weak<MailServer>, speaks: Speaks) {
    let mut open = JoinSet::new();
    loop {
        tokio::select! {
            Some(_) = open.join_next() => {}
            accepted = listener.accept() => {
                let Ok((stream, _)) = accepted else { continue };
                let _ = stream.set_nodelay(true);
                let mail = mail.clone();
                match speaks {
                    Speaks::Imap => open.spawn(imap::talk(stream, mail)),
                    Speaks::Smtp => open.spawn(smtp::talk(stream, mail)),
                };
            }
        }
    }
}

impl Provider for MailServer {
    fn network(&self) -> &Network {
        &self.network
    }

    fn card(&self) -> Card {
        Card {
            id: "email".to_owned(),
            name: "Email".to_owned(),
            colour: "#d9730d".to_owned(),
            api: format!("imap://{} smtp://{}", self.imap, self.smtp),
            can: vec!["photo", "file", "subject"],
            setup: vec!["token"],
        }
    }

    fn join(&self, account: &Account, _root: &str) -> Option<Value> {
        let own = address(account);
        Some(json!({
            "from_address": own, "from_name": "Demo shop",
            "imap_host": self.imap.ip(), "imap_port": self.imap.port(), "imap_security": "none",
            "imap_user": own, "imap_password": account.token,
            "smtp_host": self.smtp.ip(), "smtp_port": self.smtp.port(), "smtp_security": "none",
            "smtp_user": own, "smtp_password": account.token,
        }))
    }

    fn reaches(&self) -> Vec<SocketAddr> {
        vec![self.imap, self.smtp]
    }

    fn id_of(&self, thing: IdKind, n: i64, at_ms: i64) -> String {
        match thing {
            // Numbers begin anew with each start, and a desk knows a mail again by its Message-ID.
            IdKind::Message => format!("m{n}.{at_ms}"),
            IdKind::Chat => format!("c{n}"),
            IdKind::File => format!("f{n}"),
            IdKind::Event => format!("e{n}"),
        }
    }

    fn user_id(&self, user: i64) -> String {
        letters::person_address(user)
    }

    fn tell(&self, happening: Happening, manner: Manner) {
        if happening.kind != Kind::Message {
            return;
        }
        let account = &happening.account;
        let parent = letters::answered(&self.network, &happening)
            .and_then(|id| hold(&self.facts).known.get(&(account.key.clone(), id)).cloned());
        let raw = letters::written(&happening, &address(account), parent);
        for _ in 0..=usize::from(manner.twice) {
            self.arrive(account, raw.clone());
        }
        // Whoever sent a mail hears no more of it.
        self.network.taken(&account.key, happening.person.id, happening.event);
    }

    fn account_changed(&self, _key: &str) {
        // Who is idle looks whether the mailbox is still theirs.
        self.news.send_modify(|count| *count += 1);
    }

    fn order(&self, what: &str, body: &Value) -> Option<Result<Value, String>> {
        let (what, raw) = (what == "mail", body["raw"].as_str());
        what.then(|| {
            let raw = raw.ok_or_else(|| "raw is the mail".to_owned())?;
            let key = body["account"].as_str().unwrap_or("main");
            let account = self.network.state().accounts.get(key).cloned();
            let account = account.ok_or_else(|| "there is no such account".to_owned())?;
            self.arrive(&account, raw.as_bytes().to_vec());
            Ok(json!({ "uid": self.count(key) }))
        })
    }

    fn look(&self, what: &str) -> Option<Value> {
        (what == "mailbox").then(|| {
            let facts = hold(&self.facts);
            let all = facts.mailboxes.values().flatten();
            all.map(|letter| json!({ "raw": String::from_utf8_lossy(&letter.raw) })).collect()
        })
    }
}
