//! The played mailbox through real IMAP and SMTP lines: sign-in, reading, waiting, sending, refusals.
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::sim::{Sim, until};

const OWN: &str = "support@shop.example";
const PASSWORD: &str = "mailbox-password";

fn control(sim: &Sim, path: &str) -> String {
    format!("{}/control/providers/email{path}", sim.base)
}

async fn get(sim: &Sim, path: &str) -> Value {
    sim.send(sim.client.get(control(sim, path))).await.body
}

async fn post(sim: &Sim, path: &str, body: Value) {
    let answer = sim.send(sim.client.post(control(sim, path)).json(&body)).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
}

/// A program that talks in lines.
struct Talk(BufReader<TcpStream>);

impl Talk {
    async fn open(sim: &Sim, door: &str) -> Self {
        let card = get(sim, "").await;
        let settings = &card["join"]["settings"];
        let host = settings[format!("{door}_host")].as_str().unwrap().to_owned();
        let port = settings[format!("{door}_port")].as_u64().unwrap();
        let mut talk =
            Self(BufReader::new(TcpStream::connect(format!("{host}:{port}")).await.unwrap()));
        talk.line().await;
        talk
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.0.read_line(&mut line).await.unwrap() > 0, "the connection ended");
        line.trim_end().to_owned()
    }

    async fn say(&mut self, line: &str) {
        self.0.get_mut().write_all(format!("{line}\r\n").as_bytes()).await.unwrap();
    }

    /// A command of SMTP and the last line of its answer.
    async fn smtp(&mut self, line: &str) -> String {
        self.say(line).await;
        loop {
            let line = self.line().await;
            if line.as_bytes()[3] == b' ' {
                return line;
            }
        }
    }

    /// A command of IMAP and everything that was said until it was done.
    async fn imap(&mut self, line: &str) -> String {
        self.say(&format!("a1 {line}")).await;
        let mut said = String::new();
        loop {
            let line = self.line().await;
            said.push_str(&line);
            if line.starts_with("a1 ") {
                return said;
            }
            said.push('\n');
            // What follows is so many bytes, whatever is in them.
            if let Some(size) = line.strip_suffix('}').and_then(|line| line.rsplit('{').next()) {
                let mut bytes = vec![0; size.parse().unwrap()];
                self.0.read_exact(&mut bytes).await.unwrap();
                said.push_str(&String::from_utf8(bytes).unwrap());
            }
        }
    }
}

async fn mailbox(sim: &Sim) -> Talk {
    let mut imap = Talk::open(sim, "imap").await;
    assert!(imap.imap(&format!("LOGIN \"{OWN}\" \"{PASSWORD}\"")).await.contains("a1 OK"));
    assert!(imap.imap("SELECT \"INBOX\"").await.contains("a1 OK [READ-WRITE]"));
    imap
}

fn plain(user: &str, password: &str) -> String {
    STANDARD.encode(format!("\0{user}\0{password}"))
}

async fn outbox(sim: &Sim) -> Talk {
    let mut smtp = Talk::open(sim, "smtp").await;
    assert_eq!(smtp.smtp("EHLO desk.test").await, "250 AUTH PLAIN LOGIN");
    assert!(smtp.smtp(&format!("AUTH PLAIN {}", plain(OWN, PASSWORD))).await.starts_with("235"));
    smtp
}

async fn send(smtp: &mut Talk, to: &str, raw: &str) -> String {
    assert!(smtp.smtp(&format!("MAIL FROM:<{OWN}>")).await.starts_with("250"));
    assert!(smtp.smtp(&format!("RCPT TO:<{to}>")).await.starts_with("250"));
    assert!(smtp.smtp("DATA").await.starts_with("354"));
    smtp.smtp(&format!("{raw}\r\n.")).await
}

async fn write(sim: &Sim, text: &str) {
    let body = json!({ "account": "main", "from": { "id": 7, "first_name": "Ann" }, "text": text });
    post(sim, "/messages", body).await;
}

async fn chat(sim: &Sim) -> Vec<Value> {
    let chats = get(sim, "/chats/main?user=7").await;
    chats["chats"][0]["messages"].as_array().cloned().unwrap_or_default()
}

