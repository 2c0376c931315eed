//! Webhooks, in the form of X Activity and in that of the older Account Activity.

use crate::api::Api;
use crate::{dm, post, told};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// What a webhook brings.
pub fn webhook(api: &Api, own: &str, body: &Value) -> Result<Batch, Failure> {
    let mut batch = Batch::empty();
    let data = &body["data"];
    let whose = data["filter"]["user_id"].as_str().or(body["for_user_id"].as_str());
    if let Some(other) = whose.filter(|whose| !own.is_empty() && *whose != own) {
        // An app may be subscribed to several accounts, and X tells all of them to one address.
        info!("an event for another account was left out", account = other);
        return Ok(batch);
    }
    let own = whose.unwrap_or(own);
    if let Some(kind) = data["event_type"].as_str() {
        activity(api, own, kind, data, &mut batch)?;
    } else if body["for_user_id"].is_string() {
        account(api, own, body, &mut batch);
    } else if body["user_event"]["revoke"].is_object() {
        if body["user_event"]["revoke"]["source"]["user_id"] == own {
            told::revoked(api)?;
        }
    } else if body["replay_job_status"].is_object() {
        info!("X has sent again what was asked for");
    } else if body.is_object() {
        batch.events.extend(told::told(own, "event", body));
    } else {
        let detail = Detail::new("x.form", "The webhook holds no event.");
        return Err(Failure::Permanent(detail));
    }
    Ok(batch)
}

fn activity(
    api: &Api,
    own: &str,
    kind: &str,
    data: &Value,
    batch: &mut Batch,
) -> Result<(), Failure> {
    let payload = &data["payload"];
    let told = || told::told(own, kind, data);
    match kind {
        // The account's own, from wherever they were sent.
        "dm.sent" => {
            account(api, own, payload, batch);
        }
        // A message in a form that is not known is shown as such.
        "dm.received" => {
            if !account(api, own, payload, batch) {
                batch.events.extend(told());
            }
        }
        "dm.read" | "dm.indicate_typing" => {
            account(api, own, payload, batch);
        }
        "post.mention.create" | "post.reply.create" | "post.quote.create" => {
            match post::read(own, payload, &data["includes"]) {
                Some(message) => batch.events.push(Event::Message(message)),
                None if payload["author_id"] == own => {}
                None => batch.events.extend(told()),
            }
        }
        "post.delete" => match (payload["id"].as_str(), payload["author_id"].as_str()) {
            (Some(id), Some(author)) if author != own => batch.events.push(Event::Edit(Edit {
                external_id: id.to_owned(),
                thread: post::thread(id, author),
                text: None,
                deleted: true,
                at_ms: host::now_ms(),
            })),
            _ => {}
        },
        "chat.received" => match encrypted(payload) {
            Some(message) => batch.events.push(Event::Message(message)),
            None => batch.events.extend(told()),
        },
        "oauth.revoke" => told::revoked(api)?,
        _ => batch.events.extend(told()),
    }
    Ok(())
}

/// Encrypted chats cannot be read here; that somebody wrote is worth knowing.
fn encrypted(payload: &Value) -> Option<InboundMessage> {
    let at_ms = payload["created_at_msec"].as_u64();
    let written = payload["created_at_msec"].as_str().and_then(|at| at.parse().ok());
    let sender = payload["sender_id"].as_str()?;
    Some(InboundMessage {
        external_id: payload["id"].as_str()?.to_owned(),
        thread: format!("chat:{}", payload["conversation_id"].as_str()?),
        channel: "TW_DM".to_owned(),
        from: dm::actor(sender, &Value::Null),
        at_ms: at_ms.or(written).unwrap_or_else(host::now_ms),
        text: Some("[encrypted message] It can be read and answered on X only.".to_owned()),
        ..InboundMessage::default()
    })
}

/// The lists of an Account Activity body; X Activity has the same ones in its payload. Tells whether
/// there were any.
fn account(api: &Api, own: &str, body: &Value, batch: &mut Batch) -> bool {
    let list = |name: &str| body[name].as_array().into_iter().flatten();
    let mut known = false;
    for event in list("direct_message_events") {
        known = true;
        if event["type"] != "message_create" {
            batch.events.extend(told::told(own, "message", event));
            continue;
        }
        match dm::pushed(api, own, event, &body["users"]) {
            Some(message) => batch.events.push(Event::Message(message)),
            None if event["message_create"]["sender_id"] == own => {}
            None => batch.events.extend(told::told(own, "message", event)),
        }
    }
    let other =
        |event: &Value| event["sender_id"].as_str().filter(|id| *id != own).map(str::to_owned);
    for event in list("direct_message_indicate_typing_events") {
        known = true;
        if let Some(sender) = other(event) {
            let thread = dm::thread(&dm::conversation(&sender, own));
            batch.events.push(Event::Signal(Signal { thread, kind: "typing".to_owned() }));
        }
    }
    for event in list("direct_message_mark_read_events") {
        known = true;
        let Some(sender) = other(event) else { continue };
        let at = event["created_timestamp"].as_str().and_then(|at| at.parse().ok());
        if let Some(id) = event["last_read_event_id"].as_str() {
            batch.events.push(Event::Receipt(Receipt {
                external_id: id.to_owned(),
                status: "read".to_owned(),
                at_ms: at.unwrap_or_else(host::now_ms),
                code: None,
            }));
        }
        let thread = dm::thread(&dm::conversation(&sender, own));
        batch.events.push(Event::Signal(Signal { thread, kind: "read".to_owned() }));
    }
    for event in list("tweet_create_events") {
        known = true;
        match post::read_old(own, event) {
            Some(message) => batch.events.push(Event::Message(message)),
            None if event["user"]["id_str"] == own => {}
            // Somebody passed a post on.
            None if event["retweeted_status"].is_object() => {}
            None => batch.events.extend(told::told(own, "post", event)),
        }
    }
    for event in list("tweet_delete_events") {
        known = true;
        let status = &event["status"];
        if let (Some(id), Some(author)) = (status["id"].as_str(), status["user_id"].as_str()) {
            batch.events.push(Event::Edit(Edit {
                external_id: id.to_owned(),
                thread: post::thread(id, author),
                text: None,
                deleted: true,
                at_ms: host::now_ms(),
            }));
        }
    }
    known || told::others(own, body, batch)
}
