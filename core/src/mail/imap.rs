//! One IMAP connection with a folder open: what is there, the bytes of one message, waiting.
//!
//! Commands are run here one by one instead of through the library's ready-made calls, because
//! those drop the server's final OK or NO, and a NO taken for "nothing new" would lose mail.

use super::{
    ImapSettings, MailError, Network, Security,
    connect::within,
    imap_syntax::{
        broken, closed, internal_date, lost, modified_utf7, quoted, refused_login, text, too_much,
        words,
    },
    limited_stream::{Metered, Wire},
};
use async_imap::{
    Authenticator, Client, Session,
    extensions::idle::IdleResponse,
    imap_proto::{
        AttributeValue, MailboxDatum, MessageSection, Response, ResponseCode, SectionPath, Status,
    },
    types::UnsolicitedResponse,
};
use std::{collections::BTreeMap, time::Duration};
use tokio_util::sync::CancellationToken;

/// Pieces a message is fetched in, so that a large one is never held twice.
const PIECE: u64 = 4 * 1024 * 1024;
/// Headers of a message that is too large are cut here.
const MAX_HEADERS: u64 = 256 * 1024;
/// Messages looked at in one listing; the rest follow when these are done.
const MAX_LISTED: usize = 20_000;

/// An open folder.
pub(super) struct Mailbox {
    session: Session<Metered>,
    command: Duration,
    transfer: Duration,
    /// Messages in the folder when it was opened.
    pub exists: u32,
    /// The next UID at that time, when the server told.
    pub uid_next: Option<u32>,
    pub uid_validity: u32,
    /// Whether the server pushes news.
    pub can_idle: bool,
    told: FolderSize,
}

/// What the server says of the folder's size beside its answers. It says each change once, so what
/// comes while something else is asked must not be forgotten until the next wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct FolderSize {
    /// Messages in the folder.
    count: u32,
    /// It has grown since the last listing began.
    grown: bool,
}

impl FolderSize {
    fn exists(&mut self, count: u32) {
        self.grown |= count > self.count;
        self.count = count;
    }

    fn expunged(&mut self) {
        self.count = self.count.saturating_sub(1);
    }

    /// Takes in what the library kept aside.
    fn hear(&mut self, session: &Session<Metered>) {
        while let Ok(told) = session.unsolicited_responses.try_recv() {
            match told {
                UnsolicitedResponse::Exists(count) => self.exists(count),
                UnsolicitedResponse::Expunge(_) => self.expunged(),
                _ => {}
            }
        }
    }
}

/// A message in the folder, before its bytes are fetched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Listed {
    pub size: u64,
    pub received_ms: i64,
}

/// Why waiting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Woken {
    News,
    Timeout,
    Cancelled,
}

/// What one command brought besides its OK.
#[derive(Default)]
struct Answer {
    exists: Option<u32>,
    uid_next: Option<u32>,
    uid_validity: Option<u32>,
    capabilities: Vec<String>,
}

struct Plain<'a>(&'a ImapSettings);

impl Authenticator for Plain<'_> {
    type Response = Vec<u8>;
    fn process(&mut self, _: &[u8]) -> Vec<u8> {
        format!("\0{}\0{}", self.0.user, self.0.password).into_bytes()
    }
}

impl Mailbox {
    /// Connects, logs in and opens the folder.
    pub async fn open(settings: &ImapSettings, net: &Network) -> Result<Self, MailError> {
        let command = net.tuning.command;
        let (wire, _) = net.dial(&settings.host, settings.port, settings.security).await?;
        let mut client = greeted(wire, command).await?;
        if settings.security == Security::StartTls {
            within(command, "STARTTLS", async {
                client.run_command_and_check_ok("STARTTLS", None).await.map_err(|e| {
                    MailError::Tls(format!("the server refused STARTTLS: {}", words(&e)))
                })
            })
            .await?;
            // Whatever the server (or someone between) sent along with its OK is thrown away with
            // the old client: nothing from before the handshake may count after it.
            let wire = client.into_inner().into_inner();
            let wire = net.upgrade(wire, &settings.host).await?;
            client = Client::new(Metered::new(wire, PIECE + 64 * 1024));
        }
        let session = login(client, settings, command).await?;
        let mut this = Self {
            session,
            command,
            transfer: net.tuning.transfer,
            exists: 0,
            uid_next: None,
            uid_validity: 0,
            can_idle: false,
            told: FolderSize::default(),
        };
        this.greet_and_select(&settings.folder).await?;
        Ok(this)
    }

