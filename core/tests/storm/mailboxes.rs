//! Many mailboxes of a real Dovecot, a tenth of which get a mail that the plugin cannot bear: how
//! long the healthy mails take from the mailbox to a ticket.
//!
//! `PATCHBAY_STORM_MAILBOXES` sets how many there are. Needs Dovecot, Postfix and
//! `target/plugins/email.pbp` (`cargo xtask plugins`).

use crate::{
    ALONE, number,
    rig::{
        desk::Desk,
        dice::Dice,
        program::Folder,
        report::{ms, percentile},
        socket::Socket,
    },
    stack::Stack,
};
use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};
use std::{
    collections::{HashMap, HashSet},
    io::Write as _,
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
    time::{Instant, sleep, timeout},
};

/// Healthy mails of each mailbox.
const MAILS: usize = 4;
/// A mail each, so often.
const PAUSE: Duration = Duration::from_millis(60);
/// From arrival to ticket in a healthy mailbox, for 95 of a hundred.
const TARGET: Duration = Duration::from_secs(10);
/// The same behind a poison mail of the same mailbox, for all of them. That mail comes first, and on a
/// busy machine its turns in the slow lane stretch to what the plugin's manifest allows a call
/// (`wall_ms`, 60 s) before they are cut; then each of the two may take as long as any other.
const BEHIND_TARGET: Duration = Duration::from_secs(60 + 2 * TARGET.as_secs());
const PATIENCE: Duration = Duration::from_secs(180);
/// More in the charset that the mail names than the plugin may hold when it is made readable.
const POISON_BYTES: usize = 36 << 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn healthy_mailboxes_do_not_wait_for_poisoned_ones() {
    let _alone = ALONE.lock().await;
    let mut folder = Folder::new(None).expect("a folder");
    let seed = number("PATCHBAY_STORM_SEED", u64::from(std::process::id()));
    let boxes = usize::try_from(number("PATCHBAY_STORM_MAILBOXES", 20)).expect("a number");
    if let Err(error) = run(&mut folder, boxes, seed).await {
        panic!("seed {seed}: {error:#}\n--- the server's last lines\n{}", folder.log_tail());
    }
}

fn address(place: usize) -> String {
    format!("box{place:03}@desk.test")
}

async fn run(folder: &mut Folder, boxes: usize, seed: u64) -> Result<()> {
    let stack = Stack::start();
    let mut users = std::fs::File::options().append(true).open(stack.dir.join("users"))?;
    for place in 0..boxes {
        writeln!(users, "{}:{{PLAIN}}secret::::::", address(place))?;
    }
    drop(users);
    let allowed = format!("127.0.0.1:{}, 127.0.0.1:{}", stack.base + 1, stack.base + 2);
    folder.set("PATCHBAY_EGRESS_ALLOW_PRIVATE", &crate::rig::reach::plugins_reach(&allowed));
    for (username, kind) in [("admin", "admin"), ("agent1", "agent")] {
        folder.create_user(username, kind).await?;
    }
    let mut server = folder.start()?;
    server.ready().await?;
    let admin = Desk::sign_in(&server.url, "admin", "admin").await?;
    let agent = Desk::sign_in(&server.url, "agent1", "agent").await?;
    let began = Instant::now();
    connect(&admin, &stack, boxes).await?;
    println!("{boxes} mailboxes connected after {:.1} s", began.elapsed().as_secs_f64());

    // A tenth of the mailboxes, and in each of them a place among its mails.
    let mut dice = Dice::new(seed);
    let poisoned: HashSet<usize> = (0..boxes).filter(|place| place % 10 == 3).collect();
    let mut order: Vec<(usize, usize)> =
        (0..MAILS).flat_map(|nth| (0..boxes).map(move |place| (place, nth))).collect();
    for round in order.chunks_mut(boxes) {
        for last in (1..round.len()).rev() {
            round.swap(last, usize::try_from(dice.below(last as u64 + 1)).expect("a place"));
        }
    }
    let mut socket = Socket::live(&agent).await?;
    let waiting = boxes * MAILS;
    let seen = tokio::spawn(async move { tickets(&mut socket, waiting).await });
    let mut arrived: HashMap<(usize, usize), Instant> = HashMap::new();
    let poison = poison();
    let began = Instant::now();
    for (place, nth) in order {
        let due = began + PAUSE * u32::try_from(arrived.len())?;
        tokio::time::sleep_until(due).await;
        // Between the first and the second, so that healthy mails are behind it.
        if nth == 1 && poisoned.contains(&place) {
            put(&stack, &address(place), &poison).await?;
        }
        put(&stack, &address(place), healthy(place, nth).as_bytes()).await?;
        arrived.insert((place, nth), Instant::now());
    }
    let seen = seen.await??;
    let mut delays: Vec<(bool, Duration)> = vec![];
    for (mail, at) in &arrived {
        let ticket = seen.get(mail).with_context(|| format!("{mail:?} became no ticket"))?;
        let behind = poisoned.contains(&mail.0) && mail.1 > 0;
        delays.push((behind, ticket.saturating_duration_since(*at)));
    }
    let kept = quarantined(&admin, poisoned.len()).await?;
    println!("{} poison mails in quarantine ({kept:?}), seed {seed}", poisoned.len());
    let of = |which: fn(bool) -> bool| -> Vec<Duration> {
        delays.iter().filter(|(behind, _)| which(*behind)).map(|(_, delay)| *delay).collect()
    };
    let (healthy, _) = tell("in healthy mailboxes", of(|behind| !behind));
    let (_, behind) = tell("behind a poison mail", of(|behind| behind));
    tell("all healthy mails", of(|_| true));
    ensure!(healthy < TARGET, "95 of a hundred in healthy mailboxes take {}", ms(healthy));
    ensure!(behind < BEHIND_TARGET, "one behind a poison mail takes {}", ms(behind));
    server.kill().await
}

