//! The real mail server and the sink that the tests of the mail transport share.

use futures_util::future::BoxFuture;
use patchbay::{
    ids::Ids,
    mail::{
        AddressGate, Cursor, FetchedMail, GateError, ImapSettings, MailSink, MailState, Network,
        Security, SmtpSettings, Tuning,
    },
};
use std::{
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    process::Command,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU16, AtomicU32, Ordering},
    },
    time::Duration,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_util::sync::CancellationToken;

/// Everything on this machine, nothing else.
pub struct Loopback;

impl AddressGate for Loopback {
    fn resolve<'a>(
        &'a self,
        host: &'a str,
        port: u16,
    ) -> BoxFuture<'a, Result<Vec<SocketAddr>, GateError>> {
        Box::pin(async move {
            match host {
                "localhost" | "127.0.0.1" => Ok(vec![SocketAddr::from(([127, 0, 0, 1], port))]),
                other => Err(GateError::Refused(format!("{other} is not allowed"))),
            }
        })
    }
}

/// Real waits are for real servers.
pub fn quick() -> Tuning {
    Tuning {
        backoff_min: Duration::from_millis(100),
        backoff_max: Duration::from_millis(400),
        auth_pause: Duration::from_millis(50),
        command: Duration::from_secs(10),
        transfer: Duration::from_secs(20),
        ..Tuning::default()
    }
}

/// A network without a certificate authority of its own.
pub fn network(tuning: Tuning) -> Network {
    Network::new(Arc::new(Loopback), Ids::seeded(7)).with_tuning(tuning)
}

/// A running Dovecot and Postfix; gone when dropped.
pub struct Stack {
    pub base: u16,
    pub dir: PathBuf,
}

static NEXT: AtomicU16 = AtomicU16::new(0);

impl Stack {
    /// Fails where the servers are not installed: a test that runs nothing must not pass.
    pub fn start() -> Self {
        let installed = std::path::Path::new("/usr/sbin/dovecot").exists();
        assert!(installed, "install Dovecot and Postfix, or run `cargo xtask setup --tests`");
        for _ in 0..5 {
            let base = free_base();
            let stack = Self { base, dir: PathBuf::from(format!("/tmp/pbm{base}")) };
            if stack.script("start") {
                return stack;
            }
        }
        panic!("the mail servers did not start");
    }

    fn script(&self, what: &str) -> bool {
        Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mailstack.sh"))
            .arg(what)
            .arg(&self.dir)
            .arg(self.base.to_string())
            .status()
            .is_ok_and(|status| status.success())
    }

    /// Stops the servers and keeps the mailboxes.
    pub fn pause(&self) {
        assert!(self.script("stop"));
    }

    /// Starts them again on the same ports.
    pub fn resume(&self) {
        assert!(self.script("start"));
    }

    pub fn network(&self, tuning: Tuning) -> Network {
        let pem = std::fs::read(self.dir.join("ca.pem")).unwrap();
        network(tuning).with_ca_pem(&pem).unwrap()
    }

    pub fn imap(&self, user: &str, security: Security) -> ImapSettings {
        let port = self.base + if security == Security::Tls { 3 } else { 2 };
        ImapSettings {
            host: "localhost".into(),
            port,
            security,
            user: user.into(),
            password: "secret".into(),
            folder: "INBOX".into(),
        }
    }

    pub fn smtp(&self, user: &str, security: Security) -> SmtpSettings {
        let port = self.base + if security == Security::Tls { 5 } else { 1 };
        SmtpSettings {
            host: "localhost".into(),
            port,
            security,
            user: user.into(),
            password: "secret".into(),
        }
    }

    /// Hands a small message in and answers with the moment before.
    pub async fn send(&self, subject: &str) -> tokio::time::Instant {
        let before = tokio::time::Instant::now();
        self.send_raw(mail(subject, "Hello").as_bytes()).await;
        before
    }

    /// Puts a message straight into the mailbox, so that several arrive in the order they are
    /// put: Postfix delivers side by side.
    pub async fn put(&self, subject: &str) {
        let mut lmtp = tokio::net::TcpStream::connect(("127.0.0.1", self.base + 4)).await.unwrap();
        let body = format!("{}.", mail(subject, "Hello"));
        for (say, want) in [
            ("LHLO test", "250 "),
            ("MAIL FROM:<ann@customer.test>", "250 "),
            ("RCPT TO:<support@desk.test>", "250 "),
            ("DATA", "354 "),
            (body.as_str(), "250 "),
        ] {
            lmtp.write_all(format!("{say}\r\n").as_bytes()).await.unwrap();
            let mut heard = vec![0; 4096];
            let mut all = String::new();
            while !all.lines().any(|l| l.starts_with(want) && !l.contains("ready")) {
                let n = lmtp.read(&mut heard).await.unwrap();
                assert!(n > 0, "{say}: {all}");
                all.push_str(&String::from_utf8_lossy(&heard[..n]));
            }
        }
    }

