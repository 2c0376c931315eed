//! Signing in at a provider: PKCE, a state that works once and for one admin, and renewal.

use crate::harness::{Agent, Ground, Whole, eventually};
use serde_json::{Value, json};

on_both_engines!(an_admin_signs_in_at_the_provider);

/// The browser comes back from the provider, as this user.
async fn back(who: &Agent, url: &str, query: &str) -> (u16, String, Value) {
    let request = who.http.get(format!("{url}/oauth/callback?{query}"));
    let request = request.header("cookie", format!("auth={}", who.cookie));
    let request =
        request.header("sec-fetch-mode", "navigate").header("sec-fetch-site", "cross-site");
    let response = request.send().await.expect("an answer");
    let policy = response.headers()["content-security-policy"].to_str().expect("text").to_owned();
    assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(response.headers()["referrer-policy"], "no-referrer");
    let status = response.status().as_u16();
    let page = response.text().await.expect("a page");
    let told = page.split("data-told=\"").nth(1).and_then(|rest| rest.split('"').next());
    let told = told.expect("what is told").replace("&quot;", "\"").replace("&amp;", "&");
    (status, page, serde_json::from_str(&told).expect("JSON"))
}

async fn an_admin_signs_in_at_the_provider(ground: Ground) {
    let whole = Whole::open(ground, json!({ "client_secret": "client-secret-value" })).await;
    let start = format!("/api/channels/{}/oauth/main/start", whole.channel);
    let nothing = json!({});
    // The client id comes first.
    whole.admin.post(&start, &nothing).await.refused(422, "invalid");
    let path = format!("/api/channels/{}", whole.channel);
    let change = json!({ "settings": { "client_id": "desk" } });
    whole.admin.call(reqwest::Method::PATCH, &path, Some(&change)).await.ok();
    Agent::nobody(&whole.desk.url).post(&start, &nothing).await.refused(401, "unauthorized");
    whole.one.post(&start, &nothing).await.refused(403, "forbidden");
    let foreign = whole.outsider.post(&start, &nothing).await;
    foreign.refused(404, "not_found");
    assert_eq!(
        whole.admin.post("/api/channels/987650005/oauth/main/start", &nothing).await,
        foreign
    );
    assert_eq!(whole.admin.post(&start.replace("main", "other"), &nothing).await, foreign);

    let begin = || async {
        let url = whole.admin.post(&start, &nothing).await.ok()["url"].clone();
        whole.provider.agree(url.as_str().expect("an address"))
    };
    // Another user's browser, or nobody's, uses the state up and gets nothing.
    let (state, code) = begin().await;
    let query = format!("state={state}&code={code}");
    let (_, _, told) = back(&whole.outsider, &whole.desk.url, &query).await;
    assert_eq!(told["ok"], false);
    let (_, _, told) = back(&whole.admin, &whole.desk.url, &query).await;
    assert!(told["error"].as_str().expect("a reason").contains("used already"), "{told}");
    assert_eq!(whole.provider.asked("token").len(), 0);
    // The provider's refusal is told, and so is nonsense.
    let (state, _) = begin().await;
    let (status, page, told) =
        back(&whole.admin, &whole.desk.url, &format!("state={state}&error=access_denied<script>"))
            .await;
    assert_eq!((status, told["ok"].clone()), (200, json!(false)));
    assert!(page.contains("access_deniedscript") && !page.contains("<script>"), "{page}");
    back(&whole.admin, &whole.desk.url, "").await;
    // A code that the provider does not know.
    let (state, _) = begin().await;
    let (_, _, told) =
        back(&whole.admin, &whole.desk.url, &format!("state={state}&code=wrong")).await;
    assert!(told["error"].as_str().expect("a reason").contains("invalid_grant"), "{told}");

    let (state, code) = begin().await;
    let query = format!("state={state}&code={code}");
    let (_, _, told) = back(&whole.admin, &whole.desk.url, &query).await;
    assert_eq!(
        told,
        json!({ "type": "patchbay-oauth", "channel_id": whole.channel, "name": "main", "ok": true, "error": null })
    );
    let (_, _, told) = back(&whole.admin, &whole.desk.url, &query).await;
    assert_eq!(told["ok"], false, "a state works once");
    // The plugin chose a setting, and got neither a token nor a way to write a secret.
    let account = whole.account().await;
    assert_eq!(account["settings"]["page"], "Shop|read+write|false");
    assert_eq!(account["settings"]["access"], json!({ "set": true }));
    assert_eq!(account["state"]["status"], "ok");
    let ticket = whole.message("m1", "Hello").await;
    let sent = whole.one.reply(ticket, "With a token").await["id"].as_i64().expect("an id");
    whole.one.until_state(ticket, sent, "sent").await;
    assert_eq!(whole.provider.authorised("send"), ["Bearer token-access-1"]);

    // A token that is refused later is renewed, and the message goes out with the new one.
    age_the_grant(&whole).await;
    whole.provider.answer("send", json!({ "status": 401 }));
    let sent = whole.one.reply(ticket, "With another").await["id"].as_i64().expect("an id");
    whole.one.until_state(ticket, sent, "sent").await;
    let tokens = whole.provider.asked("token");
    let last = tokens.last().expect("asked");
    assert_eq!(
        (&last["grant_type"], &last["refresh_token"]),
        (&json!("refresh_token"), &json!("token-refresh-1"))
    );
    assert_eq!(whole.provider.authorised("send").last().expect("sent"), "Bearer token-access-2");
    assert_eq!(whole.account().await["state"]["status"], "ok");

    // A token that is about to expire is renewed by itself.
    let (state, code) = begin().await;
    whole.provider.answer("token", json!({ "access_token": "token-short", "refresh_token": "token-refresh-1", "expires_in": 2 }));
    back(&whole.admin, &whole.desk.url, &format!("state={state}&code={code}")).await;
    eventually("it is renewed before its end", || async {
        let asked = whole.provider.asked("token");
        (asked.last()?["grant_type"] == "refresh_token" && asked.len() > tokens.len() + 1)
            .then_some(())
    })
    .await;
    // A sign-in that cannot be renewed any more shows on the account.
    let (state, code) = begin().await;
    whole.provider.answer(
        "token",
        json!({ "access_token": "token-last", "refresh_token": "token-gone", "expires_in": 2 }),
    );
    back(&whole.admin, &whole.desk.url, &format!("state={state}&code={code}")).await;
    let account = whole.until_status("auth_failed").await;
    assert!(account["state"]["reason"].as_str().expect("a reason").contains("sign in again"));
    let log = whole.desk.log();
    for secret in
        ["token-access", "token-refresh", "client-secret-value", code.as_str(), state.as_str()]
    {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}

/// Lets the account's token look as if it had been given a while ago.
async fn age_the_grant(whole: &Whole) {
    use patchbay::db::{Db, Raw};
    const SQL: &str = "update oauth_grants set renewed_at = renewed_at - 120000";
    let db = Db::open(&whole.ground.url()).await.expect("opened");
    let mut tx = db.begin().await.expect("begun");
    match tx.raw() {
        Raw::Sqlite(c) => sqlx::query(SQL).execute(c).await.map(drop),
        Raw::Postgres(c) => sqlx::query(SQL).execute(c).await.map(drop),
    }
    .expect("aged");
    tx.commit().await.expect("committed");
    db.close().await;
}
