//! Every call of the API for tickets, channels, the quarantine and live chat, against everybody who
//! must not use it, and twice.

use crate::harness::{Agent, Answer, Bot, Ground, Start, Visitor, World};
use reqwest::{
    Method,
    multipart::{Form, Part},
};
use serde_json::{Value, json};

on_both_engines!(every_call_minds_who_asks);

/// A call, with `{…}` where an id of the client's own goes.
struct Call {
    method: Method,
    path: &'static str,
    body: Option<Value>,
    admin: bool,
    /// What the owner is answered the first and the second time.
    answers: (u16, u16),
}

fn call(method: Method, path: &'static str, answers: (u16, u16)) -> Call {
    Call { method, path, body: None, admin: false, answers }
}

impl Call {
    fn with(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }

    fn admins(mut self) -> Self {
        self.admin = true;
        self
    }

    async fn by(&self, who: &Agent, ids: &Ids) -> Answer {
        let path = ids.fill(self.path);
        if self.path == "/api/upload" {
            let part = Part::text("x").file_name("x.txt");
            let form = Form::new().text("ticket_id", ids.fill("{ticket}"));
            return who.multipart(&path, form.part("attachment[]", part)).await;
        }
        let body = self.body.as_ref().map(|body| {
            let filled = ids.fill(&body.to_string());
            serde_json::from_str(&filled).expect("still JSON")
        });
        who.call(self.method.clone(), &path, body.as_ref()).await
    }

    /// Whether it names something that can be unknown or another client's.
    fn names_something(&self) -> bool {
        let body = self.body.as_ref().map(Value::to_string).unwrap_or_default();
        self.path == "/api/upload"
            || IDS.iter().any(|(id, _)| self.path.contains(id) || body.contains(id))
    }
}

/// The placeholders, and what stands for something that does not exist.
const IDS: [(&str, &str); 9] = [
    ("{ticket}", "987650001"),
    ("{message}", "987650002"),
    ("{reply}", "987650003"),
    ("{file}", "987650004"),
    ("{channel}", "987650005"),
    ("{input}", "987650006"),
    ("{chat}", "987650007"),
    ("{user}", "987650008"),
    ("{department}", "987650009"),
];

struct Ids([String; 9]);

impl Ids {
    fn unknown() -> Self {
        Self(IDS.map(|(_, unknown)| unknown.to_owned()))
    }

    fn fill(&self, text: &str) -> String {
        let pairs = IDS.iter().zip(&self.0);
        pairs.fold(text.to_owned(), |text, ((name, _), id)| text.replace(name, id))
    }
}

