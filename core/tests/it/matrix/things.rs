//! One of each thing that calls name.

use crate::harness::{SECRET, Visitor, World};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

/// The placeholders of rows, and what stands for something that does not exist.
pub const NAMES: [(&str, &str); 36] = [
    ("{ticket}", "987650001"),
    ("{message}", "987650002"),
    ("{file}", "987650003"),
    ("{channel}", "987650004"),
    ("{input}", "987650005"),
    ("{chat}", "987650006"),
    ("{user}", "987650007"),
    ("{department}", "987650008"),
    ("{reply}", "987650009"),
    ("{calendar}", "987650010"),
    ("{holiday}", "987650011"),
    ("{announcement}", "987650012"),
    ("{status}", "987650013"),
    ("{client}", "987650014"),
    ("{key}", "987650016"),
    ("{webhook}", "987650017"),
    ("{form}", "987650018"),
    ("{block}", "987650019"),
    ("{rule}", "987650020"),
    ("{macro}", "987650021"),
    ("{emoji}", "987650022"),
    ("{survey}", "987650023"),
    ("{field}", "987650024"),
    ("{contact}", "987650025"),
    ("{view}", "987650026"),
    ("{policy}", "987650027"),
    ("{queue}", "987650028"),
    ("{skill}", "987650029"),
    ("{article}", "987650030"),
    ("{category}", "987650031"),
    ("{import}", "987650032"),
    ("{role}", "987650033"),
    ("{schedule}", "987650035"),
    ("{replay}", "987650036"),
    // In a body it is a number.
    ("\"{page}\"", "987650015"),
    ("{page}", "987650015"),
];

/// What stands for each placeholder.
pub struct PlaceholderValues([String; NAMES.len()]);

impl PlaceholderValues {
    /// Nothing of these exists.
    pub fn unknown() -> Self {
        Self(NAMES.map(|(_, unknown)| unknown.to_owned()))
    }

    /// A text with the placeholders filled in.
    pub fn fill(&self, text: &str) -> String {
        let pairs = NAMES.iter().zip(&self.0);
        pairs.fold(text.to_owned(), |text, ((name, _), id)| text.replace(name, id))
    }

    /// Makes one of each at the first client.
    pub async fn make(world: &World) -> Self {
        let admin = &world.admin;
        let bot = world.bot().await;
        bot.write(81, "Hello").await;
        let ticket = number(&world.ticket_saying("Hello").await["id"]);
        let messages = admin.messages(ticket.parse().expect("a number")).await;
        let message = number(&messages[0]["id"]);
        bot.write(82, "Buy now").await;
        let spam = number(&world.ticket_saying("Buy now").await["id"]);
        let path = format!("/api/tickets/{spam}/block");
        admin.call(reqwest::Method::PUT, &path, Some(&json!({}))).await.ok();
        let block = number(&admin.get("/api/blocks").await.ok()["data"][0]["id"]);
        let shown = admin.get(&format!("/api/ticket/info/-/{ticket}")).await.ok();
        let contact = number(&shown["data"]["contact_id"]);
        let form = Form::new().text("ticket_id", ticket.clone());
        let form = form.part("attachment[]", Part::text("x").file_name("x.txt"));
        let files = admin.multipart("/api/upload", form).await.ok();
        let file = number(&files["files"][0]["id"]);
        assert_eq!(bot.raw(b"{".to_vec(), SECRET).await.status, 200);
        let kept = admin.get("/api/quarantine").await.ok();
        let input = number(&kept["data"][0]["id"]);
        let (page, chat) = chat(world).await;
        let people = admin.get("/api/users?search=agent2").await.ok();
        let user = number(&people["data"][0]["id"]);
        let department = made(world, "/api/departments", json!({ "name": "Sales" })).await;
        let reply = json!({ "title": "Hi", "shortcut": "hi", "text": "Hello!", "shared": true });
        let reply = made(world, "/api/replies", reply).await;
        let calendar = made(world, "/api/hours", json!({ "name": "Day", "zone": "UTC" })).await;
        let holiday = json!({ "name": "New Year", "date": "2026-01-01" });
        let holiday = made(world, "/api/holidays", holiday).await;
        let announcement = made(world, "/api/announcements", json!({ "text": "x" })).await;
        let statuses = admin.post("/api/custom_statuses", &json!({ "alternate": "Tea" })).await;
        let status = number(&statuses.ok()[0]["id"]);
        let key = json!({ "name": "Sync", "scopes": ["read"] });
        let key = made(world, "/api/keys", key).await;
        let webhook = json!({ "url": "https://127.0.0.1:1/", "events": ["ticket.created"] });
        let webhook = made(world, "/api/webhooks", webhook).await;
        let form = made(world, "/api/ticket-forms", json!({ "name": "Website" })).await;
        let deeds = json!([{ "do": "severity", "value": "H" }]);
        let rule = json!({ "name": "Grave", "when": "opened", "then": deeds });
        let rule = made(world, "/api/rules", rule).await;
        let one = made(world, "/api/macros", json!({ "name": "Grave", "then": deeds })).await;
        let session = admin.post("/api/auth/check", &json!({ "_token": admin.token })).await.ok();
        let client = number(&session["client"]);
        Self([
            ticket,
            message,
            file,
            bot.id.to_string(),
            input,
            chat,
            user,
            department,
            reply,
            calendar,
            holiday,
            announcement,
            status,
            client,
            key,
            webhook,
            form,
            block,
            rule,
            one,
            emoji(world).await,
            survey(world).await,
            made(world, "/api/custom-fields", json!({ "kind": "text", "label": "Order" })).await,
            contact,
            made(world, "/api/views", json!({ "name": "Returns", "shared": true })).await,
            made(world, "/api/sla/policies", json!({ "name": "Gold", "first_reply": 60 })).await,
            // One that gives nothing, so that the others' calls find their tickets where they were.
            made(world, "/api/routing/queues", json!({ "name": "Orders", "enabled": false })).await,
            made(world, "/api/routing/skills", json!({ "name": "French" })).await,
            article(world).await,
            made(world, "/api/knowledge/categories", json!({ "names": { "en": "Orders" } })).await,
            import(world).await,
            made(world, "/api/roles", json!({ "name": "Weekend" })).await,
            schedule(world).await,
            made(world, "/api/routing/replays", json!({ "days": 1 })).await,
            page.clone(),
            page,
        ])
    }
}

