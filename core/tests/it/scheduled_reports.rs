//! Reports that go by mail at set times: who keeps them, when they go out, to whom, and the link in them.

use crate::{
    harness::{Agent, Answer, Ground, Start, World, eventually},
    password_reset::{mailing, set_email},
    stack::Stack,
};
use patchbay::{clock::Clock, db::Db, execute};
use reqwest::Method;
use serde_json::{Value, json};

on_both_engines!(
    admins_keep_scheduled_reports,
    a_report_goes_by_mail_to_whoever_may_see_it,
    without_a_mail_server_nothing_fails,
    nothing_happened_is_no_mail,
);

const SCHEDULES: &str = "/api/report/schedules";
const DAY_MS: i64 = 86_400_000;

async fn id_of(admin: &Agent, username: &str) -> i64 {
    let page = admin.get(&format!("/api/users?search={username}")).await.ok();
    let users = page["data"].as_array().expect("users");
    let user = users.iter().find(|user| user["username"] == username).expect("the user");
    user["id"].as_i64().expect("an id")
}

async fn put(who: &Agent, id: &Value, draft: &Value) -> Answer {
    who.call(Method::PUT, &format!("{SCHEDULES}/{id}"), Some(draft)).await
}

async fn the_one(world: &World) -> Value {
    world.admin.get(SCHEDULES).await.ok()["schedules"][0].clone()
}

async fn admins_keep_scheduled_reports(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let empty = admin.get(SCHEDULES).await.ok();
    assert_eq!(empty, json!({ "schedules": [], "sends_mail": false }));

    let me = id_of(admin, "admin").await;
    let wrong = json!({
        "name": " ", "report": "calls", "group": "label", "type": "letter", "department": -1,
        "repeat": "weekly", "weekdays": [8], "time": "8:00", "timezone": "Moon/Sea", "recipients": [],
    });
    let refused = admin.post(SCHEDULES, &wrong).await;
    refused.refused(422, "invalid");
    let fields = refused.body["error"]["fields"].as_object().expect("fields");
    let named: Vec<&str> = fields.keys().map(String::as_str).collect();
    let all = ["department", "group", "name", "recipients", "time", "timezone", "type", "weekdays"];
    assert_eq!(named, all);
    let strange =
        json!({ "name": "Week", "recipients": [id_of(&world.outsider, "outsider").await] });
    let refused = admin.post(SCHEDULES, &strange).await;
    assert!(refused.body["error"]["fields"]["recipients"].is_string(), "{refused:?}");
    let monthly =
        json!({ "name": "x", "recipients": [me], "repeat": "monthly", "day_of_month": 29 });
    let refused = admin.post(SCHEDULES, &monthly).await;
    assert!(refused.body["error"]["fields"]["day_of_month"].is_string(), "{refused:?}");

    let draft = json!({
        "name": " Week ", "group": "agent", "type": "ticket", "department": 0, "repeat": "weekly",
        "weekdays": [5, 1, 1], "time": "08:30", "timezone": "Asia/Kuala_Lumpur", "recipients": [me, me],
    });
    let made = admin.post(SCHEDULES, &draft).await;
    assert_eq!(made.status, 201, "{made:?}");
    let made = made.body;
    assert_eq!((&made["name"], &made["weekdays"]), (&json!("Week"), &json!([1, 5])));
    assert_eq!((&made["recipients"], &made["last"]), (&json!([me]), &Value::Null));
    assert!(made["next_at"].as_i64().expect("a time") % DAY_MS == 30 * 60_000, "{made}");
    assert_eq!(the_one(&world).await, made);

    let calls = json!({ "name": "Calls", "report": "calls", "group": "line", "channel": "SMS",
        "recipients": [me], "enabled": false });
    let changed = put(admin, &made["id"], &calls).await.ok();
    assert_eq!((&changed["next_at"], &changed["channel"]), (&Value::Null, &json!("")));
    assert_eq!(put(admin, &made["id"], &calls).await.ok(), changed, "twice is as once");
    let path = format!("{SCHEDULES}/{}", made["id"]);
    let send = format!("{path}/send");
    let refused = admin.post(&send, &json!({})).await;
    refused.refused(409, "conflict");

    // Another team's, and one that is not there, look the same; agents get none.
    let unknown = put(admin, &json!(987_650_001), &calls).await;
    unknown.refused(404, "not_found");
    assert_eq!(put(&world.outsider, &made["id"], &calls).await, unknown);
    world.one.get(SCHEDULES).await.refused(403, "forbidden");
    let nobodys = world.outsider.get(SCHEDULES).await.ok();
    assert_eq!(nobodys["schedules"], json!([]));

    admin.call(Method::DELETE, &path, None).await.ok();
    admin.call(Method::DELETE, &path, None).await.refused(404, "not_found");
    let told = admin.get("/api/audit?kind=report_schedule").await.ok();
    let actions: Vec<&str> = told["data"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|line| line["action"].as_str())
        .filter(|action| action.starts_with("report_schedule"))
        .collect();
    let done = ["deleted", "changed", "created"].map(|act| format!("report_schedule_{act}"));
    assert_eq!(actions, done);
}