#[tokio::test]
async fn a_customer_s_mail_is_listed_and_fetched_whole_and_in_pieces() {
    let sim = Sim::start().await;
    write(&sim, "Subject: Lamp\nIs it blue?").await;
    let mut imap = mailbox(&sim).await;
    let listed = imap.imap("UID FETCH 1:* (UID RFC822.SIZE INTERNALDATE)").await;
    assert!(listed.starts_with("* 1 FETCH (UID 1 RFC822.SIZE "), "{listed}");
    let whole = imap.imap("UID FETCH 1 (UID BODY.PEEK[])").await;
    for wanted in [
        "From: \"Ann\" <customer7@customer.example>\r\n",
        "To: support@shop.example\r\n",
        "Subject: Lamp\r\n",
    ] {
        assert!(whole.contains(wanted), "{whole}");
    }
    assert!(whole.contains(&STANDARD.encode("Is it blue?")), "{whole}");
    assert!(imap.imap("UID FETCH 1 (BODY.PEEK[]<0.6>)").await.contains("BODY[]<0> {6}\nFrom: "));
    // A UID that is not there is nothing; a number that was not told of is a mistake.
    assert_eq!(imap.imap("UID FETCH 9 (UID)").await, "a1 OK done");
    assert!(imap.imap("FETCH 9 (UID)").await.starts_with("a1 BAD"));
    assert!(imap.imap("UID FETCH 1 (ENVELOPE)").await.starts_with("a1 BAD"));
    assert!(imap.imap("LOGOUT").await.contains("* BYE"));
}

#[tokio::test]
async fn whoever_is_idle_hears_of_new_mail_and_of_a_closed_mailbox() {
    let sim = Sim::start().await;
    let mut imap = mailbox(&sim).await;
    imap.say("a1 IDLE").await;
    assert_eq!(imap.line().await, "+ idling");
    write(&sim, "First").await;
    assert_eq!(imap.line().await, "* 1 EXISTS");
    imap.say("DONE").await;
    assert_eq!(imap.line().await, "a1 OK done");
    // What comes between two commands is told before the answer to the next.
    write(&sim, "Second").await;
    assert_eq!(imap.imap("NOOP").await, "* 2 EXISTS\na1 OK done");
    imap.say("a1 IDLE").await;
    assert_eq!(imap.line().await, "+ idling");
    let gone = sim.client.delete(control(&sim, "/accounts/main")).send().await.unwrap();
    assert_eq!(gone.status(), 200);
    assert_eq!(imap.line().await, "* BYE this mailbox is closed");
}

#[tokio::test]
async fn who_is_not_signed_in_gets_nothing() {
    let sim = Sim::start().await;
    let mut imap = Talk::open(&sim, "imap").await;
    assert_eq!(imap.imap("SELECT INBOX").await, "a1 BAD sign in first");
    assert!(
        imap.imap(&format!("LOGIN {OWN} wrong")).await.starts_with("a1 NO [AUTHENTICATIONFAILED]")
    );
    imap.say("a1 AUTHENTICATE PLAIN").await;
    assert_eq!(imap.line().await, "+");
    imap.say(&plain(OWN, PASSWORD)).await;
    assert!(imap.line().await.starts_with("a1 OK"));
    assert!(imap.imap("SELECT Archive").await.starts_with("a1 NO [NONEXISTENT]"));
    assert!(imap.imap("UID FETCH 1 (UID)").await.starts_with("a1 BAD"));
    assert!(imap.imap("STORE 1 +FLAGS (\\Seen)").await.starts_with("a1 BAD"));

    let mut smtp = Talk::open(&sim, "smtp").await;
    assert!(smtp.smtp(&format!("MAIL FROM:<{OWN}>")).await.starts_with("530"));
    assert!(smtp.smtp(&format!("AUTH PLAIN {}", plain(OWN, "wrong"))).await.starts_with("535"));
    assert!(smtp.smtp("AUTH LOGIN").await.starts_with("334"));
    assert!(smtp.smtp(&STANDARD.encode(OWN)).await.starts_with("334"));
    assert!(smtp.smtp(&STANDARD.encode(PASSWORD)).await.starts_with("235"));
    assert!(smtp.smtp("MAIL FROM:<boss@shop.example>").await.starts_with("553"));
    assert!(smtp.smtp("DATA").await.starts_with("503"));
    assert!(smtp.smtp(&format!("MAIL FROM:<{OWN}> SIZE=99999999")).await.starts_with("552"));
    assert!(smtp.smtp(&format!("MAIL FROM:<{OWN}>")).await.starts_with("250"));
    assert!(smtp.smtp("RCPT TO:<a@gone.invalid>").await.starts_with("550"));
    assert!(smtp.smtp("VRFY ann").await.starts_with("502"));
}