    async fn greet_and_select(&mut self, folder: &str) -> Result<(), MailError> {
        // Capabilities after the login count: some servers list IDLE only then.
        let caps = self.run("CAPABILITY", self.command, |_| {}).await?.capabilities;
        self.can_idle = caps.iter().any(|c| c.eq_ignore_ascii_case("IDLE"));
        if caps.iter().any(|c| c.eq_ignore_ascii_case("ID")) {
            // A few providers refuse SELECT from clients that do not say who they are.
            let id =
                format!("ID (\"name\" \"Patchbay\" \"version\" \"{}\")", env!("CARGO_PKG_VERSION"));
            match self.run(&id, self.command, |_| {}).await {
                Ok(_) | Err(MailError::Server(_)) => {}
                Err(e) => return Err(e),
            }
        }
        let folder = quoted(&modified_utf7(folder))?;
        let answer = match self.run(&format!("SELECT {folder}"), self.command, |_| {}).await {
            Err(MailError::Server(said)) => return Err(MailError::Folder(said)),
            other => other?,
        };
        self.exists = answer.exists.unwrap_or(0);
        self.uid_next = answer.uid_next;
        self.uid_validity = answer
            .uid_validity
            .ok_or_else(|| MailError::Folder("the server gives no UIDVALIDITY".into()))?;
        Ok(())
    }