fn calls() -> Vec<Call> {
    let get = Method::GET;
    let (post, patch, put, delete) = (Method::POST, Method::PATCH, Method::PUT, Method::DELETE);
    let new_channel = json!({ "plugin": "livechat", "name": "Another page", "settings": {} });
    let both = (200, 200);
    vec![
        call(get.clone(), "/api/ticket/load/-/open/ticket/0", both),
        call(get.clone(), "/api/ticket/load/-/all/livechat/0", both),
        call(get.clone(), "/api/ticket/load2/department/open/ticket/0/0", both),
        call(get.clone(), "/api/ticket/load2/label/all/ticket/0/0", both),
        call(get.clone(), "/api/ticket/data/sync?ts=0", both),
        call(get.clone(), "/api/search/data?message=hello", both),
        call(get.clone(), "/api/contacts/list?keyword=guest", both),
        call(get.clone(), "/api/unread", both),
        call(get.clone(), "/api/agent/-", both),
        call(get.clone(), "/api/me", both),
        call(patch.clone(), "/api/me", both).with(json!({ "name": "Another name" })),
        call(get.clone(), "/api/me/two-factor", both),
        call(get.clone(), "/api/me/sessions", both),
        call(get.clone(), "/api/status/me/get", both),
        call(get.clone(), "/api/status/get", both),
        call(post.clone(), "/api/online_status/update", both)
            .with(json!({ "status": "BUSY", "reason": "x" })),
        call(get.clone(), "/api/ticket/info/-/{ticket}", both),
        call(get.clone(), "/api/ticket/data/{ticket}/0", both),
        call(get.clone(), "/api/ticket/data3/{ticket}/0", both),
        call(post.clone(), "/api/ticket/data/check/{ticket}/0", both).with(json!({})),
        call(get.clone(), "/api/event/0", both),
        call(get.clone(), "/api/ticket/user/list?username=agent1", both),
        call(get.clone(), "/api/attachments/{file}", both),
        call(get.clone(), "/api/messages/{message}/trace", both).admins(),
        // The message is no HTML mail.
        call(get.clone(), "/api/messages/{message}/html", (404, 404)),
        call(post.clone(), "/api/upload", both),
        call(post.clone(), "/api/ticket/message/reply", both)
            .with(json!({ "ticket_id": "{ticket}", "message": "x", "queue_id": "queue-twice" })),
        call(post.clone(), "/api/ticket/message", both)
            .with(json!({ "ticket_id": "{ticket}", "status": 1, "sender": "server" })),
        call(put.clone(), "/api/tickets/{ticket}/participants", both)
            .with(json!({ "participants": ["agent1"] })),
        // A reply that failed: sent again it is on its way, and then there is nothing to repeat.
        call(post.clone(), "/api/messages/{reply}/retry", (200, 409)),
        call(post.clone(), "/api/messages/{message}/retry", (409, 409)),
        // No helper is connected here; `assist` has the answers of one.
        call(post.clone(), "/api/tickets/{ticket}/suggestions", (409, 409)),
        call(post.clone(), "/api/tickets/{ticket}/analysis", (409, 409)),
        call(post.clone(), "/api/messages/{message}/translation", (409, 409))
            .with(json!({ "target": "ms" })),
        call(post.clone(), "/api/translate", (409, 409)).with(
            json!({ "ticketId": "{ticket}", "text": [{ "id": "{message}" }], "target": "ms" }),
        ),
        call(post.clone(), "/api/translate2", (409, 409)).with(
            json!({ "ticketId": "{ticket}", "text": [{ "id": 1, "message": "x" }], "target": "ms" }),
        ),
        call(get.clone(), "/api/wauchat?type=anchor&message={message}", (409, 409)),
        call(get.clone(), "/api/wauchat/recommendation?messageId={message}", (409, 409)),
        call(get.clone(), "/api/wauchat/ticket_recommendation?messageId={message}", (409, 409)),
        call(post.clone(), "/api/language/set", both)
            .with(json!({ "ticketId": "{ticket}", "lang": "ms" })),
        call(put.clone(), "/api/tickets/{ticket}/appointment", both)
            .with(json!({ "at": 1_795_771_815_000_i64 })),
        // The file holds no sound.
        call(post.clone(), "/api/attachments/{file}/transcript", (422, 422)).with(json!({})),
        call(post.clone(), "/api/attachments/{file}/voice-analysis", (422, 422)),
        call(get.clone(), "/api/report/interval", both).admins(),
        call(get.clone(), "/api/label/get", both),
        // What changes these is in `views`.
        call(get.clone(), "/api/views", both),
        call(get.clone(), "/api/views/counts", both),
        call(post.clone(), "/api/views", (201, 422)).with(json!({ "name": "Twice" })),
        call(put.clone(), "/api/views/987650001", (404, 404)).with(json!({ "name": "x" })),
        call(delete.clone(), "/api/views/987650001", (404, 404)),
        // What changes these is in `desk`.
        call(get.clone(), "/api/replies", both),
        call(get.clone(), "/api/signatures", both),
        call(put.clone(), "/api/signatures", both).with(json!({ "signatures": [] })),
        call(post.clone(), "/api/replies/987650001/insert", (404, 404))
            .with(json!({ "ticket_id": "{ticket}" })),
        call(get.clone(), "/api/hours", both),
        call(get.clone(), "/api/holidays", both),
        call(get.clone(), "/api/announcements", both).admins(),
        call(get.clone(), "/api/announcements/current", both),
        call(post.clone(), "/api/announcements", (201, 201)).with(json!({ "text": "x" })).admins(),
        call(post.clone(), "/api/hours", (201, 201))
            .with(json!({ "name": "x", "zone": "UTC" }))
            .admins(),
        call(post.clone(), "/api/holidays", (201, 201))
            .with(json!({ "name": "x", "date": "2026-01-01" }))
            .admins(),
        call(post.clone(), "/api/label/update", both)
            .with(json!({ "labelArray": [], "delete": [] }))
            .admins(),
        call(post.clone(), "/api/ticket/label", both)
            .with(json!({ "ticket_id": "{ticket}", "label": [] })),
        call(patch.clone(), "/api/messages/{reply}", both).with(json!({ "text": "x" })),
        call(delete.clone(), "/api/messages/{reply}", both),
        call(put.clone(), "/api/messages/{message}/reaction", both).with(json!({ "emoji": "👍" })),
        call(get.clone(), "/api/plugins", both),
        call(get.clone(), "/api/plugins/telegram", both).admins(),
        call(get.clone(), "/api/plugins/unheard-of", (404, 404)).admins(),
        call(get.clone(), "/api/channels", both).admins(),
        call(post.clone(), "/api/channels", (201, 201)).with(new_channel).admins(),
        call(get.clone(), "/api/channels/{channel}", both).admins(),
        call(get.clone(), "/api/channels/{channel}/log", both).admins(),
        call(get.clone(), "/api/channels/{channel}/usage", both).admins(),
        call(get.clone(), "/api/plugins/telegram/usage", both).admins(),
        call(get.clone(), "/api/plugins/telegram/log", both).admins(),
        call(get.clone(), "/api/plugins/unheard-of/usage", (404, 404)).admins(),
        call(get.clone(), "/api/plugins/unheard-of/log", (404, 404)).admins(),
        call(post.clone(), "/api/channels/{channel}/check", both).admins(),
        call(get.clone(), "/api/quarantine", both).admins(),
        call(get.clone(), "/api/quarantine/{input}/export", both).admins(),
        // Nothing was updated, so there is no earlier version.
        call(post.clone(), "/api/quarantine/{input}/replay", (409, 409))
            .with(json!({ "version": "previous" }))
            .admins(),
        call(post.clone(), "/api/quarantine/{input}/replay", both).admins(),
        call(get.clone(), "/api/users", both).admins(),
        call(post.clone(), "/api/users", (201, 409))
            .with(json!({ "username": "newcomer", "password": "long enough" }))
            .admins(),
        call(patch.clone(), "/api/users/{user}", both).with(json!({ "name": "New name" })).admins(),
        call(put.clone(), "/api/users/{user}/enabled", both)
            .with(json!({ "enabled": true }))
            .admins(),
        call(post.clone(), "/api/users/{user}/password-link", (201, 201)).admins(),
        call(get.clone(), "/api/department2/-", both),
        call(get.clone(), "/api/departments", both).admins(),
        call(post.clone(), "/api/departments", (201, 409))
            .with(json!({ "name": "Another" }))
            .admins(),
        call(patch.clone(), "/api/departments/{department}", both)
            .with(json!({ "name": "New name" }))
            .admins(),
        call(post.clone(), "/api/ticket/department", both)
            .with(json!({ "ticket_id": "{ticket}", "department_id": "{department}" })),
        call(delete.clone(), "/api/departments/{department}", (200, 404)).admins(),
        call(get.clone(), "/api/audit", both).admins(),
        call(get.clone(), "/api/audit/export", both).admins(),
        call(get.clone(), "/api/livechat/queue", both),
        call(get, "/api/livechat/links", both),
        call(post.clone(), "/api/livechat/links", both).with(json!({ "channel_id": "{page}" })),
        call(post.clone(), "/api/livechat/{chat}/end", (200, 409)),
        call(post, "/api/livechat/{chat}/convert", (200, 409)),
        call(patch, "/api/channels/{channel}", both).with(json!({ "name": "New name" })).admins(),
        call(delete, "/api/channels/{channel}", (200, 404)).admins(),
    ]
}

