//! Sending, and looking at what was sent.
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde_json::{Value, json};

use super::api::{ApiError, ApiResult, ok};
use super::{Sms, wire};
use crate::described;
use crate::gate::Call;
use crate::network::intake::{self, NewFile};
use crate::network::model::{Account, File, Message, Person};
use crate::network::{Outgoing, Refusal, hold, outgo};

const TEXT_MAX: usize = 1600;
const PAGE_MAX: usize = 1000;
const FETCH: Duration = Duration::from_secs(5);

/// `POST Messages.json`
pub async fn send(sms: &Arc<Sms>, account: &Account, call: &Call) -> ApiResult {
    let kind = call.header(header::CONTENT_TYPE.as_str()).unwrap_or_default();
    if !kind.starts_with("application/x-www-form-urlencoded") {
        return Err(ApiError::new(415, 20415, "The content type must be a form"));
    }
    let form = call.form();
    let field = |name: &str| {
        let found = form.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    };
    let to = field("To").ok_or_else(|| ApiError::bad(21604, "A 'To' phone number is required."))?;
    if !is_number(to) {
        return Err(ApiError::bad(
            21211,
            format!("The 'To' number {to} is not a valid phone number."),
        ));
    }
    match (field("From"), field("MessagingServiceSid")) {
        (None, None) => return Err(ApiError::bad(21603, "A 'From' phone number is required.")),
        (Some(from), _) if from != account.name => {
            return Err(ApiError::bad(21606, format!("The 'From' number {from} is not yours.")));
        }
        (None, Some(service)) if !service.starts_with("MG") => {
            return Err(ApiError::bad(21705, "The Messaging Service Sid is invalid."));
        }
        _ => {}
    }
    let text = field("Body").map(str::to_owned);
    if text.as_deref().is_some_and(|text| text.encode_utf16().count() > TEXT_MAX) {
        return Err(ApiError::bad(
            21617,
            "The concatenated message body exceeds the 1600 character limit.",
        ));
    }
    let media: Vec<&str> =
        form.iter().filter(|(name, _)| name == "MediaUrl").map(|(_, url)| url.as_str()).collect();
    if text.is_none() && media.is_empty() {
        return Err(ApiError::bad(21602, "A message body or media urls must be specified."));
    }
    if media.len() > 10 {
        return Err(ApiError::bad(21623, "Number of media files exceeds allowed limit."));
    }
    let mut files = Vec::new();
    let mut lost = Vec::new();
    for url in media {
        match load(sms, account, url).await {
            Some(file) => files.push(file),
            None => lost.push(format!("[picture that could not be loaded: {url}]")),
        }
    }
    let user = customer(sms, to);
    if let Some(url) = field("StatusCallback") {
        let key = (account.key.clone(), user);
        hold(&sms.facts).callbacks.insert(key, url.to_owned());
    }
    let words: Vec<String> = text.clone().into_iter().chain(lost).collect();
    let text = (!words.is_empty()).then(|| words.join("\n"));
    let outgoing = Outgoing { text, files, ..Outgoing::default() };
    let sent = outgo::send(&**sms, &account.key, user, outgoing);
    let message = sent.map_err(|refusal| match refusal {
        Refusal::Blocked => ApiError::bad(21610, "Attempt to send to unsubscribed recipient"),
        _ => ApiError::bad(21602, "A message body or media urls must be specified."),
    })?;
    let mut shown = shown(sms, account, to, &message);
    // What became of it is learned later.
    shown["status"] = json!("queued");
    shown["error_code"] = Value::Null;
    Ok((StatusCode::CREATED, Json(shown)).into_response())
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('+').unwrap_or_default();
    (8..=15).contains(&digits.len())
        && digits.bytes().all(|one| one.is_ascii_digit())
        && !digits.starts_with('0')
}

// Whoever has the number; a business may write first.
fn customer(sms: &Sms, number: &str) -> i64 {
    let known = {
        let state = sms.network.state();
        state.people.values().find(|person| sms.number(person) == number).map(|person| person.id)
    };
    known.unwrap_or_else(|| {
        let phone_number = Some(number.to_owned());
        sms.network.meet(Person { phone_number, ..Person::default() }).id
    })
}

async fn load(sms: &Sms, account: &Account, url: &str) -> Option<File> {
    let answer = sms.posting.client.get(url).timeout(FETCH).send().await.ok()?;
    let answer = answer.error_for_status().ok()?;
    let mime = answer.headers().get(header::CONTENT_TYPE)?.to_str().ok()?;
    let mime = mime.split(';').next().unwrap_or_default().to_owned();
    let name = format!("media.{}", mime.rsplit('/').next().unwrap_or("bin"));
    let bytes = answer.bytes().await.ok().filter(|bytes| bytes.len() <= 5 << 20)?;
    let mut state = sms.network.state();
    Some(intake::keep(sms, &mut state, &account.key, NewFile { name, mime, bytes }))
}

