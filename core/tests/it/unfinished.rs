//! Requests that never end are ended, and nothing else is.

use crate::harness::{Ground, Start, World};
use serde_json::json;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    time::{Instant, timeout},
};

on_both_engines!(unfinished_requests_are_ended);

/// What the desk of this story is patient for; every wait is a multiple of it.
const PATIENCE: Duration = Duration::from_millis(600);
/// Enough connections to be a crowd, few enough for any machine.
const CROWD: usize = 200;

/// Opens a connection and says this much of a request.
async fn begin(host: &str, words: &str) -> TcpStream {
    let mut stream = TcpStream::connect(host).await.expect("taken");
    stream.write_all(words.as_bytes()).await.expect("sent");
    stream
}

/// What comes until the server closes the connection, which it must within some patience.
async fn until_closed(stream: &mut TcpStream) -> String {
    let mut said = vec![];
    let read = timeout(PATIENCE * 10, stream.read_to_end(&mut said)).await;
    // A connection that was reset is closed too.
    let _how_it_ended = read.expect("closed in time");
    String::from_utf8_lossy(&said).into_owned()
}

async fn unfinished_requests_are_ended(ground: Ground) {
    let start = Start::default()
        .set("PATCHBAY_SERVER_HEAD_TIMEOUT_MS", PATIENCE.as_millis())
        .set("PATCHBAY_SERVER_BODY_IDLE_TIMEOUT_MS", PATIENCE.as_millis());
    let world = World::open(ground, start).await;
    let host = world.one.url.strip_prefix("http://").expect("an address").to_owned();
    let mut socket = world.one.live().await;

    let head = "GET /health/live HTTP/1.1\r\nHost: desk\r\n";
    let mut crowd = vec![];
    for n in 0..CROWD {
        // Nothing at all, half a line, or all lines but the last.
        let words = [&head[..0], &head[..9], head][n % 3];
        crowd.push(begin(&host, words).await);
    }
    let begun = Instant::now();
    for stream in &mut crowd {
        until_closed(stream).await;
    }
    assert!(begun.elapsed() < PATIENCE * 5, "{:?}", begun.elapsed());

    // A head that comes in drops has no more time than one that does not come.
    let mut drops = begin(&host, head).await;
    let begun = Instant::now();
    while drops.write_all(b"X-Drop: 1\r\n").await.is_ok() {
        assert!(begun.elapsed() < PATIENCE * 10, "it may go on for ever");
        tokio::time::sleep(PATIENCE / 6).await;
    }

    // A body that pauses is refused, and one that is slow is not.
    let post = |length: usize| {
        format!(
            "POST /api/auth2 HTTP/1.1\r\nHost: desk\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n"
        )
    };
    let mut pausing = begin(&host, &format!("{}{{", post(1000))).await;
    let answer = until_closed(&mut pausing).await;
    assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
    let body = json!({ "client": "nobody", "password": "wrong", "type": "agent" }).to_string();
    let mut slow = begin(&host, &post(body.len())).await;
    for piece in body.as_bytes().chunks(body.len() / 5) {
        tokio::time::sleep(PATIENCE / 3).await;
        slow.write_all(piece).await.expect("still taken");
    }
    let answer = until_closed(&mut slow).await;
    assert!(answer.starts_with("HTTP/1.1 4"), "heard to its end: {answer}");

    // An agent's socket that had nothing to say all the while is still there.
    let bot = world.bot().await;
    bot.write(81, "still there?").await;
    socket.event("createTicket").await;
}