    /// Runs one command and shows `each` every untagged FETCH.
    async fn run(
        &mut self,
        command: &str,
        limit: Duration,
        mut each: impl FnMut(&[AttributeValue<'_>]) + Send,
    ) -> Result<Answer, MailError> {
        let (session, told) = (&mut self.session, &mut self.told);
        let verb = command.split(' ').next().unwrap_or_default().to_owned();
        within(limit, &verb, async {
            let id = session.run_command(command).await.map_err(broken)?;
            let mut answer = Answer::default();
            loop {
                let response = session.read_response().await.map_err(lost)?;
                let response = response.ok_or_else(closed)?;
                match response.parsed() {
                    Response::Done { tag, status, outcome } if *tag == id => {
                        return match status {
                            Status::Ok => Ok(answer),
                            _ => Err(MailError::Server(text(
                                outcome.code.as_ref(),
                                outcome.information.as_deref(),
                            ))),
                        };
                    }
                    Response::Data { status: Status::Bye, outcome } => {
                        let said = text(outcome.code.as_ref(), outcome.information.as_deref());
                        return Err(MailError::Connect(format!("the server said goodbye: {said}")));
                    }
                    Response::Data { outcome, .. } => match &outcome.code {
                        Some(ResponseCode::UidNext(n)) => answer.uid_next = Some(*n),
                        Some(ResponseCode::UidValidity(n)) => answer.uid_validity = Some(*n),
                        _ => {}
                    },
                    Response::MailboxData(MailboxDatum::Exists(n)) => {
                        answer.exists = Some(*n);
                        told.exists(*n);
                    }
                    Response::Expunge(_) => told.expunged(),
                    Response::Capabilities(caps) => {
                        answer.capabilities = caps.iter().map(capability).collect();
                    }
                    Response::Fetch(_, attributes) => each(attributes),
                    _ => {}
                }
            }
        })
        .await
    }

    /// The messages with a UID above `after`, oldest first.
    pub async fn list_after(&mut self, after: u32) -> Result<BTreeMap<u32, Listed>, MailError> {
        let from = after.saturating_add(1);
        match self.list(&format!("UID FETCH {from}:*"), after).await {
            // Some servers call any range wrong while the folder is empty.
            Err(MailError::Server(_)) if self.exists == 0 => Ok(BTreeMap::new()),
            other => other,
        }
    }

    /// The newest `n` messages, oldest first.
    pub async fn list_newest(&mut self, n: u32) -> Result<BTreeMap<u32, Listed>, MailError> {
        if self.exists == 0 || n == 0 {
            return Ok(BTreeMap::new());
        }
        let first = self.exists.saturating_sub(n - 1).max(1);
        self.list(&format!("FETCH {first}:{}", self.exists), 0).await
    }

    async fn list(&mut self, what: &str, after: u32) -> Result<BTreeMap<u32, Listed>, MailError> {
        let mut found = BTreeMap::new();
        self.told.grown = false;
        let command = format!("{what} (UID RFC822.SIZE INTERNALDATE)");
        self.run(&command, self.transfer, |attributes| {
            let mut uid = None;
            let mut listed = Listed::default();
            for attribute in attributes {
                match attribute {
                    AttributeValue::Uid(n) => uid = Some(*n),
                    AttributeValue::Rfc822Size(n) => listed.size = u64::from(*n),
                    AttributeValue::InternalDate(date) => {
                        listed.received_ms = internal_date(date).unwrap_or(0);
                    }
                    _ => {}
                }
            }
            // `*` is the highest UID there is, so a range above it still names that message.
            if let Some(uid) = uid
                && uid > after
            {
                found.insert(uid, listed);
                if found.len() > MAX_LISTED {
                    found.pop_last();
                }
            }
        })
        .await?;
        Ok(found)
    }

    /// The whole message. It is fetched without marking it as read.
    pub async fn body(&mut self, uid: u32, size: u64, max: u64) -> Result<Vec<u8>, MailError> {
        if size <= PIECE {
            let raw = self.piece(uid, "BODY.PEEK[]", true).await?;
            // A server that understates sizes is caught by the meter or here.
            return if raw.len() as u64 > max { Err(too_much()) } else { Ok(raw) };
        }
        let mut raw = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
        loop {
            let section = format!("BODY.PEEK[]<{}.{PIECE}>", raw.len());
            let piece = self.piece(uid, &section, true).await?;
            let last = (piece.len() as u64) < PIECE;
            raw.extend_from_slice(&piece);
            if raw.len() as u64 > max {
                return Err(too_much());
            }
            if last {
                return Ok(raw);
            }
        }
    }

    /// The headers alone.
    pub async fn headers(&mut self, uid: u32) -> Result<Vec<u8>, MailError> {
        self.piece(uid, &format!("BODY.PEEK[HEADER]<0.{MAX_HEADERS}>"), false).await
    }

    async fn piece(&mut self, uid: u32, section: &str, full: bool) -> Result<Vec<u8>, MailError> {
        let mut found: Option<Vec<u8>> = None;
        let command = format!("UID FETCH {uid} (UID {section})");
        self.run(&command, self.transfer, |attributes| {
            let ours = attributes.iter().any(|a| matches!(a, AttributeValue::Uid(n) if *n == uid));
            for attribute in attributes {
                if let AttributeValue::BodySection { section, data: Some(data), .. } = attribute
                    && ours
                    && match section {
                        None => full,
                        Some(SectionPath::Full(MessageSection::Header)) => !full,
                        Some(_) => false,
                    }
                {
                    found = Some(data.to_vec());
                }
            }
        })
        .await?;
        found.ok_or_else(|| MailError::Server(format!("no body for message {uid}")))
    }

    /// Waits for news, at most `limit`. Without IDLE it only waits. News that came while something else
    /// was asked are news as well.
    pub async fn wait(
        mut self,
        limit: Duration,
        stop: &CancellationToken,
    ) -> Result<(Self, Woken), MailError> {
        self.told.hear(&self.session);
        if self.told.grown {
            return Ok((self, Woken::News));
        }
        if !self.can_idle {
            let woken = tokio::select! {
                () = stop.cancelled() => Woken::Cancelled,
                () = tokio::time::sleep(limit) => Woken::Timeout,
            };
            return Ok((self, woken));
        }
        let Self { session, told, command, transfer, exists, uid_next, uid_validity, can_idle } =
            self;
        let mut handle = session.idle();
        within(command, "IDLE", async { handle.init().await.map_err(broken) }).await?;
        let woken = {
            // The library's own limit starts anew with every keep-alive line, so ours is outside.
            let (news, _interrupt) = handle.wait_with_timeout(limit);
            tokio::select! {
                () = stop.cancelled() => Woken::Cancelled,
                () = tokio::time::sleep(limit) => Woken::Timeout,
                answer = news => match answer.map_err(broken)? {
                    IdleResponse::NewData(_) => Woken::News,
                    IdleResponse::Timeout => Woken::Timeout,
                    // We interrupt nothing, so this is the end of the stream.
                    IdleResponse::ManualInterrupt => return Err(closed()),
                },
            }
        };
        let limit = if woken == Woken::Cancelled { Duration::from_secs(2) } else { command };
        let session = within(limit, "DONE", async { handle.done().await.map_err(broken) }).await?;
        let this =
            Self { session, told, command, transfer, exists, uid_next, uid_validity, can_idle };
        Ok((this, woken))
    }

    /// Says goodbye; a server that does not answer soon is left.
    pub async fn close(mut self) {
        tokio::time::timeout(Duration::from_secs(2), self.session.logout()).await.ok();
    }
}

/// Logs in, opens the folder and looks; for "check settings".
pub async fn check_imap(
    settings: &ImapSettings,
    net: &Network,
) -> Result<Vec<(String, String)>, MailError> {
    let mailbox = Mailbox::open(settings, net).await?;
    let facts = vec![
        ("IMAP login".to_owned(), settings.user.clone()),
        ("IMAP folder".to_owned(), settings.folder.clone()),
        ("IMAP messages".to_owned(), mailbox.exists.to_string()),
        ("IMAP push".to_owned(), if mailbox.can_idle { "IDLE" } else { "polling" }.to_owned()),
    ];
    mailbox.close().await;
    Ok(facts)
}

async fn greeted(wire: Box<dyn Wire>, limit: Duration) -> Result<Client<Metered>, MailError> {
    let mut client = Client::new(Metered::new(wire, PIECE + 64 * 1024));
    within(limit, "the greeting", async {
        let greeting = client.read_response().await.map_err(lost)?.ok_or_else(closed)?;
        match greeting.parsed() {
            Response::Data { status: Status::Ok | Status::PreAuth, .. } => Ok(()),
            Response::Data { outcome, .. } => {
                Err(MailError::Connect(text(outcome.code.as_ref(), outcome.information.as_deref())))
            }
            _ => Err(MailError::Server("this is not an IMAP server".into())),
        }
    })
    .await?;
    Ok(client)
}

async fn login(
    client: Client<Metered>,
    settings: &ImapSettings,
    limit: Duration,
) -> Result<Session<Metered>, MailError> {
    use async_imap::error::Error;
    within(limit, "the login", async {
        // LOGIN is what every server knows, but it carries only ASCII; a server that has it
        // switched off answers BAD and keeps the connection.
        let ascii = settings.user.is_ascii() && settings.password.is_ascii();
        let answer = if ascii {
            match client.login(&settings.user, &settings.password).await {
                Err((Error::Bad(_), client)) => client.authenticate("PLAIN", Plain(settings)).await,
                other => other,
            }
        } else {
            client.authenticate("PLAIN", Plain(settings)).await
        };
        answer.map_err(|(e, _)| match e {
            Error::No(_) | Error::Bad(_) | Error::Validate(_) => refused_login(&words(&e)),
            e => broken(e),
        })
    })
    .await
}

fn capability(c: &async_imap::imap_proto::Capability<'_>) -> String {
    use async_imap::imap_proto::Capability;
    match c {
        Capability::Imap4rev1 => "IMAP4rev1".to_owned(),
        Capability::Auth(name) => format!("AUTH={name}"),
        Capability::Atom(name) => name.to_string(),
    }
}