/// Lets the next time of a scheduled report have come an hour ago, and what was done now be done yesterday.
async fn due(ground: &str, id: &Value) {
    let db = Db::open(ground).await.expect("the database");
    let mut tx = db.begin().await.expect("a transaction");
    let at = Clock::system().now_ms() - 3_600_000;
    execute!(&mut tx, "update scheduled_reports set next_at = $1", at).expect("set");
    let payload = json!({ "id": id, "at": at }).to_string();
    execute!(
        &mut tx,
        "update jobs set run_at = $1, payload = $2 where kind = 'reports.run_schedule'",
        at,
        payload,
    )
    .expect("set");
    execute!(&mut tx, "update report_facts set at = at - 86400000").expect("set");
    tx.commit().await.expect("kept");
    db.close().await;
}

/// The mails in a mailbox of the mail server.
fn mails(stack: &Stack, user: &str) -> Vec<String> {
    let folder = stack.dir.join(format!("boxes/customer.test/{user}/mail/new"));
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let read = |file: std::fs::DirEntry| {
        // Quoted-printable breaks long lines and says = with three characters.
        let raw = std::fs::read_to_string(file.path()).expect("a mail").replace('\r', "");
        raw.replace("=\n", "").replace("=3D", "=")
    };
    files.map(read).collect()
}

/// The run that is over, with what became of each mail.
async fn run(world: &World) -> Value {
    eventually("the run is over", || async {
        let last = the_one(world).await["last"].clone();
        (last.is_object() && last["waiting"] == 0).then_some(last)
    })
    .await
}

async fn a_report_goes_by_mail_to_whoever_may_see_it(ground: Ground) {
    let stack = Stack::start();
    let url = ground.url();
    let world = mailing(ground, &stack).await;
    let admin = &world.admin;
    set_email(admin, "bob@customer.test").await.ok();
    let ticket =
        json!({ "title": "A", "message": "Hello", "name": "Mei", "email": "mei@customer.example" });
    admin.post("/api/tickets", &ticket).await.ok();
    eventually("the ticket is counted", || async {
        let report = admin.get("/api/report/performance").await.ok();
        (report["total"]["created"] == 1).then_some(())
    })
    .await;
    let (watches, ann) = (json!(["view_report"]), "ann@customer.test");
    let watcher = json!({ "username": "watcher", "permissions": watches, "email": ann });
    let watcher = admin.post("/api/users", &watcher).await.ok()["id"].clone();
    let silent = json!({ "username": "silent", "type": "admin" });
    let silent = admin.post("/api/users", &silent).await.ok()["id"].clone();
    let draft = json!({
        "name": "Day", "days": "yesterday", "repeat": "daily", "time": "07:00", "format": "csv",
        "department": 0,
        "recipients": [id_of(admin, "admin").await, id_of(admin, "agent1").await, silent, watcher],
    });
    let made = admin.post(SCHEDULES, &draft).await;
    assert_eq!(made.status, 201, "{made:?}");
    let mut events = admin.live().await;
    due(&url, &made.body["id"]).await;

    events.event("reportSchedulesChanged").await;
    let last = run(&world).await;
    let counts = ["sent", "refused", "no_address", "failed"].map(|of| last[of].clone());
    assert_eq!(counts, [2, 1, 1, 0].map(|n| json!(n)), "{last}");
    assert_eq!((&last["empty"], &last["from"]), (&json!(false), &last["to"]));
    assert!(the_one(&world).await["next_at"].as_i64() > last["at"].as_i64(), "it goes on");
    let mail = eventually("the mail", || async { mails(&stack, "bob").pop() }).await;
    let subject = format!("Subject: Day: {}", last["from"].as_str().expect("a day"));
    for part in [
        subject.as_str(),
        "New tickets: 1",
        "filename=\"performance.csv\"",
        "tab=performance",
        "group=day&department=0",
    ] {
        assert!(mail.contains(part), "no {part} in {mail}");
    }

    // The link gives the table to whoever has it.
    let path = &link_in(&mail);
    let nobody = Agent::nobody(&world.desk.url);
    let table = String::from_utf8(nobody.bytes(path).await).expect("text");
    assert!(table.contains("Group,Created") && table.contains("Total,1"), "{table}");
    let forged = format!("{}x", &path[..path.len() - 1]);
    nobody.get(&forged).await.refused(404, "not_found");
    nobody.get("/api/report/sent/1.1").await.refused(404, "not_found");

    // A recipient who may see no reports any more has none in the link either.
    let other = eventually("the other mail", || async { mails(&stack, "ann").pop() }).await;
    let others = &link_in(&other);
    nobody.bytes(others).await;
    let user = format!("/api/users/{watcher}");
    let none = json!({ "permissions": [] });
    admin.call(Method::PATCH, &user, Some(&none)).await.ok();
    nobody.get(others).await.refused(404, "not_found");
    nobody.bytes(path).await;

    let send = format!("{SCHEDULES}/{}/send", made.body["id"]);
    world.one.post(&send, &json!({})).await.refused(403, "forbidden");
    world.outsider.post(&send, &json!({})).await.refused(404, "not_found");
    admin.post(&send, &json!({})).await.ok();
    eventually("a second mail", || async { (mails_to_bob(&stack) == 2).then_some(()) }).await;
    nobody.bytes(path).await;

    admin.call(Method::DELETE, &format!("{SCHEDULES}/{}", made.body["id"]), None).await.ok();
    nobody.get(path).await.refused(404, "not_found");
}

