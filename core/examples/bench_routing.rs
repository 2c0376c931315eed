//! How soon routing gives what waits: three hundred visitors at once and thirty free agents; a desk of a
//! thousand agents where five thousand tickets wait for one of them; and a hundred thousand claims that
//! race for the same visitors.
//!
//! `cargo xtask bench routing`. Options after `--`: `--visitors 300`, `--agents 1000`, `--waiting 5000`,
//! `--rounds 300`, `--claims 100000`. With `PATCHBAY_BENCH_POSTGRES_URL`, an empty database, it is run on
//! PostgreSQL as well, where the claims race on two nodes.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/rig/mod.rs"]
#[expect(dead_code, reason = "other programs use the rest of the rig")]
mod rig;

use anyhow::{Context as _, Result, ensure};
use patchbay::{clock::Clock, db::Db, execute, fetch_one};
use rig::{
    desk::Desk,
    load::Load,
    program::Folder,
    report::{heading, line, ms, on_both_engines, option, percentile},
    socket::Socket,
    visitor::Visitor,
    wire::Wire,
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tokio::{sync::Barrier, task::JoinSet, time::Instant};

/// Who races for visitors, on each node.
const CLAIMANTS: usize = 10;
/// Visitors who are claimed before everybody waits for the others, so that all stay abreast.
const ABREAST: i64 = 50;
const FAR_FUTURE: i64 = 4_102_444_800_000;
const PAGE_MAX: &str = "1000000";

#[tokio::main]
async fn main() -> Result<()> {
    on_both_engines(run).await
}

/// A desk under test: the server, its database and its admin.
struct Stand {
    load: Load,
    db: Db,
    admin: Desk,
    /// The key of the chat page and its channel.
    page: (String, i64),
}

fn folder(database: Option<&str>) -> Result<Folder> {
    let mut folder = Folder::new(database)?;
    folder.set("PATCHBAY_SECRET_KEY", &"5a".repeat(32));
    // The visitors stand behind a proxy that names where each comes from.
    folder.set("PATCHBAY_SERVER_TRUSTED_PROXIES", "127.0.0.1/32");
    for limit in ["LINKS_PER_PAGE", "LINKS_PER_CLIENT", "WAITING_PER_PAGE", "WAITING_PER_CLIENT"] {
        folder.set(&format!("PATCHBAY_LIVECHAT_{limit}"), PAGE_MAX);
    }
    Ok(folder)
}

async fn run(engine: &str, database: Option<&str>) -> Result<()> {
    let folder = folder(database)?;
    for n in 0..CLAIMANTS {
        folder.create_user(&format!("claimant{n}"), "agent").await?;
    }
    let file = format!("sqlite://{}", folder.path().join("patchbay.db").display());
    let load = Load::start_in(folder).await?;
    let db = Db::open(database.unwrap_or(&file)).await?;
    let admin = Desk::sign_in(&load.program.url, "admin", "admin").await?;
    let page = json!({ "plugin": "livechat", "name": "Website", "settings": {} });
    let page = admin.post("/api/channels", &page).await?;
    let link = page["public_link"].as_str().context("the page's address")?;
    let key = link.rsplit('/').next().context("the page's key")?.to_owned();
    let page = (key, page["id"].as_i64().context("the page's channel")?);
    let stand = Stand { load, db, admin, page };
    heading(&format!("Routing, {engine}"));
    burst(&stand).await?;
    among_many(&stand).await?;
    claims(&stand, database).await?;
    stand.db.close().await;
    Ok(())
}

impl Stand {
    /// Agents who are there without a socket, which would tell this program what it does not ask for.
    async fn people(&self, prefix: &str, count: u64, capacity: i64) -> Result<()> {
        let now = Clock::system().now_ms();
        let mut tx = self.db.begin().await?;
        for n in 0..i64::try_from(count)? {
            let name = format!("{prefix}{n}");
            execute!(
                &mut tx,
                "insert into users
                        (client_id, username, username_key, name, kind, password_hash, created_at)
                 select client_id, $1, $1, $1, kind, password_hash, $2
                   from users where username = 'agent1'",
                name.as_str(),
                now,
            )?;
            execute!(
                &mut tx,
                "insert into presence_leases (client_id, user_id, node, until_at)
                 select client_id, id, 'bench', $2 from users where username = $1",
                name.as_str(),
                FAR_FUTURE,
            )?;
            execute!(
                &mut tx,
                "insert into presence (client_id, user_id, status, reason, since, seen_at)
                 select client_id, id, 'ONLINE', '', $2, $2 from users where username = $1",
                name.as_str(),
                now,
            )?;
            execute!(
                &mut tx,
                "insert into routing_agents
                        (client_id, user_id, capacity, idle_since, wrap_up_until)
                 select client_id, id, $2, 0, 0 from users where username = $1",
                name.as_str(),
                capacity,
            )?;
        }
        Ok(tx.commit().await?)
    }

    async fn queue(&self, queue: &Value) -> Result<i64> {
        let made = self.admin.post("/api/routing/queues", queue).await?;
        made["id"].as_i64().context("a queue's id")
    }
}

/// Visitors who all ask at the same moment, and just as many free places.
async fn burst(stand: &Stand) -> Result<()> {
    let visitors = option("visitors", 300);
    let agents = visitors.div_ceil(10);
    let ten = json!({ "capacity": 10, "chat_capacity": 10 });
    stand.admin.put("/api/routing/settings", &ten).await?;
    stand.people("burst", agents, 10).await?;
    let queue = json!({ "name": "Website", "work": "live_chats", "offer_seconds": 0 });
    let queue = stand.queue(&queue).await?;
    let start = Arc::new(Barrier::new(usize::try_from(visitors)?));
    let mut all = JoinSet::new();
    for n in 0..visitors {
        let (url, key) = (stand.load.program.url.clone(), stand.page.0.clone());
        let start = start.clone();
        all.spawn(async move {
            let from = format!("10.9.{}.{}", n / 250, n % 250);
            let mut visitor = Visitor::open(&url, &key, &from).await?;
            start.wait().await;
            let asked = Instant::now();
            visitor.join(&format!("Visitor {n}")).await?;
            let arrived = Instant::now();
            visitor.until(r#""event":"queueAccepted""#).await?;
            anyhow::Ok((asked, arrived, Instant::now()))
        });
    }
    let mut stories = vec![];
    while let Some(done) = all.join_next().await {
        stories.push(done??);
    }
    let last = |of: fn(&(Instant, Instant, Instant)) -> Instant| stories.iter().map(of).max();
    let arrived = last(|story| story.1).context("a visitor")?;
    let given = last(|story| story.2).context("a visitor")?;
    let mut waits: Vec<Duration> = stories.iter().map(|story| story.2 - story.0).collect();
    println!("{visitors} visitors at once, {agents} agents with ten free places each");
    line("  from asking to taken, p50", &ms(percentile(&mut waits, 50.0)), "");
    line("  from asking to taken, p99", &ms(percentile(&mut waits, 99.0)), "");
    let after = given.saturating_duration_since(arrived);
    line("  the last one taken, after the last one came", &ms(after), "1000 ms");
    stand.admin.delete(&format!("/api/routing/queues/{queue}")).await
}

/// Thousands wait while everybody is full, and one place is freed again and again.
async fn among_many(stand: &Stand) -> Result<()> {
    let (agents, waiting) = (option("agents", 1_000), option("waiting", 5_000));
    let rounds = option("rounds", 300);
    let mut tx = stand.db.begin().await?;
    execute!(&mut tx, "update presence_leases set until_at = 0 where node = 'bench'")?;
    tx.commit().await?;
    stand.people("crowd", agents.saturating_sub(1), 0).await?;
    let queue = stand.queue(&json!({ "name": "Orders", "offer_seconds": 0 })).await?;
    let url = &stand.load.program.url;
    let mut wire = Wire::connect(url).await?;
    for number in 1..=waiting + 1 {
        ensure!(
            stand.load.post(&mut wire, number, u64::MAX).await? == 200,
            "an update was refused"
        );
    }
    let wanted = i64::try_from(waiting + 1)?;
    loop {
        let mut conn = stand.db.read().await?;
        let (now,) = fetch_one!(&mut conn, (i64,), "select count(*) from routing_items")?;
        if now >= wanted {
            break;
        }
        drop(conn);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let mut socket = Socket::live(&stand.load.agent).await?;
    let all = stand.admin.get("/api/routing/agents").await?;
    let mut all = all.as_array().context("agents")?.iter();
    let own = all.find(|one| one["username"] == "agent1").context("agent1")?;
    let path = format!("/api/routing/agents/{}", own["user_id"]);
    stand.admin.put(&path, &json!({ "capacity": 1, "skills": [] })).await?;
    let mut ticket = given(&mut socket).await?;
    let mut times = vec![];
    for _ in 0..rounds.min(waiting) {
        let body = json!({ "ticket_id": ticket, "status": 3, "sender": "server" });
        let began = Instant::now();
        stand.load.agent.post("/api/ticket/message", &body).await?;
        ticket = given(&mut socket).await?;
        times.push(began.elapsed());
    }
    println!("{agents} agents, all full; {waiting} tickets wait; one is closed, the next is given");
    line("  from closing to given, p50", &ms(percentile(&mut times, 50.0)), "");
    line("  from closing to given, p99", &ms(percentile(&mut times, 99.0)), "20 ms");
    stand.admin.delete(&format!("/api/routing/queues/{queue}")).await
}

/// The ticket that the agent is given next.
async fn given(socket: &mut Socket) -> Result<i64> {
    let told = async {
        loop {
            let frame = socket.text().await?;
            if frame.contains(r#""event":"participantChanged""#) {
                let frame: Value = serde_json::from_str(&frame)?;
                break frame["data"]["ticket_id"].as_i64().context("a ticket");
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), told).await.context("nothing was given")?
}

/// Agents on every node who all claim the same visitors, each once.
async fn claims(stand: &Stand, database: Option<&str>) -> Result<()> {
    let second = match database {
        Some(_) => {
            let mut program = folder(database)?.start()?;
            program.ready().await?;
            Some(program)
        }
        None => None,
    };
    let urls: Vec<String> = std::iter::once(stand.load.program.url.clone())
        .chain(second.iter().map(|program| program.url.clone()))
        .collect();
    let racing = i64::try_from(CLAIMANTS * urls.len())?;
    let visitors = i64::try_from(option("claims", 100_000))? / racing;
    let mut conn = stand.db.read().await?;
    let (last,) =
        fetch_one!(&mut conn, (i64,), "select coalesce(max(id), 0) from livechat_sessions")?;
    drop(conn);
    let first = last + 1;
    let (now, mut tx) = (Clock::system().now_ms(), stand.db.begin().await?);
    for n in 0..visitors {
        execute!(
            &mut tx,
            "insert into livechat_sessions
                    (client_id, channel_id, token, state, name, queued_at, seen_at, created_at)
             select client_id, id, $2, 'queued', 'Visitor', $3, $4, $3 from channels where id = $1",
            stand.page.1,
            format!("bench-{n}").as_str(),
            now,
            FAR_FUTURE,
        )?;
    }
    tx.commit().await?;
    let abreast = Arc::new(Barrier::new(usize::try_from(racing)?));
    let mut all = JoinSet::new();
    for url in &urls {
        for n in 0..CLAIMANTS {
            let desk = Desk::sign_in(url, &format!("claimant{n}"), "agent").await?;
            let abreast = abreast.clone();
            all.spawn(async move { claim(&desk, first, visitors, &abreast).await });
        }
    }
    let began = Instant::now();
    let mut taken = vec![];
    while let Some(done) = all.join_next().await {
        taken.extend(done??);
    }
    let time = began.elapsed();
    let count = taken.len();
    taken.sort_unstable();
    taken.dedup();
    println!("{} claims, {racing} agents at a time, on {} nodes", visitors * racing, urls.len());
    line(
        "  claims in a second",
        &format!("{:.0}", (visitors * racing) as f64 / time.as_secs_f64()),
        "",
    );
    line("  visitors claimed", &format!("{} of {visitors}", taken.len()), "all");
    line("  visitors claimed twice", &(count - taken.len()).to_string(), "0");
    ensure!(count == taken.len() && i64::try_from(count)? == visitors, "a claim went wrong");
    Ok(())
}

/// Claims visitors in turn; gives those that this agent got.
async fn claim(desk: &Desk, first: i64, count: i64, abreast: &Barrier) -> Result<Vec<i64>> {
    let mut socket = Socket::live(desk).await?;
    let mut taken = vec![];
    let mut next = first;
    while next < first + count {
        abreast.wait().await;
        let until = (next + ABREAST).min(first + count);
        for session in next..until {
            let frame =
                json!({ "event": "acceptLiveChat", "data": { "session": session }, "id": session });
            socket.send(&frame.to_string()).await?;
            let begins = format!(r#"{{"ack":{session},"#);
            loop {
                let frame = socket.text().await?;
                if frame.starts_with(&begins) {
                    let frame: Value = serde_json::from_str(&frame)?;
                    let code = frame["error"]["code"].as_str();
                    ensure!(code.is_none_or(|code| code == "conflict"), "{frame}");
                    taken.extend(code.is_none().then_some(session));
                    break;
                }
            }
        }
        next = until;
    }
    Ok(taken)
}
