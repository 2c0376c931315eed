//! Graph's mail through real HTTP: sign-in, changes, drafts, uploads, subscriptions, refusals.
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::sim::{Reply, Sim, until};

const MAILBOX: &str = "support@acme.example";

/// A desk that confirms its address, or does not, and keeps what it is told.
#[derive(Clone, Default)]
struct Desk {
    got: Arc<Mutex<Vec<Value>>>,
    deaf: Arc<Mutex<bool>>,
    url: String,
}

async fn take(State(desk): State<Desk>, RawQuery(query): RawQuery, body: String) -> Response {
    let query = query.unwrap_or_default();
    let pairs = url::form_urlencoded::parse(query.as_bytes());
    let token = pairs.into_owned().find(|(name, _)| name == "validationToken");
    if let Some((_, token)) = token {
        let deaf = *desk.deaf.lock().unwrap();
        return if deaf { StatusCode::OK.into_response() } else { token.into_response() };
    }
    assert_eq!(query, "key=k");
    let body: Value = serde_json::from_str(&body).unwrap();
    desk.got.lock().unwrap().extend(body["value"].as_array().unwrap().clone());
    StatusCode::ACCEPTED.into_response()
}

impl Desk {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/in?key=k", listener.local_addr().unwrap());
        let desk = Self { url, ..Self::default() };
        let app = Router::new().route("/in", post(take)).with_state(desk.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        desk
    }

    async fn hears(&self, count: usize) -> Vec<Value> {
        let all = || self.got.lock().unwrap().clone();
        until("enough notifications came", async || all().len() >= count).await;
        all()
    }
}

struct Graph {
    sim: Sim,
    token: String,
}

impl Graph {
    async fn start() -> Self {
        let mut graph = Self { sim: Sim::start().await, token: String::new() };
        let reply = graph.login(&[]).await;
        assert_eq!((reply.status, &reply.body["token_type"]), (200, &json!("Bearer")));
        graph.token = reply.body["access_token"].as_str().unwrap().to_owned();
        graph
    }

    /// Many answers of Graph have no body, and one is a mail.
    async fn send(&self, request: reqwest::RequestBuilder) -> Reply {
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        let text = answer.text().await.unwrap();
        Reply { status, body: serde_json::from_str(&text).unwrap_or_default() }
    }

    async fn login(&self, other: &[(&str, &str)]) -> Reply {
        let cards = self.sim.client.get(format!("{}/control/providers/graph-email", self.sim.base));
        let card = self.send(cards).await.body;
        let join = &card["join"]["settings"];
        let scope = format!("{}/.default", self.sim.base);
        let mut form = vec![
            ("grant_type", "client_credentials".to_owned()),
            ("client_id", join["client_id"].as_str().unwrap().to_owned()),
            ("client_secret", join["client_secret"].as_str().unwrap().to_owned()),
            ("scope", scope),
        ];
        let mut tenant = join["tenant"].as_str().unwrap().to_owned();
        for (name, value) in other {
            match form.iter_mut().find(|(known, _)| known == name) {
                Some(field) => field.1 = (*value).to_owned(),
                None => tenant = (*value).to_owned(),
            }
        }
        let url = format!("{}/graph-email/login/{tenant}/oauth2/v2.0/token", self.sim.base);
        self.send(self.sim.client.post(url).form(&form)).await
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let url = match path.starts_with("http") {
            true => path.to_owned(),
            false => format!("{}/graph-email/v1.0{path}", self.sim.base),
        };
        self.sim.client.request(method, url).bearer_auth(&self.token)
    }

    async fn get(&self, path: &str) -> Reply {
        self.send(self.request(Method::GET, path)).await
    }

    async fn mine(&self, method: Method, path: &str, body: Value) -> Reply {
        let path = format!("/users/{MAILBOX}{path}");
        self.send(self.request(method, &path).json(&body)).await
    }

    async fn draft(&self, to: &str, text: &str) -> Reply {
        let raw = format!(
            "From: Acme <{MAILBOX}>\r\nTo: {to}\r\nSubject: Order\r\nMessage-ID: <o1@acme.example>\r\n\r\n{text}"
        );
        let request = self.request(Method::POST, &format!("/users/{MAILBOX}/messages"));
        let request = request.header("content-type", "text/plain").body(STANDARD.encode(raw));
        self.send(request).await
    }

    async fn order(&self, what: &str, body: Value) -> Value {
        let url = format!("{}/control/providers/graph-email/{what}", self.sim.base);
        let reply = self.send(self.sim.client.post(url).json(&body)).await;
        assert_eq!(reply.status, 200, "{what}: {}", reply.body);
        reply.body
    }

