//! Text messages through real HTTP: forms in both directions, reports, refusals.
use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha1::Sha1;

use crate::ear::{Ear, Heard};
use crate::sim::{Reply, Sim, until};

const OURS: &str = "+15005550001";
const ANN: &str = "+15005560007";

struct Sms {
    sim: Sim,
    ear: Ear,
    sid: String,
}

impl Sms {
    async fn start() -> Self {
        let (sim, ear) = (Sim::start().await, Ear::start().await);
        let url = format!("{}/control/providers/sms/sids", sim.base);
        let sids = sim.send(sim.client.get(url)).await.body;
        let sms = Self { sim, ear, sid: sids[0]["sid"].as_str().unwrap().to_owned() };
        let numbers = sms.get("IncomingPhoneNumbers.json?PhoneNumber=%2B15005550001").await.body;
        let number = numbers["incoming_phone_numbers"][0]["sid"].as_str().unwrap().to_owned();
        let hook = format!("{}?key=k", sms.ear.url);
        let form = [("SmsUrl", hook.as_str()), ("SmsMethod", "POST")];
        let told = sms.post(&format!("IncomingPhoneNumbers/{number}.json"), &form).await;
        assert_eq!((told.status, &told.body["sms_url"]), (200, &json!(hook)));
        sms
    }

    fn url(&self, path: &str) -> String {
        format!("{}/sms/2010-04-01/Accounts/{}/{path}", self.sim.base, self.sid)
    }

    async fn get(&self, path: &str) -> Reply {
        let request = self.sim.client.get(self.url(path));
        self.sim.send(request.basic_auth(&self.sid, Some("12345"))).await
    }

    async fn post(&self, path: &str, form: &[(&str, &str)]) -> Reply {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let request = self.sim.client.post(self.url(path)).body(body);
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        self.sim.send(request.basic_auth(&self.sid, Some("12345"))).await
    }

    async fn say(&self, text: &str) -> Reply {
        self.post("Messages.json", &[("To", ANN), ("From", OURS), ("Body", text)]).await
    }

    async fn order(&self, what: &str, body: Value) -> Value {
        let url = format!("{}/control/providers/sms/{what}", self.sim.base);
        let reply = self.sim.send(self.sim.client.post(url).json(&body)).await;
        assert_eq!(reply.status, 200, "{what}: {}", reply.body);
        reply.body
    }

    async fn ann(&self, more: Value) -> Value {
        let mut said = json!({ "account": "main", "from": { "id": 7, "first_name": "Ann" } });
        for (name, value) in more.as_object().unwrap() {
            said[name] = value.clone();
        }
        self.order("messages", said).await
    }
}

fn fields(heard: &Heard) -> BTreeMap<String, String> {
    url::form_urlencoded::parse(heard.body.as_bytes()).into_owned().collect()
}

#[tokio::test]
async fn a_text_comes_signed_over_address_and_fields() {
    let sms = Sms::start().await;
    sms.ann(json!({ "text": "café & more" })).await;
    let heard = sms.ear.hears(1).await.remove(0);
    let fields = fields(&heard);
    assert_eq!(fields["Body"], "café & more");
    assert_eq!((fields["From"].as_str(), fields["To"].as_str()), (ANN, OURS));
    assert_eq!(heard.uri.query(), Some("key=k"));
    let mut mac = Hmac::<Sha1>::new_from_slice(b"12345").unwrap();
    mac.update(format!("{}?key=k", sms.ear.url).as_bytes());
    for (name, value) in &fields {
        mac.update(format!("{name}{value}").as_bytes());
    }
    let signed = STANDARD.encode(mac.finalize().into_bytes());
    assert_eq!(heard.header("x-twilio-signature"), signed);
}

#[tokio::test]
async fn pictures_lead_to_an_open_address() {
    let sms = Sms::start().await;
    sms.ann(json!({ "photo": true })).await;
    let fields = fields(&sms.ear.hears(1).await[0]);
    assert_eq!(
        (fields["NumMedia"].as_str(), fields["MediaContentType0"].as_str()),
        ("1", "image/png")
    );
    let get = || sms.sim.client.get(&fields["MediaUrl0"]);
    assert_eq!(get().send().await.unwrap().status(), 401);
    let got = get().basic_auth(&sms.sid, Some("12345")).send().await.unwrap();
    assert_eq!(
        (got.status().as_u16(), &got.headers()["content-type"]),
        (200, &"image/png".parse().unwrap())
    );
}

#[tokio::test]
async fn what_is_sent_is_reported_and_can_be_looked_up() {
    let sms = Sms::start().await;
    let report = format!("{}/report?key=k", sms.ear.url);
    let form = [("To", ANN), ("From", OURS), ("Body", "Hi"), ("StatusCallback", report.as_str())];
    let sent = sms.post("Messages.json", &form).await;
    assert_eq!((sent.status, &sent.body["status"]), (201, &json!("queued")));
    let sid = sent.body["sid"].as_str().unwrap();
    let heard = sms.ear.hears(2).await;
    let told: Vec<_> = heard.iter().map(|one| fields(one)["MessageStatus"].clone()).collect();
    assert_eq!(told, ["sent", "delivered"]);
    assert_eq!(sms.get(&format!("Messages/{sid}.json")).await.body["status"], "delivered");
    let list = sms.get("Messages.json?To=%2B15005560007&DateSent%3E=2020-01-01").await.body;
    assert_eq!(list["messages"].as_array().unwrap().len(), 1);

    sms.order("fail", json!({ "code": 30003 })).await;
    let lost = sms.say("Lost").await.body;
    let lost = sms.get(&format!("Messages/{}.json", lost["sid"].as_str().unwrap())).await.body;
    assert_eq!((&lost["status"], &lost["error_code"]), (&json!("undelivered"), &json!(30003)));
}