/// Prints how long they took, and gives the time of 95 of a hundred and the longest.
fn tell(what: &str, mut delays: Vec<Duration>) -> (Duration, Duration) {
    let (p50, p95) = (percentile(&mut delays, 50.0), percentile(&mut delays, 95.0));
    let max = delays.last().copied().unwrap_or_default();
    let count = delays.len();
    println!("{what}: {count} mails, p50 {}, p95 {}, max {}", ms(p50), ms(p95), ms(max));
    (p95, max)
}

async fn connect(admin: &Desk, stack: &Stack, boxes: usize) -> Result<()> {
    let (imap, smtp) = (stack.base + 2, stack.base + 1);
    for place in 0..boxes {
        let address = address(place);
        let body = json!({ "plugin": "email", "name": address, "settings": {
            "from_address": address, "imap_host": "127.0.0.1", "imap_port": imap,
            "imap_security": "none", "imap_user": address, "imap_password": "secret",
            "smtp_host": "127.0.0.1", "smtp_port": smtp, "smtp_security": "none",
            "smtp_user": address, "smtp_password": "secret",
        }});
        admin.post("/api/channels", &body).await?;
    }
    let until = Instant::now() + PATIENCE;
    loop {
        let list = admin.get("/api/channels").await?;
        let list = list.as_array().or(list["data"].as_array()).context("channels")?;
        let ok = list.iter().filter(|channel| channel["state"]["status"] == "ok").count();
        if ok == boxes {
            return Ok(());
        }
        ensure!(Instant::now() < until, "{ok} of {boxes} mailboxes are connected");
        sleep(Duration::from_millis(200)).await;
    }
}

fn healthy(place: usize, nth: usize) -> String {
    let to = address(place);
    format!(
        "From: Ann <ann{place}-{nth}@customer.test>\r\nTo: {to}\r\nSubject: healthy {place}-{nth}\r\n\
         Message-ID: <{place}-{nth}@customer.test>\r\n\r\nHealthy <{place}-{nth}>\r\n"
    )
}

/// A text that grows to twice its size when its charset is read.
fn poison() -> Vec<u8> {
    let mut mail = b"From: Mallory <mallory@customer.test>\r\nTo: support@desk.test\r\n\
        Subject: poison\r\nMessage-ID: <poison@customer.test>\r\nMIME-Version: 1.0\r\n\
        Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
        .to_vec();
    let mut line = vec![0xE9_u8; 900];
    line.extend_from_slice(b"\r\n");
    while mail.len() < POISON_BYTES {
        mail.extend_from_slice(&line);
    }
    mail
}

/// Puts a mail straight into a mailbox: from the answer on it is there.
async fn put(stack: &Stack, to: &str, mail: &[u8]) -> Result<()> {
    let mut lmtp = BufReader::new(TcpStream::connect(("127.0.0.1", stack.base + 4)).await?);
    expect(&mut lmtp, "220").await?;
    let rcpt = format!("RCPT TO:<{to}>");
    for (say, want) in [
        ("LHLO test", "250"),
        ("MAIL FROM:<ann@customer.test>", "250"),
        (rcpt.as_str(), "250"),
        ("DATA", "354"),
    ] {
        lmtp.write_all(format!("{say}\r\n").as_bytes()).await?;
        expect(&mut lmtp, want).await?;
    }
    lmtp.write_all(mail).await?;
    lmtp.write_all(b".\r\n").await?;
    expect(&mut lmtp, "250").await
}

async fn expect(lmtp: &mut BufReader<TcpStream>, want: &str) -> Result<()> {
    loop {
        let mut line = String::new();
        lmtp.read_line(&mut line).await?;
        ensure!(line.starts_with(want), "the mail server said {line:?}, not {want}");
        if !line[want.len()..].starts_with('-') {
            return Ok(());
        }
    }
}

/// When an agent heard of each healthy mail.
async fn tickets(socket: &mut Socket, count: usize) -> Result<HashMap<(usize, usize), Instant>> {
    let mut seen = HashMap::new();
    while seen.len() < count {
        let Ok(frame) = timeout(PATIENCE, socket.text()).await else {
            bail!("{} of {count} mails became tickets", seen.len());
        };
        let frame = frame?;
        if !frame.starts_with(r#"{"event":"newMessage""#) {
            continue;
        }
        let frame: Value = serde_json::from_str(&frame)?;
        let text = frame["data"]["message"]["message"].as_str().unwrap_or_default();
        let mail = text.strip_prefix("Healthy <").and_then(|rest| rest.split_once('>'));
        let Some((place, nth)) = mail.and_then(|(mail, _)| mail.split_once('-')) else { continue };
        seen.entry((place.parse()?, nth.parse()?)).or_insert_with(Instant::now);
    }
    Ok(seen)
}

/// Waits until the poison mails are kept, and gives the reasons.
async fn quarantined(admin: &Desk, count: usize) -> Result<HashMap<String, usize>> {
    let until = Instant::now() + PATIENCE;
    loop {
        let list = admin.get("/api/quarantine").await?;
        let list = list["data"].as_array().context("the quarantine")?;
        let mut reasons: HashMap<String, usize> = HashMap::new();
        for one in list {
            let code = one["error"]["code"].as_str().unwrap_or_default();
            *reasons.entry(code.to_owned()).or_default() += 1;
        }
        if list.len() == count {
            return Ok(reasons);
        }
        ensure!(Instant::now() < until, "{} of {count} are in quarantine: {list:?}", list.len());
        sleep(Duration::from_millis(300)).await;
    }
}