    async fn look(&self, what: &str) -> Value {
        let url = format!("{}/control/providers/graph-email/{what}", self.sim.base);
        self.send(self.sim.client.get(url)).await.body
    }

    async fn ann(&self, text: &str, more: Value) -> Value {
        let mut said =
            json!({ "account": "main", "from": { "id": 7, "first_name": "Ann" }, "text": text });
        for (name, value) in more.as_object().unwrap() {
            said[name] = value.clone();
        }
        self.order("messages", said).await
    }

    async fn subscribe(&self, desk: &Desk, days: i64) -> Reply {
        // The simulator's own time, as it stands on a mail.
        self.order("mail", json!({ "raw": "From: a@x\r\n\r\nTick", "quiet": true })).await;
        let mailbox = self.look("mailbox").await;
        let stamp = mailbox.as_array().unwrap().last().unwrap()["receivedDateTime"].clone();
        let (date, time) = stamp.as_str().unwrap().split_once('T').unwrap();
        let today = (20_000..60_000).find(|day| civil(*day) == date).unwrap();
        let body = json!({
            "changeType": "created", "notificationUrl": desk.url,
            "lifecycleNotificationUrl": desk.url, "clientState": "mark",
            "resource": format!("/users/{MAILBOX}/mailFolders('inbox')/messages"),
            "expirationDateTime": format!("{}T{time}", civil(today + days)),
        });
        self.send(self.request(Method::POST, "/subscriptions").json(&body)).await
    }
}

fn civil(days: i64) -> String {
    let z = days + 719_468;
    let (era, of_era) = (z / 146_097, z % 146_097);
    let of_cycle = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * of_cycle + of_cycle / 4 - of_cycle / 100);
    let index = (5 * of_year + 2) / 153;
    let (day, month) = (of_year - (153 * index + 2) / 5 + 1, (index + 2) % 12 + 1);
    format!("{:04}-{month:02}-{day:02}", of_cycle + era * 400 + i64::from(month <= 2))
}

fn code(reply: &Reply) -> (u16, &str) {
    (reply.status, reply.body["error"]["code"].as_str().unwrap_or_default())
}

#[tokio::test]
async fn only_the_right_app_gets_in() {
    let graph = Graph::start().await;
    for (wrong, status, error) in [
        (("client_secret", "guessed"), 401, "invalid_client"),
        (("client_id", "other"), 400, "unauthorized_client"),
        (("scope", "https://graph.microsoft.com/.default"), 400, "invalid_scope"),
        (("grant_type", "password"), 400, "unsupported_grant_type"),
        (("tenant", "else.example"), 400, "invalid_request"),
    ] {
        let reply = graph.login(&[wrong]).await;
        assert_eq!((reply.status, reply.body["error"].as_str()), (status, Some(error)));
    }
    assert_eq!(graph.get(&format!("/users/{MAILBOX}/mailFolders/inbox")).await.status, 200);
    let other = graph.get("/users/boss@acme.example/mailFolders/inbox").await;
    assert_eq!(code(&other), (403, "ErrorAccessDenied"));
    let nobody = graph.get("/users/x@else.example/mailFolders/inbox").await;
    assert_eq!(code(&nobody), (404, "ErrorInvalidUser"));
    assert_eq!(code(&graph.get("/me").await).0, 400);
    graph.order("expire", json!({})).await;
    let expired = graph.get(&format!("/users/{MAILBOX}/mailFolders/inbox")).await;
    assert_eq!(code(&expired), (401, "InvalidAuthenticationToken"));
}

