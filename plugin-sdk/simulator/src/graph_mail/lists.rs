//! What can be asked of a mailbox: its list of changes, a mail by its Message-ID, a mail whole.
use std::sync::Arc;

use axum::http::header;
use axum::response::IntoResponse;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Map, Value, json};

use super::GraphMail;
use super::api::{ApiError, ApiResult, ok};
use crate::gate::Call;
use crate::network::hold;
use crate::network::model::Account;

const FOLDERS: [(&str, &str); 3] =
    [("inbox", "Inbox"), ("drafts", "Drafts"), ("sentitems", "Sent Items")];
const PAGE: usize = 10;

fn known(folder: &str) -> Result<(&'static str, &'static str), ApiError> {
    let found = FOLDERS.into_iter().find(|(id, _)| id.eq_ignore_ascii_case(folder));
    found.ok_or_else(|| ApiError::new(400, "ErrorInvalidIdMalformed", "Id is malformed."))
}

/// `GET mailFolders/{folder}`
pub fn folder(graph: &GraphMail, account: &Account, folder: &str) -> ApiResult {
    let (id, name) = known(folder)?;
    let mut facts = hold(&graph.facts);
    let items = &facts.mailbox(&account.key).items;
    let count = items.iter().filter(|item| item.folder == id && !item.removed).count();
    ok(json!({ "id": id, "displayName": name, "totalItemCount": count, "unreadItemCount": count }))
}

/// A place in the list of changes. Whoever has one sees only that it is a text.
struct DeltaCursor {
    epoch: u64,
    after: u64,
    since: String,
    fields: String,
    within: bool,
}

impl DeltaCursor {
    fn read(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let value: Value = serde_json::from_slice(&bytes).ok()?;
        let word = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
        Some(Self {
            epoch: value["epoch"].as_u64()?,
            after: value["after"].as_u64()?,
            since: word("since"),
            fields: word("fields"),
            within: value["within"] == true,
        })
    }

    fn written(&self) -> String {
        let value = json!({
            "epoch": self.epoch, "after": self.after, "since": self.since,
            "fields": self.fields, "within": self.within,
        });
        URL_SAFE_NO_PAD.encode(value.to_string())
    }
}

/// `GET mailFolders/{folder}/messages/delta`
pub fn delta(graph: &Arc<GraphMail>, account: &Account, call: &Call, folder: &str) -> ApiResult {
    let (id, _) = known(folder)?;
    let mut facts = hold(&graph.facts);
    let mailbox = facts.mailbox(&account.key);
    let given = call.query.get("$deltatoken").or_else(|| call.query.get("$skiptoken"));
    let mut place = match given {
        Some(text) => {
            let place =
                DeltaCursor::read(text).ok_or_else(|| ApiError::bad("Badly formed token."))?;
            if place.epoch != mailbox.epoch {
                let text = "The sync state generation is not found.";
                return Err(ApiError::new(410, "syncStateNotFound", text));
            }
            place
        }
        None => begun(call, mailbox.epoch)?,
    };
    let found = mailbox.changed(id, place.after, &place.since);
    let page = page_size(call);
    let more = found.len() > page;
    // Graph promises no order, so whoever needs one has to make it.
    let mut value: Vec<Value> =
        found.iter().take(page).map(|(_, shown)| chosen(shown, &place.fields)).collect();
    value.reverse();
    if let Some((change, _)) = found.iter().take(page).next_back() {
        place.after = *change;
    } else if place.after == 0 {
        // A place after nothing is a place all the same: what is deleted later is told.
        place.after = mailbox.last_change();
    }
    place.within = more;
    let at = format!("{}/v1.0/users/{}", graph.root, super::address(account));
    let (name, token) = if more { ("nextLink", "skiptoken") } else { ("deltaLink", "deltatoken") };
    let link = format!("{at}/mailFolders/{id}/messages/delta?${token}={}", place.written());
    ok(json!({ "@odata.context": "…", format!("@odata.{name}"): link, "value": value }))
}