fn shown(sms: &Sms, account: &Account, number: &str, message: &Message) -> Value {
    let (from, to) = match message.customer {
        true => (number, account.name.as_str()),
        false => (account.name.as_str(), number),
    };
    let fate = hold(&sms.facts).fates.get(&message.id).cloned();
    let status = match (&fate, message.customer) {
        (_, true) => "received",
        (Some(fate), _) => fate.status,
        (None, _) => "sent",
    };
    let path = format!("/2010-04-01/Accounts/{}/Messages/{}.json", wire::sid(account), message.id);
    json!({
        "sid": message.id, "account_sid": wire::sid(account), "status": status,
        "body": message.text.as_deref().unwrap_or(""), "from": from, "to": to,
        "direction": if message.customer { "inbound" } else { "outbound-api" },
        "num_segments": "1", "num_media": message.files.len().to_string(), "price": null,
        "date_created": wire::date(message.at_ms), "date_sent": wire::date(message.at_ms),
        "error_code": fate.as_ref().and_then(|fate| fate.error), "error_message": null,
        "messaging_service_sid": null, "api_version": "2010-04-01", "uri": path,
    })
}

// Newest first, each with its time as days are compared.
fn all(sms: &Sms, account: &Account) -> Vec<(String, Value)> {
    let mut found: Vec<(String, Message)> = Vec::new();
    {
        let state = sms.network.state();
        for chat in state.chats_of(&account.key) {
            let Some(person) = state.people.get(&chat.user) else { continue };
            let number = sms.number(person);
            found.extend(chat.messages.values().map(|one| (number.clone(), one.clone())));
        }
    }
    found.sort_by_key(|(_, message)| std::cmp::Reverse(message.n));
    let dated = |(number, message): &(String, Message)| {
        (described::iso(message.at_ms), shown(sms, account, number, message))
    };
    found.iter().map(dated).collect()
}

/// `GET Messages.json`, newest first, in pages that each name the next one.
pub fn list(sms: &Sms, account: &Account, call: &Call) -> ApiResult {
    let wanted = |name: &str, one: &Value| {
        let field = name.to_lowercase();
        call.query.get(name).is_none_or(|value| one[&field] == value.as_str())
    };
    let number = |name: &str| call.query.get(name).and_then(|number| number.parse::<usize>().ok());
    let since = call.query.get("DateSent>").map(String::as_str).unwrap_or_default();
    let (page, size) = (number("Page").unwrap_or(0), number("PageSize").unwrap_or(50));
    let size = size.clamp(1, PAGE_MAX);
    // The page goes on after the message it names, whatever was sent meanwhile.
    let after = call.query.get("PageToken").and_then(|token| token.strip_prefix("PA"));
    if page > 0 && after.is_none() {
        return Err(ApiError::bad(20006, "Page token is required."));
    }
    let mut messages = all(sms, account)
        .into_iter()
        .filter(|(sent, one)| wanted("To", one) && wanted("From", one) && sent.as_str() >= since)
        .map(|(_, one)| one)
        .skip_while(|one| after.is_some_and(|after| one["sid"] != after))
        .skip(usize::from(after.is_some()));
    let shown: Vec<Value> = messages.by_ref().take(size).collect();
    let path = format!("/2010-04-01/Accounts/{}/Messages.json", wire::sid(account));
    let next = shown.last().filter(|_| messages.next().is_some()).map(|last| {
        let kept = call.query.iter().filter(|(name, _)| !name.starts_with("Page"));
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(kept).append_pair("PageSize", &size.to_string());
        query.append_pair("Page", &(page + 1).to_string());
        query.append_pair("PageToken", &format!("PA{}", last["sid"].as_str().unwrap_or_default()));
        format!("{path}?{}", query.finish())
    });
    ok(json!({ "messages": shown, "page": page, "page_size": size, "next_page_uri": next }))
}

/// `GET Messages/{sid}/Media.json`: what came with a message.
pub fn media(sms: &Sms, account: &Account, id: &str) -> ApiResult {
    let message = {
        let state = sms.network.state();
        let mut all = state.chats_of(&account.key).flat_map(|chat| chat.messages.values());
        all.find(|one| one.id == id).cloned().ok_or_else(ApiError::not_found)?
    };
    let own = wire::sid(account);
    let date = wire::date(message.at_ms);
    let list = message.files.iter().map(|file| {
        let uri = format!("/2010-04-01/Accounts/{own}/Messages/{id}/Media/{}.json", file.id);
        json!({
            "sid": file.id, "account_sid": own, "parent_sid": id, "content_type": file.mime,
            "date_created": date, "date_updated": date, "uri": uri,
        })
    });
    let list: Vec<Value> = list.collect();
    ok(json!({ "media_list": list, "page": 0, "page_size": 50, "next_page_uri": null }))
}

/// `GET Messages/{sid}.json`
pub fn one(sms: &Sms, account: &Account, id: &str) -> ApiResult {
    let mut all = all(sms, account).into_iter().map(|(_, one)| one);
    let found = all.find(|one| one["sid"] == id);
    ok(found.ok_or_else(ApiError::not_found)?)
}