    pub async fn send_raw(&self, raw: &[u8]) {
        let settings = self.smtp("ann@customer.test", Security::None);
        let to = ["support@desk.test".to_owned()];
        let net = self.network(quick());
        patchbay::mail::submit(&settings, &net, "ann@customer.test", &to, raw).await.unwrap();
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        self.script("stop");
        std::fs::remove_dir_all(&self.dir).ok();
    }
}

/// A run of six free ports between 21000 and 29000; `PATCHBAY_MAIL_BASE` sets where to begin.
fn free_base() -> u16 {
    let seed = std::env::var("PATCHBAY_MAIL_BASE").ok().and_then(|s| s.parse().ok());
    let start: u16 = seed.unwrap_or_else(|| {
        21_000 + u16::try_from(std::process::id() % 700).unwrap_or_default() * 10
    });
    for _ in 0..700 {
        let base = 21_000 + (start - 21_000 + NEXT.fetch_add(10, Ordering::SeqCst)) % 7_900;
        let ports: Vec<_> =
            (base..base + 6).filter_map(|p| TcpListener::bind(("127.0.0.1", p)).ok()).collect();
        if ports.len() == 6 && !PathBuf::from(format!("/tmp/pbm{base}")).exists() {
            return base;
        }
    }
    panic!("no free ports");
}

pub fn mail(subject: &str, body: &str) -> String {
    format!(
        "From: Ann <ann@customer.test>\r\nTo: support@desk.test\r\nSubject: {subject}\r\n\
         Message-ID: <{subject}@customer.test>\r\n\r\n{body}\r\n"
    )
}

/// What a core would do, in memory.
#[derive(Default)]
pub struct Sink {
    cursor: Mutex<Option<Cursor>>,
    mails: Mutex<Vec<FetchedMail>>,
    states: Mutex<Vec<MailState>>,
    /// Calls of `deliver` that fail before one succeeds.
    pub failures: AtomicU32,
    calls: AtomicU32,
    changed: tokio::sync::Notify,
}

impl Sink {
    pub fn at(cursor: Option<Cursor>) -> Arc<Self> {
        Arc::new(Self { cursor: Mutex::new(cursor), ..Self::default() })
    }

    pub fn stored(&self) -> Option<Cursor> {
        *self.cursor.lock().unwrap()
    }

    pub fn mails(&self) -> Vec<FetchedMail> {
        self.mails.lock().unwrap().clone()
    }

    pub fn subjects(&self) -> Vec<String> {
        self.mails().iter().map(|m| subject(&m.raw)).collect()
    }

    pub fn states(&self) -> Vec<MailState> {
        self.states.lock().unwrap().clone()
    }

    pub fn calls(&self) -> u32 {
        self.calls.load(Ordering::SeqCst)
    }

    /// Waits until `done`, and fails after ten seconds.
    pub async fn until(&self, what: &str, done: impl Fn(&Self) -> bool) {
        let wait = async {
            loop {
                let changed = self.changed.notified();
                if done(self) {
                    return;
                }
                // A state may change between the look and the wait.
                tokio::time::timeout(Duration::from_millis(50), changed).await.ok();
            }
        };
        if tokio::time::timeout(Duration::from_secs(10), wait).await.is_err() {
            panic!("never happened: {what}; {:?} {:?}", self.subjects(), self.states());
        }
    }
}

pub fn subject(raw: &[u8]) -> String {
    String::from_utf8_lossy(raw)
        .lines()
        .find_map(|l| l.strip_prefix("Subject: "))
        .unwrap_or_default()
        .to_owned()
}

impl MailSink for Sink {
    fn cursor(&self) -> BoxFuture<'_, anyhow::Result<Option<Cursor>>> {
        Box::pin(async { Ok(self.stored()) })
    }

    fn deliver(&self, mail: FetchedMail, next: Cursor) -> BoxFuture<'_, anyhow::Result<()>> {
        Box::pin(async move {
            self.calls.fetch_add(1, Ordering::SeqCst);
            let fails = self
                .failures
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |n| n.checked_sub(1));
            anyhow::ensure!(fails.is_err(), "the database is away");
            self.mails.lock().unwrap().push(mail);
            *self.cursor.lock().unwrap() = Some(next);
            self.changed.notify_waiters();
            Ok(())
        })
    }

    fn state(&self, state: MailState) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.states.lock().unwrap().push(state);
            self.changed.notify_waiters();
        })
    }
}

/// A watcher that is stopped when dropped.
pub struct Watching {
    pub stop: CancellationToken,
    pub task: tokio::task::JoinHandle<()>,
}

pub fn watching(settings: ImapSettings, net: Network, sink: &Arc<Sink>) -> Watching {
    let stop = CancellationToken::new();
    let task = tokio::spawn(patchbay::mail::watch(settings, net, sink.clone(), stop.clone()));
    Watching { stop, task }
}

impl Watching {
    pub async fn end(self) {
        self.stop.cancel();
        tokio::time::timeout(Duration::from_secs(3), self.task).await.expect("ends soon").unwrap();
    }
}