/// One that is switched off.
async fn schedule(world: &World) -> String {
    let me = world.admin.get("/api/users?search=admin").await.ok()["data"][0]["id"].clone();
    let draft = json!({ "name": "Week", "recipients": [me], "enabled": false });
    made(world, "/api/report/schedules", draft).await
}

/// One that everybody may read.
async fn article(world: &World) -> String {
    let draft = json!({ "language": "en", "title": "Returns", "body": "Send it back." });
    let id = made(world, "/api/knowledge/articles", draft).await;
    let path = format!("/api/knowledge/articles/{id}/translations/en/publish");
    world.admin.post(&path, &json!({})).await.ok();
    id
}

/// The smallest GIF's head is enough for a picture.
async fn emoji(world: &World) -> String {
    let picture = Part::bytes(b"GIF89a\x08\0\x08\0\0\0\0;".to_vec()).file_name("x.gif");
    let form = Form::new().text("name", "party").part("picture", picture);
    number(&world.admin.multipart("/api/emoji/custom", form).await.ok()["id"])
}

/// One that has not begun.
async fn import(world: &World) -> String {
    let table = Part::bytes(b"email\nsomebody@customer.example\n".to_vec()).file_name("x.csv");
    let form = Form::new().part("file", table);
    number(&world.admin.multipart("/api/imports?kind=contacts", form).await.ok()["import"]["id"])
}

/// One that is sent by nobody.
async fn survey(world: &World) -> String {
    let words = json!({ "en": { "title": "How was it?", "invite": "Please say." } });
    let questions = json!([{ "kind": "rating", "texts": { "en": "Overall?" } }]);
    let survey = json!({
        "name": "Asked", "automatic": false, "channels": ["SMS"], "words": words,
        "questions": questions,
    });
    made(world, "/api/surveys", survey).await
}

fn number(value: &Value) -> String {
    value.as_i64().expect("a number").to_string()
}

async fn made(world: &World, path: &str, body: Value) -> String {
    number(&world.admin.post(path, &body).await.ok()["id"])
}

/// A live chat page and a chat on it that an agent took.
async fn chat(world: &World) -> (String, String) {
    let body = json!({ "plugin": "livechat", "name": "Website", "settings": {} });
    let channel = world.admin.post("/api/channels", &body).await.ok();
    let mut agent = world.admin.live().await;
    let link = channel["public_link"].as_str().expect("an address");
    let mut visitor = Visitor::arrive(&world.desk.url, link).await;
    visitor.queue("Mei").await;
    agent.call("acceptLiveChat", json!({})).await.expect("taken");
    visitor.http.post("/api/livechat/register", &visitor.form("Hi")).await.ok();
    let ticket = agent.event("createTicket").await["ticket"]["id"].clone();
    (number(&channel["id"]), ticket.to_string())
}