#[tokio::test]
async fn the_list_of_changes_names_every_mail_once_and_grows_old() {
    let graph = Graph::start().await;
    for n in 1..=3 {
        graph.ann(&format!("Subject: Order {n}\nWhere is it?"), json!({})).await;
    }
    let first = format!(
        "/users/{MAILBOX}/mailFolders/inbox/messages/delta?$select=subject,internetMessageId\
         &changeType=created&$filter=receivedDateTime%20ge%202020-01-01T00:00:00Z"
    );
    let page = graph.request(Method::GET, &first);
    let page = page.header("prefer", "IdType=\"ImmutableId\", odata.maxpagesize=2");
    let page = graph.send(page).await.body;
    let subjects = |page: &Value| -> Vec<String> {
        let all = page["value"].as_array().unwrap().iter();
        all.map(|one| one["subject"].as_str().unwrap().to_owned()).collect()
    };
    // No order is promised.
    assert_eq!(subjects(&page), ["Order 2", "Order 1"]);
    assert!(page["value"][0]["bodyPreview"].is_null());
    let next = graph.get(page["@odata.nextLink"].as_str().unwrap()).await.body;
    assert_eq!(subjects(&next), ["Order 3"]);
    let delta = next["@odata.deltaLink"].as_str().unwrap();
    assert_eq!(subjects(&graph.get(delta).await.body).len(), 0);
    let id = next["value"][0]["id"].as_str().unwrap();
    graph.mine(Method::DELETE, &format!("/messages/{id}"), json!({})).await;
    let removed = graph.get(delta).await.body;
    assert_eq!(removed["value"][0]["@removed"]["reason"], "deleted");
    graph.order("forget", json!({})).await;
    assert_eq!(code(&graph.get(delta).await), (410, "syncStateNotFound"));
    let odd = format!("/users/{MAILBOX}/mailFolders/inbox/messages/delta?$search=x");
    assert_eq!(graph.get(&odd).await.status, 400);
}

#[tokio::test]
async fn a_mail_is_whole_and_an_answer_names_what_it_answers() {
    let graph = Graph::start().await;
    let file = json!({ "content": "a,b", "file_name": "a.csv", "mime_type": "text/csv" });
    graph.ann("Subject: Order 7\nWhere is it?", json!({ "document": file })).await;
    graph.ann("And when?", json!({})).await;
    let mailbox = graph.look("mailbox").await;
    let raw = |n: usize| mailbox[n]["raw"].as_str().unwrap();
    assert!(raw(0).contains("Subject: Order 7\r\n") && raw(0).contains("filename=\"a.csv\""));
    assert!(raw(0).contains("From: \"Ann\" <customer7@customer.example>\r\n"));
    let parent = mailbox[0]["internetMessageId"].as_str().unwrap();
    assert!(raw(1).contains(&format!("In-Reply-To: {parent}\r\n")));
    assert!(raw(1).contains("Subject: Re: Order 7\r\n"));
    assert_eq!(mailbox[0]["conversationId"], mailbox[1]["conversationId"]);
    let id = mailbox[0]["id"].as_str().unwrap();
    let reply = graph.get(&format!("/users/{MAILBOX}/messages/{id}/$value")).await;
    assert_eq!(reply.status, 200);
    assert_eq!(code(&graph.get(&format!("/users/{MAILBOX}/messages/none/$value")).await).0, 404);
}

#[tokio::test]
async fn a_draft_is_filled_found_and_sent_once() {
    let graph = Graph::start().await;
    let made = graph.draft("customer7@customer.example", "On its way.").await;
    assert_eq!((made.status, &made.body["isDraft"]), (201, &json!(true)));
    let id = made.body["id"].as_str().unwrap().to_owned();
    let small = json!({
        "@odata.type": "#microsoft.graph.fileAttachment", "name": "a.txt",
        "contentType": "text/plain", "contentBytes": STANDARD.encode("hi"),
    });
    let path = format!("/messages/{id}/attachments");
    assert_eq!(graph.mine(Method::POST, &path, small.clone()).await.status, 201);
    let mut large = small;
    large["contentBytes"] = json!("####");
    assert_eq!(graph.mine(Method::POST, &path, large).await.status, 400);
    let found = format!(
        "/users/{MAILBOX}/messages?$filter=internetMessageId%20eq%20'%3Co1%40acme.example%3E'"
    );
    assert_eq!(graph.get(&found).await.body["value"][0]["isDraft"], true);
    let send = format!("/messages/{id}/send");
    let sent = graph.mine(Method::POST, &send, json!({})).await;
    assert_eq!(sent.status, 202);
    assert_eq!(graph.get(&found).await.body["value"][0]["isDraft"], false);
    assert_eq!(
        code(&graph.mine(Method::POST, &send, json!({})).await),
        (400, "ErrorInvalidOperation")
    );
    let chat = graph.look("chats/main").await.to_string();
    assert!(chat.contains("On its way.") && chat.contains("a.txt"), "{chat}");
    let bad = graph.request(Method::POST, &format!("/users/{MAILBOX}/messages"));
    let bad = graph.send(bad.header("content-type", "text/plain").body("###")).await;
    assert_eq!(code(&bad), (400, "ErrorMimeContentInvalidBase64String"));
    // A mailbox that does not exist answers with a report in the inbox.
    let lost = graph.draft("ann@nowhere.example", "Hello?").await.body["id"].clone();
    let path = format!("/messages/{}/send", lost.as_str().unwrap());
    assert_eq!(graph.mine(Method::POST, &path, json!({})).await.status, 202);
    let report = graph.look("mailbox").await.to_string();
    assert!(report.contains("multipart/report") && report.contains("Status: 5.1.1"));
}