/// The path of the link in a mail.
fn link_in(mail: &str) -> String {
    let link = mail.lines().find(|line| line.contains("/api/report/sent/")).expect("a link");
    link[link.find("/api/").expect("a path")..].trim().to_owned()
}

fn mails_to_bob(stack: &Stack) -> usize {
    mails(stack, "bob").len()
}

async fn without_a_mail_server_nothing_fails(ground: Ground) {
    let url = ground.url();
    let world = World::open(ground, Start::default()).await;
    let admin = &world.admin;
    let draft = json!({ "name": "Day", "repeat": "daily", "skip_empty": false,
        "recipients": [id_of(admin, "admin").await] });
    let made = admin.post(SCHEDULES, &draft).await;
    assert_eq!(made.status, 201, "{made:?}");
    due(&url, &made.body["id"]).await;
    let then = eventually("it is planned for its next time", || async {
        let then = the_one(&world).await;
        (then["next_at"] == made.body["next_at"]).then_some(then)
    })
    .await;
    assert_eq!(then["last"], Value::Null, "nothing was sent, and nothing is said to have failed");
}

async fn nothing_happened_is_no_mail(ground: Ground) {
    let stack = Stack::start();
    let url = ground.url();
    let world = mailing(ground, &stack).await;
    let admin = &world.admin;
    set_email(admin, "bob@customer.test").await.ok();
    let mut draft = json!({ "name": "Calls", "report": "calls", "days": "last_month",
        "recipients": [id_of(admin, "admin").await] });
    let made = admin.post(SCHEDULES, &draft).await;
    assert_eq!(made.status, 201, "{made:?}");
    due(&url, &made.body["id"]).await;
    let last = run(&world).await;
    assert_eq!((&last["empty"], &last["sent"]), (&json!(true), &json!(0)), "{last}");
    // By hand it goes out all the same.
    admin.post(&format!("{SCHEDULES}/{}/send", made.body["id"]), &json!({})).await.ok();
    eventually("a mail by hand", || async { (mails_to_bob(&stack) == 1).then_some(()) }).await;
    assert_eq!(run(&world).await["empty"], false);
    draft["skip_empty"] = json!(false);
    put(admin, &made.body["id"], &draft).await.ok();
    due(&url, &made.body["id"]).await;
    eventually("a mail about nothing", || async { (mails_to_bob(&stack) == 2).then_some(()) })
        .await;
    let mail = mails(&stack, "bob").remove(0);
    assert!(mail.contains("filename=\"calls.xlsx\""), "{mail}");
    assert_eq!(run(&world).await["sent"], 1);
}