#[tokio::test]
async fn an_answer_is_on_the_phone_and_the_next_mail_answers_it() {
    let sim = Sim::start().await;
    write(&sim, "Is it blue?").await;
    let mut smtp = outbox(&sim).await;
    let raw = "Message-ID: <r1@desk.test>\r\nSubject: Re: Is it blue?\r\nReply-To: support+1.x@shop.example\r\n\
        Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n\
        It is.\r\n..just so\r\n--b\r\nContent-Type: text/csv; name=a.csv\r\n\
        Content-Disposition: attachment; filename=a.csv\r\n\r\n1,2\r\n--b--\r\n";
    assert!(send(&mut smtp, "customer7@customer.example", raw).await.starts_with("250"));
    let shown = chat(&sim).await.pop().unwrap();
    assert_eq!((&shown["from"], &shown["text"]), (&json!("bot"), &json!("It is.\n.just so")));
    assert_eq!(shown["file"]["file_name"], "a.csv");

    write(&sim, "Good.").await;
    let answer = mailbox(&sim).await.imap("UID FETCH 2 (BODY.PEEK[HEADER])").await;
    for wanted in [
        "To: support+1.x@shop.example\r\n",
        "Subject: Re: Is it blue?\r\n",
        "In-Reply-To: <r1@desk.test>\r\n",
    ] {
        assert!(answer.contains(wanted), "{answer}");
    }
}

#[tokio::test]
async fn mail_to_nobody_comes_back() {
    let sim = Sim::start().await;
    let mut smtp = outbox(&sim).await;
    let raw = "Message-ID: <r2@desk.test>\r\nSubject: Hello\r\n\r\nHello";
    assert!(send(&mut smtp, "nobody@nowhere.example", raw).await.starts_with("250"));
    let report = mailbox(&sim).await.imap("UID FETCH 1 (BODY.PEEK[])").await;
    for wanted in ["multipart/report", "Status: 5.1.1", "Message-ID: <r2@desk.test>"] {
        assert!(report.contains(wanted), "{report}");
    }
    // Who blocked the shop is no longer written to.
    write(&sim, "Leave me alone").await;
    let block = json!({ "account": "main", "user": 7, "blocked": true });
    post(&sim, "/block", block).await;
    assert!(send(&mut smtp, "customer7@customer.example", raw).await.starts_with("250"));
    until("the second report came", async || {
        mailbox(&sim).await.imap("UID FETCH 3 (BODY.PEEK[])").await.contains("Status: 5.7.1")
    })
    .await;
}

#[tokio::test]
async fn a_send_goes_wrong_as_ordered() {
    let sim = Sim::start().await;
    write(&sim, "Is it blue?").await;
    let to = "customer7@customer.example";
    let raw = |n: u32| format!("Message-ID: <w{n}@desk.test>\r\nSubject: Hello\r\n\r\nHello {n}");
    let cases = [
        (json!({ "method": "send", "status": 500 }), Some("451"), false),
        (json!({ "method": "send", "status": 429, "token": "main" }), Some("450"), false),
        (json!({ "method": "send", "status": 400 }), Some("554"), false),
        (json!({ "method": "send", "cut": true }), None, false),
        (json!({ "method": "send", "after_accept": true }), None, true),
        (json!({ "method": "send", "after_accept": true, "status": 500 }), Some("451"), true),
        (json!({ "method": "send", "delay_ms": 1 }), Some("250"), true),
        (json!({ "method": "send", "token": "another", "cut": true }), Some("250"), true),
    ];
    for (place, (fault, said, arrives)) in (1_u32..).zip(cases) {
        post(&sim, "/faults", fault.clone()).await;
        let before = chat(&sim).await.len();
        let mut smtp = outbox(&sim).await;
        let answer = tokio::spawn(async move { send(&mut smtp, to, &raw(place)).await }).await;
        assert_eq!(answer.as_ref().ok().map(|line| &line[..3]), said, "{fault}");
        assert_eq!(chat(&sim).await.len() - before, usize::from(arrives), "{fault}");
    }
}