#[tokio::test]
async fn a_large_file_goes_up_in_order_and_without_the_token() {
    let graph = Graph::start().await;
    let id = graph.draft("customer7@customer.example", "See").await.body["id"].clone();
    let path = format!("/messages/{}/attachments/createUploadSession", id.as_str().unwrap());
    let item = |size: u64| json!({ "AttachmentItem": { "attachmentType": "file", "name": "a.bin", "size": size } });
    assert_eq!(graph.mine(Method::POST, &path, item(1000)).await.status, 400);
    assert_eq!(graph.mine(Method::POST, &path, item(200 << 20)).await.status, 400);
    let size = 4_000_000_usize;
    let session = graph.mine(Method::POST, &path, item(size as u64)).await;
    assert_eq!(session.status, 201);
    let url = session.body["uploadUrl"].as_str().unwrap().to_owned();
    let put = |from: usize, to: usize| {
        let request = graph.sim.client.put(&url);
        request
            .header("content-range", format!("bytes {from}-{}/{size}", to - 1))
            .body(vec![7_u8; to - from])
    };
    let with_token = put(0, 2_000_000).bearer_auth(&graph.token);
    assert_eq!(graph.send(with_token).await.status, 401);
    assert_eq!(graph.send(put(1_000_000, 2_000_000)).await.status, 416);
    let half = graph.send(put(0, 2_000_000)).await;
    assert_eq!(half.body["nextExpectedRanges"][0], "2000000-3999999");
    assert_eq!(graph.send(put(2_000_000, size)).await.status, 201);
    assert_eq!(graph.send(put(0, 10)).await.status, 404);
    let path = format!("/users/{MAILBOX}/messages/{}/attachments", id.as_str().unwrap());
    assert_eq!(graph.get(&path).await.body["value"][0]["size"], size);
}

#[tokio::test]
async fn a_subscription_is_checked_told_and_ended() {
    let graph = Graph::start().await;
    let desk = Desk::start().await;
    assert_eq!(graph.subscribe(&desk, 10).await.status, 400);
    *desk.deaf.lock().unwrap() = true;
    assert_eq!(code(&graph.subscribe(&desk, 2).await), (400, "ValidationError"));
    *desk.deaf.lock().unwrap() = false;
    let made = graph.subscribe(&desk, 2).await;
    assert_eq!((made.status, &made.body["clientState"]), (201, &json!("mark")), "{}", made.body);
    graph.ann("Hello", json!({ "twice": true })).await;
    let told = desk.hears(2).await;
    assert_eq!(told[0]["resourceData"]["id"], told[1]["resourceData"]["id"]);
    assert_eq!(told[0]["clientState"], "mark");
    graph.order("mail", json!({ "raw": "From: a@x\r\n\r\nHi", "quiet": true })).await;
    graph.order("lifecycle", json!({ "event": "missed" })).await;
    assert_eq!(desk.hears(3).await[2]["lifecycleEvent"], "missed");
    let id = made.body["id"].as_str().unwrap();
    let list = graph.get("/subscriptions").await.body;
    assert_eq!(
        (list["value"][0]["id"].as_str(), &list["value"][0]["clientState"]),
        (Some(id), &Value::Null)
    );
    let path = format!("/subscriptions/{id}");
    let ended = graph.send(graph.request(Method::DELETE, &path)).await;
    assert_eq!(ended.status, 204);
    let again = graph.send(graph.request(Method::DELETE, &path)).await;
    assert_eq!(again.status, 404);
}

#[tokio::test]
async fn limits_and_ordered_faults_are_refused_as_graph_does() {
    let graph = Graph::start().await;
    let fault = json!({ "account": "main", "does": "delta", "status": 429, "retry_after": 12 });
    graph.order("faults", fault).await;
    let delta = format!("/users/{MAILBOX}/mailFolders/inbox/messages/delta");
    assert_eq!(code(&graph.get(&delta).await), (429, "ApplicationThrottled"));
    assert_eq!(graph.get(&delta).await.status, 200);
    let mut last = 202;
    for n in 0..31 {
        let made = graph.draft("customer7@customer.example", &format!("{n}")).await;
        let path = format!("/messages/{}/send", made.body["id"].as_str().unwrap());
        last = graph.mine(Method::POST, &path, json!({})).await.status;
        assert_eq!(last == 429, n == 30, "{n}");
    }
    assert_eq!(last, 429);
}