fn begun(call: &Call, epoch: u64) -> Result<DeltaCursor, ApiError> {
    let mut place =
        DeltaCursor { epoch, after: 0, since: String::new(), fields: String::new(), within: false };
    for (name, value) in &call.query {
        match name.as_str() {
            "$select" => place.fields.clone_from(value),
            "$top" | "$expand" => {}
            "changeType" if ["created", "updated", "deleted"].contains(&value.as_str()) => {}
            "$orderby" if value == "receivedDateTime desc" => {}
            "$filter" => {
                let since = value.strip_prefix("receivedDateTime ge ");
                let since = since.or_else(|| value.strip_prefix("receivedDateTime gt "));
                let since = since.ok_or_else(|| {
                    ApiError::bad("Only receivedDateTime ge and gt can be filtered by here.")
                })?;
                since.clone_into(&mut place.since);
            }
            other => {
                return Err(ApiError::bad(format!(
                    "The query option {other} is not allowed here."
                )));
            }
        }
    }
    Ok(place)
}

fn page_size(call: &Call) -> usize {
    let prefers = call.headers.get_all("prefer").iter().filter_map(|one| one.to_str().ok());
    let wanted = prefers
        .flat_map(|one| one.split(','))
        .find_map(|one| one.trim().strip_prefix("odata.maxpagesize=")?.parse().ok());
    wanted.unwrap_or(PAGE).clamp(1, 1000)
}

// The fields that were asked for; the id always comes.
fn chosen(shown: &Value, fields: &str) -> Value {
    if fields.is_empty() || shown.get("@removed").is_some() {
        return shown.clone();
    }
    let wanted: Vec<&str> = fields.split(',').map(str::trim).collect();
    let all = shown.as_object().into_iter().flatten();
    let kept = all.filter(|(name, _)| {
        name.starts_with('@') || *name == "id" || wanted.contains(&name.as_str())
    });
    Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect::<Map<_, _>>())
}

/// `GET messages?$filter=internetMessageId eq '…'`
pub fn find(graph: &GraphMail, account: &Account, call: &Call) -> ApiResult {
    let filter = call.query.get("$filter").map(String::as_str).unwrap_or_default();
    let wanted =
        filter.strip_prefix("internetMessageId eq '").and_then(|one| one.strip_suffix('\''));
    let wanted =
        wanted.ok_or_else(|| ApiError::bad("This simulator filters by internetMessageId only."))?;
    let wanted = wanted.replace("''", "'");
    let fields = call.query.get("$select").cloned().unwrap_or_default();
    let mut facts = hold(&graph.facts);
    let items = facts.mailbox(&account.key).items.iter();
    let found = items.filter(|item| item.message_id == wanted && !item.removed);
    let found: Vec<Value> = found.map(|item| chosen(&item.shown(), &fields)).collect();
    ok(json!({ "value": found }))
}

/// `GET messages/{id}`
pub fn one(graph: &GraphMail, account: &Account, id: &str) -> ApiResult {
    let mut facts = hold(&graph.facts);
    ok(facts.mailbox(&account.key).get(id).ok_or_else(ApiError::not_found)?.shown())
}

/// `GET messages/{id}/$value`
pub fn raw(graph: &GraphMail, account: &Account, id: &str) -> ApiResult {
    let mut facts = hold(&graph.facts);
    let raw = facts.mailbox(&account.key).get(id).ok_or_else(ApiError::not_found)?.raw.clone();
    Ok(([(header::CONTENT_TYPE, "text/plain")], raw).into_response())
}

/// `GET messages/{id}/attachments`
pub fn attachments(graph: &GraphMail, account: &Account, id: &str) -> ApiResult {
    let mut facts = hold(&graph.facts);
    let item = facts.mailbox(&account.key).get(id).ok_or_else(ApiError::not_found)?;
    let shown = item.attached.iter().map(|one| {
        json!({
            "@odata.type": "#microsoft.graph.fileAttachment", "id": one.id, "name": one.name,
            "contentType": one.mime, "size": one.bytes.len(), "isInline": one.inline,
            "contentId": one.content_id,
        })
    });
    ok(json!({ "value": shown.collect::<Vec<_>>() }))
}
