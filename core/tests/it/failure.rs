//! The disk fills up, the database goes away: refused in order, nothing acknowledged is lost, and
//! everything goes on by itself afterwards.

use crate::harness::{Bot, Desk, Ground, PrivatePostgres, SECRET, Start, World, eventually};
use serde_json::json;
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// All texts of customers that the desk has, sorted.
async fn stored(world: &World) -> Vec<String> {
    let mut texts = vec![];
    for ticket in world.admin.tickets().await {
        let all = world.admin.messages(ticket["id"].as_i64().expect("an id")).await;
        let inbound = all.iter().filter(|m| m["direction"] == "in");
        texts.extend(inbound.map(|m| m["message"].as_str().expect("a text").to_owned()));
    }
    texts.sort();
    texts
}

/// A small disk: a file system of its own where that is allowed, else a limit on file sizes.
enum Disk {
    Mounted(PathBuf),
    Limited,
}

const SMALL: u64 = 12 * 1024 * 1024;

impl Disk {
    fn under(folder: &Path) -> Self {
        std::fs::create_dir_all(folder).expect("folder");
        let size = format!("size={SMALL},mode=0700");
        let mut mount = Command::new("mount");
        let mount = mount.args(["-t", "tmpfs", "-o", &size, "none"]).arg(folder).output();
        if mount.is_ok_and(|done| done.status.success()) {
            Self::Mounted(folder.to_owned())
        } else {
            Self::Limited
        }
    }

    fn wrapper(&self) -> Vec<String> {
        match self {
            Self::Mounted(_) => vec![],
            // The signal is ignored, so that writing beyond the limit is an error like a full disk.
            Self::Limited => {
                ["sh", "-c", "trap '' XFSZ; exec \"$0\" \"$@\""].map(Into::into).into()
            }
        }
    }

    fn fill(&self, desk: &Desk) {
        match self {
            Self::Mounted(folder) => {
                let mut file = std::fs::File::create(folder.join("filler")).expect("made");
                let block = vec![7_u8; 4096];
                while std::io::Write::write_all(&mut file, &block).is_ok() {}
            }
            Self::Limited => limit(desk, "1"),
        }
    }

    fn free(&self, desk: &Desk) {
        match self {
            Self::Mounted(folder) => {
                std::fs::remove_file(folder.join("filler")).expect("removed");
            }
            Self::Limited => limit(desk, "unlimited"),
        }
    }
}

fn limit(desk: &Desk, bytes: &str) {
    let pid = desk.pid().to_string();
    let done = Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={bytes}:")]).status();
    assert!(done.expect("prlimit runs").success());
}