async fn every_call_minds_who_asks(ground: Ground) {
    let world = World::open(ground, Start::default()).await;
    let bot = world.bot().await;
    let (ids, page) = everything(&world, &bot).await;
    let nobody = Agent::nobody(&world.desk.url);
    for mut call in calls() {
        // The number of the page is a number in the body.
        if let Some(body) = call.body.as_mut().filter(|b| b["channel_id"] == "{page}") {
            body["channel_id"] = page.into();
        }
        let what = format!("{} {}", call.method, call.path);
        let owner = if call.admin { &world.admin } else { &world.one };
        let answer = call.by(&nobody, &ids).await;
        assert_eq!(answer.status, 401, "{what} without a session: {answer:?}");
        answer.refused(401, "unauthorized");
        let mut forged = nobody.clone();
        forged.token = "not.a.token".into();
        call.by(&forged, &ids).await.refused(401, "unauthorized");

        if call.names_something() {
            let unknown = call.by(owner, &Ids::unknown()).await;
            assert_eq!(unknown.status, 404, "{what} with an unknown id: {unknown:?}");
            unknown.refused(404, "not_found");
            let foreign = call.by(&world.outsider, &ids).await;
            assert_eq!(foreign, unknown, "{what}: another client's is exactly like unknown");
        }
        if call.admin {
            let answer = call.by(&world.one, &ids).await;
            assert_eq!(answer.status, 403, "{what} by an agent: {answer:?}");
            answer.refused(403, "forbidden");
        }
        let first = call.by(owner, &ids).await;
        assert_eq!(first.status, call.answers.0, "{what}: {first:?}");
        let second = call.by(owner, &ids).await;
        assert_eq!(second.status, call.answers.1, "{what} twice: {second:?}");
    }
    // The repeated send made one message.
    let ticket = ids.fill("{ticket}").parse().expect("a number");
    let messages = world.admin.messages(ticket).await;
    let sent = messages.iter().filter(|m| m["queue_id"] == "queue-twice").count();
    assert_eq!(sent, 1, "{messages:?}");
    // And another client's page key of a link is another client's page.
    let link = world.outsider.post("/api/livechat/links", &json!({ "channel_id": page })).await;
    link.refused(404, "not_found");
}

