//! Who may open a socket, what it then gets, and when it is closed.

use crate::harness::{Ground, Socket, Start, World, eventually};
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{net::TcpSocket, time::Instant};
use tokio_tungstenite::{
    MaybeTlsStream, client_async, tungstenite::client::IntoClientRequest as _,
};

on_both_engines!(strangers_stay_outside, only_those_concerned_hear_it, a_slow_reader_is_cut);

async fn strangers_stay_outside(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let url = &world.desk.url;
    let cookie = format!("auth={}", world.one.cookie);
    let elsewhere = "https://evil.example";
    let refused = [
        (vec![], 401),
        (vec![("authorization", "Bearer not.a.token")], 401),
        (vec![("cookie", "auth=not.a.token"), ("origin", url)], 401),
        (vec![("cookie", &*cookie), ("origin", elsewhere)], 403),
        (vec![("cookie", &*cookie), ("origin", "null")], 403),
        (vec![("cookie", &*cookie)], 403),
    ];
    for (headers, status) in refused {
        let said = Socket::try_open(url, &headers).await.err();
        assert_eq!(said, Some(status), "{headers:?}");
    }
    let mut page = Socket::open(url, &[("cookie", &cookie), ("origin", url)]).await;
    page.hello().await;
    let mut program = world.one.socket().await;
    program.hello().await;
    program.go_live().await;
    page.go_live().await;
    // Not a frame, and an unknown one: told, and nothing worse.
    program.say(&json!("hello?")).await;
    assert_eq!(program.next().await.expect("told")["error"]["code"], "invalid");
    let unknown = program.call("dropTables", json!({})).await.expect_err("refused");
    assert_eq!(unknown["code"], "unsupported");

    // Both sockets belong to one login; signing out ends both, and the token with them.
    let out = world.one.call(Method::DELETE, "/api/user/signout", None).await;
    assert_eq!(out.status, 200, "{out:?}");
    for socket in [&mut page, &mut program] {
        let began = Instant::now();
        assert_eq!(socket.closed().await.1, 4401);
        assert!(began.elapsed() < Duration::from_secs(1));
    }
    let bearer = format!("Bearer {}", world.one.token);
    assert_eq!(Socket::try_open(url, &[("authorization", &bearer)]).await.err(), Some(401));
}

async fn only_those_concerned_hear_it(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    bot.write(81, "Hello").await;
    let ticket = world.ticket_saying("Hello").await["id"].as_i64().expect("an id");
    let mut one = world.one.live().await;
    let mut two = world.two.live().await;
    let mut admin = world.admin.live().await;
    let mut outsider = world.outsider.live().await;

    let path = format!("/api/tickets/{ticket}/participants");
    let body = json!({ "participants": ["agent1"] });
    world.admin.call(Method::PUT, &path, Some(&body)).await.ok();
    for socket in [&mut one, &mut two, &mut admin] {
        let change = socket.event("participantChanged").await;
        assert_eq!(change["participants"], json!(["agent1"]), "all learn that it is taken");
    }
    two.drain(Duration::from_millis(200)).await;
    let refused = two.call("joinRoom", json!({ "ticket_id": ticket })).await.expect_err("refused");
    assert_eq!(refused["code"], "forbidden");
    for socket in [&mut one, &mut admin] {
        socket.call("joinRoom", json!({ "ticket_id": ticket })).await.expect("joined");
    }
    bot.write(81, "Only for agent1").await;
    for socket in [&mut one, &mut admin] {
        let fits = |data: &Value| data["message"]["message"] == "Only for agent1";
        socket.wait("newMessage", fits).await;
    }
    // Typing reaches those in the room, but not the one who types.
    one.call("sendTyping", json!({ "ticket_id": ticket })).await.expect("passed on");
    let typing = admin.event("typing").await;
    assert_eq!((&typing["username"], &typing["typing"]), (&json!("agent1"), &json!(true)));
    let read = one.call("readMessage", json!({ "ticket_id": ticket })).await.expect("read");
    assert!(read["read_to"].is_i64(), "{read}");
    let quiet = Duration::from_millis(500);
    assert_eq!(two.drain(quiet).await, Vec::<Value>::new(), "not agent2's ticket any more");
    // That it is there itself is the one thing of its own that a stranger's socket hears.
    let others = outsider.drain(quiet).await.into_iter();
    let others = others.filter(|frame| frame["data"]["username"] != "outsider");
    assert_eq!(others.collect::<Vec<_>>(), Vec::<Value>::new(), "another client");
    let own = one.drain(quiet).await;
    assert!(own.iter().all(|frame| frame["event"] != "typing"), "{own:?}");

    // Nor does resuming from the beginning tell more.
    let mut late = world.two.socket().await;
    late.hello().await;
    late.resume(0).await;
    let told = late.until("resumed").await;
    assert!(told.iter().all(|f| !f.to_string().contains("Only for agent1")), "{told:?}");
    let mut late = world.outsider.socket().await;
    let head = late.hello().await;
    late.resume(0).await;
    let told = late.until("resumed").await;
    assert!(told.iter().all(|f| !f.to_string().contains("agent1")), "{told:?}");
    assert_eq!(head, 0, "another client's log counts by itself");
}

async fn a_slow_reader_is_cut(ground: Ground) {
    let start = Start::default().set("PATCHBAY_REALTIME_WRITE_TIMEOUT_MS", 300);
    let world = World::open(ground, start).await;
    let bot = world.bot().await;
    let mut quick = world.two.live().await;
    // A reader with a small buffer that does not read.
    let address = world.desk.url.trim_start_matches("http://").parse().expect("an address");
    let raw = TcpSocket::new_v4().expect("a socket");
    raw.set_recv_buffer_size(4096).expect("small");
    let raw = raw.connect(address).await.expect("connected");
    let mut request = format!("ws://{address}/socket").into_client_request().expect("a request");
    let bearer = format!("Bearer {}", world.one.token).parse().expect("a value");
    request.headers_mut().insert("authorization", bearer);
    let (stream, _) = client_async(request, MaybeTlsStream::Plain(raw)).await.expect("opened");
    let mut slow = Socket::over(stream);
    slow.hello().await;
    slow.go_live().await;

    let text = "x".repeat(600_000);
    let write = async {
        for n in 0..24 {
            bot.write(81, &format!("{n} {text}")).await;
        }
    };
    let read = async {
        let mut told: Vec<i64> = vec![];
        while told.len() < 25 {
            let frame = quick.next().await.expect("the quick one stays");
            if matches!(frame["event"].as_str(), Some("newMessage" | "createTicket")) {
                told.push(frame["seq"].as_i64().expect("a number"));
            }
        }
        told
    };
    let ((), told) = tokio::join!(write, read);
    // The server gave up on it meanwhile; whatever still lies in the wires comes first.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (early, _) = slow.closed().await;
    let seqs = |frames: &[Value]| -> Vec<i64> {
        frames.iter().filter_map(|frame| frame["seq"].as_i64()).collect()
    };
    let early = seqs(&early);
    assert!(early.len() < 25, "it was cut before the end");
    let mut back = world.one.socket().await;
    back.hello().await;
    let place = early.last().copied().unwrap_or(told[0] - 1);
    back.resume(place).await;
    let late = seqs(&back.until("resumed").await);
    let all: Vec<i64> = early.iter().chain(&late).copied().collect();
    let expected: Vec<i64> = (all[0]..=*told.last().expect("events")).collect();
    assert_eq!(all, expected, "every event once, in order");
    eventually("the server still answers", || async {
        (world.one.get("/health/ready").await.status == 200).then_some(())
    })
    .await;
}