impl Drop for Disk {
    fn drop(&mut self) {
        if let Self::Mounted(folder) = self {
            let _ = Command::new("umount").arg("--lazy").arg(folder).status();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk() {
    let ground = Ground::sqlite();
    let disk = Disk::under(&ground.data());
    let start = Start { wrapper: disk.wrapper(), ..Start::default() };
    let mut world = World::open(ground, start).await;
    let bot = world.bot().await;
    bot.write(81, "before").await;
    disk.fill(&world.desk);
    let mut acknowledged = vec!["before".to_owned()];
    let mut refused = vec![];
    // What fits into pages that are there already may still be taken.
    for n in 0..60 {
        let text = format!("while it fills {n:02}");
        let update = bot.update(81, &text);
        match bot.post(&update).await {
            200 => acknowledged.push(text),
            503 => refused.push((update, text)),
            status => panic!("neither stored nor refused in order: {status}"),
        }
        if refused.len() == 3 {
            break;
        }
    }
    assert_eq!(refused.len(), 3, "the disk is full");
    assert!(world.desk.lives());
    let anonymous = crate::harness::Agent::nobody(&world.desk.url);
    assert_eq!(anonymous.get("/health/live").await.status, 200);
    acknowledged.sort();
    assert_eq!(stored(&world).await, acknowledged, "reading works on");
    let ticket = world.admin.tickets().await[0]["id"].clone();
    let body = json!({ "ticket_id": ticket, "message": "Can you hear me?" });
    let reply = world.one.post("/api/ticket/message/reply", &body).await;
    reply.refused(503, "unavailable");

    disk.free(&world.desk);
    for (update, text) in refused {
        eventually("the provider's repeat is stored", || async {
            (bot.post(&update).await == 200).then_some(())
        })
        .await;
        acknowledged.push(text);
    }
    acknowledged.sort();
    assert_eq!(stored(&world).await, acknowledged, "each once");
    world.one.post("/api/ticket/message/reply", &body).await.ok();
    world.desk.kill();
    // What was acknowledged is there after a crash, too.
    let again = Desk::start(&world.ground, &Start::default());
    world.admin = world.admin.at(&again.url);
    assert_eq!(stored(&world).await, acknowledged);
    // The mount goes before the folder around it.
    drop((again, disk));
}

/// Posts updates until one is refused; gives those that were acknowledged.
async fn knock(bot: &Bot, user: i64) -> Vec<String> {
    let mut acknowledged = vec![];
    for n in 0..500 {
        let text = format!("{user} knocks {n:03}");
        let update = bot.update(user, &text);
        let answer = bot.raw(update.to_string().into_bytes(), SECRET).await;
        if answer.status != 200 {
            answer.refused(503, "unavailable");
            return acknowledged;
        }
        acknowledged.push(text);
    }
    panic!("the database was never away");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_goes_away() {
    let mut postgres = PrivatePostgres::start().await;
    let ground = Ground::of_private(&postgres.url);
    let mut world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    bot.write(81, "before").await;
    let mut socket = world.two.socket().await;
    let place = socket.hello().await;

    let (mut acknowledged, more, ()) = tokio::join!(knock(&bot, 82), knock(&bot, 83), async {
        tokio::time::sleep(std::time::Duration::from_millis(400)).await;
        postgres.kill();
    });
    acknowledged.extend(more);
    acknowledged.push("before".into());
    assert!(world.desk.lives());
    let anonymous = crate::harness::Agent::nobody(&world.desk.url);
    assert_eq!(anonymous.get("/health/live").await.status, 200);
    let (ready, list) = tokio::join!(
        anonymous.get("/health/ready"),
        world.admin.get("/api/ticket/load/-/open/ticket/0")
    );
    ready.refused(503, "unavailable");
    list.refused(503, "unavailable");

    postgres.run().await;
    eventually("it is ready again by itself", || async {
        (anonymous.get("/health/ready").await.status == 200).then_some(())
    })
    .await;
    let stored = stored(&world).await;
    let lost: Vec<&String> = acknowledged.iter().filter(|t| !stored.contains(t)).collect();
    assert_eq!(lost, Vec::<&String>::new(), "nothing acknowledged is lost");
    let mut once = stored.clone();
    once.dedup();
    assert_eq!(once, stored, "nothing is there twice");

    // Webhooks, sockets and sending go on, without a restart.
    bot.write(81, "after").await;
    let mut back = world.two.socket().await;
    back.hello().await;
    back.resume(place).await;
    let missed = back.until("resumed").await;
    let told = missed.iter().filter(|f| f["event"] == "newMessage");
    let mut told: Vec<&str> =
        told.filter_map(|f| f["data"]["message"]["message"].as_str()).collect();
    told.push("before");
    told.sort_unstable();
    let mut all = stored;
    all.push("after".into());
    all.sort();
    assert_eq!(told, all, "a socket that resumes hears all of it");
    world.simulator.write(84, "Mei", json!({ "text": "Hello again" })).await;
    let ticket = world.ticket_saying("Hello again").await["id"].as_i64().expect("an id");
    let said = world.one.reply(ticket, "Welcome back").await["id"].as_i64().expect("an id");
    world.one.until_state(ticket, said, "sent").await;
    assert_eq!(world.simulator.bot_said(84).await, ["Welcome back"]);
}