/// One of each thing that calls name.
async fn everything(world: &World, bot: &Bot) -> (Ids, i64) {
    let number = |value: &Value| value.as_i64().expect("a number").to_string();
    world.simulator.write(81, "Mei", json!({ "text": "Hello" })).await;
    let ticket = world.ticket_saying("Hello").await["id"].as_i64().expect("an id");
    let message = number(&world.one.messages(ticket).await[0]["id"]);
    let form = Form::new().text("ticket_id", ticket.to_string());
    let form = form.part("attachment[]", Part::text("x").file_name("x.txt"));
    let file = world.one.multipart("/api/upload", form).await.ok();

    let block =
        |blocked: bool| json!({ "token": crate::harness::TOKEN, "user": 81, "blocked": blocked });
    world.simulator.order("block", &block(true)).await;
    let reply = world.one.reply(ticket, "Hello?").await["id"].as_i64().expect("an id");
    world.one.until_state(ticket, reply, "failed").await;
    world.simulator.order("block", &block(false)).await;

    let broken = bot.raw(b"{".to_vec(), crate::harness::SECRET).await;
    assert_eq!(broken.status, 200);
    let kept = world.admin.get("/api/quarantine").await.ok();

    let (page, chat) = chat(world).await;
    let people = world.admin.get("/api/users?search=agent2").await.ok();
    let user = number(&people["data"][0]["id"]);
    let made = world.admin.post("/api/departments", &json!({ "name": "Sales" })).await.ok();
    let department = number(&made["id"]);
    let channel = bot.id.to_string();
    let (file, input) = (number(&file["files"][0]["id"]), number(&kept["data"][0]["id"]));
    let (ticket, reply) = (ticket.to_string(), reply.to_string());
    let ids = [ticket, message, reply, file, channel, input, chat, user, department];
    (Ids(ids), page)
}

/// A live chat page and a chat on it that agent1 took.
async fn chat(world: &World) -> (i64, String) {
    let body = json!({ "plugin": "livechat", "name": "Website", "settings": {} });
    let channel = world.admin.post("/api/channels", &body).await.ok();
    let mut agent = world.one.live().await;
    let link = channel["public_link"].as_str().expect("an address");
    let mut visitor = Visitor::arrive(&world.desk.url, link).await;
    visitor.queue("Mei").await;
    agent.call("acceptLiveChat", json!({})).await.expect("taken");
    let registered = visitor.http.post("/api/livechat/register", &visitor.form("Hi")).await;
    registered.ok();
    let ticket = agent.event("createTicket").await["ticket"]["id"].clone();
    (channel["id"].as_i64().expect("a number"), ticket.to_string())
}