#[tokio::test]
async fn what_came_can_be_listed_page_by_page_with_its_files() {
    let sms = Sms::start().await;
    sms.ann(json!({ "text": "one", "photo": true })).await;
    for text in ["two", "three"] {
        sms.ann(json!({ "text": text })).await;
    }
    let first = sms.get("Messages.json?To=%2B15005550001&PageSize=2").await.body;
    let bodies = |list: &Value| -> Vec<String> {
        let messages = list["messages"].as_array().unwrap().iter();
        messages.map(|one| one["body"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(bodies(&first), ["three", "two"]);
    let next = first["next_page_uri"].as_str().unwrap().split_once("/Messages").unwrap().1;
    let second = sms.get(&format!("Messages{next}")).await.body;
    assert_eq!((bodies(&second), &second["next_page_uri"]), (vec!["one".into()], &Value::Null));

    let one = &second["messages"][0];
    assert_eq!((&one["direction"], &one["num_media"]), (&json!("inbound"), &json!("1")));
    let sid = one["sid"].as_str().unwrap();
    let files = sms.get(&format!("Messages/{sid}/Media.json")).await.body;
    assert_eq!(files["media_list"][0]["content_type"], "image/png");
    assert_eq!(sms.get("Messages/SM0/Media.json").await.status, 404);
}

#[tokio::test]
async fn lists_come_in_pages_that_name_the_next_one() {
    let sms = Sms::start().await;
    for text in ["one", "two", "three", "four", "five"] {
        assert_eq!(sms.say(text).await.status, 201);
    }
    let mut path = "Messages.json?To=%2B15005560007&PageSize=2".to_owned();
    let mut pages = Vec::new();
    loop {
        let page = sms.get(&path).await.body;
        let bodies = page["messages"].as_array().unwrap().iter();
        pages.push(bodies.map(|one| one["body"].as_str().unwrap().to_owned()).collect::<Vec<_>>());
        // What is sent meanwhile moves nothing.
        sms.say("later").await;
        let Some(next) = page["next_page_uri"].as_str() else { break };
        path = next.split_once(&format!("{}/", sms.sid)).unwrap().1.to_owned();
    }
    assert_eq!(pages, [vec!["five", "four"], vec!["three", "two"], vec!["one"]]);
    assert_eq!(sms.get("Messages.json?Page=1&PageSize=2").await.status, 400);
    let none = sms.get("Messages.json?To=%2B15005569999").await.body;
    assert_eq!((&none["messages"], &none["next_page_uri"]), (&json!([]), &Value::Null));
}

#[tokio::test]
async fn the_files_of_a_message_are_listed() {
    let sms = Sms::start().await;
    sms.ann(json!({ "photo": true })).await;
    let sid = fields(&sms.ear.hears(1).await[0])["MessageSid"].clone();
    let listed = sms.get(&format!("Messages/{sid}/Media.json")).await.body["media_list"].clone();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(listed[0]["content_type"], "image/png");
    assert_eq!(listed[0]["parent_sid"], sid.as_str());
    assert_eq!(sms.get("Messages/SM0/Media.json").await.status, 404);
}

#[tokio::test]
async fn refusals_have_the_providers_codes() {
    let sms = Sms::start().await;
    let code =
        async |form: &[(&str, &str)]| sms.post("Messages.json", form).await.body["code"].clone();
    assert_eq!(code(&[("From", OURS), ("Body", "x")]).await, 21604);
    assert_eq!(code(&[("To", "123"), ("From", OURS), ("Body", "x")]).await, 21211);
    assert_eq!(code(&[("To", ANN), ("Body", "x")]).await, 21603);
    assert_eq!(code(&[("To", ANN), ("From", "+15005550009"), ("Body", "x")]).await, 21606);
    assert_eq!(code(&[("To", ANN), ("From", OURS)]).await, 21602);
    let long = "x".repeat(1601);
    assert_eq!(code(&[("To", ANN), ("From", OURS), ("Body", &long)]).await, 21617);
    let request = sms.sim.client.get(sms.url("Messages.json")).basic_auth(&sms.sid, Some("wrong"));
    let refused = sms.sim.send(request).await;
    assert_eq!((refused.status, &refused.body["code"]), (401, &json!(20003)));
    sms.order("faults", json!({ "does": "send", "status": 429, "retry_after": 3 })).await;
    assert_eq!(sms.say("x").await.status, 429);
}

#[tokio::test]
async fn who_says_stop_gets_nothing_until_start() {
    let sms = Sms::start().await;
    sms.ann(json!({ "text": "stop" })).await;
    assert_eq!(fields(&sms.ear.hears(1).await[0])["OptOutType"], "STOP");
    assert_eq!(sms.say("Please stay").await.body["code"], 21610);
    sms.ann(json!({ "text": "what?" })).await;
    sms.ear.hears(2).await;
    assert_eq!(sms.say("Please stay").await.body["code"], 21610);
    sms.ann(json!({ "text": "START" })).await;
    sms.ear.hears(3).await;
    assert_eq!(sms.say("Welcome back").await.status, 201);
}

#[tokio::test]
async fn an_answered_webhook_is_not_tried_again() {
    let sms = Sms::start().await;
    sms.ear.answers(&[500]);
    sms.ann(json!({ "text": "one" })).await;
    sms.ann(json!({ "text": "two" })).await;
    let heard = sms.ear.hears(2).await;
    assert_eq!(fields(&heard[1])["Body"], "two");
    let look = || async {
        let url = format!("{}/control/providers/sms/deliveries", sms.sim.base);
        sms.sim.send(sms.sim.client.get(url)).await.body[0]["state"].clone()
    };
    until("it is given up", async || look().await == "given up").await;
}
