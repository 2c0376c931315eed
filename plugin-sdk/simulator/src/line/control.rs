//! Orders that only LINE knows, for tests and the phone page.
use serde_json::{Value, json};

use super::{Line, Manners, events};
use crate::clock;
use crate::network::intake::{self, IncomingMessage, chat_of};
use crate::network::model::{Message, Person};
use crate::network::{IdKind, Provider, hold};

/// What `POST /control/providers/line/<what>` does; `None` for what is unknown.
pub fn order(line: &Line, what: &str, body: &Value) -> Option<Result<Value, String>> {
    let me = line.me.upgrade()?;
    if let Some(done) = line.posting.order(&me, what, body) {
        return Some(done);
    }
    let account = body["account"].as_str().or(body["token"].as_str()).unwrap_or("main");
    let user = body["user"].as_i64().unwrap_or(1);
    match what {
        "press" => Some(press(line, account, user, body)),
        // An event of any kind: {"account", "user", "type", and its fields}.
        "event" => {
            let Some(kind) = body["type"].as_str() else {
                return Some(Err("type is missing".into()));
            };
            let mut fields = body.clone();
            for name in ["account", "token", "user", "type"] {
                fields.as_object_mut()?.remove(name);
            }
            line.network.meet(Person { id: user, ..Person::default() });
            line.network.state().accounts.get(account)?;
            chat_of(line, &mut line.network.state(), account, user, clock::now_ms());
            Some(Ok(json!({ "event": events::about(line, account, user, kind, &fields) })))
        }
        "prepare" => {
            let times = body["times"].as_u64().unwrap_or(1);
            hold(&line.facts).prepare_next = times;
            Some(Ok(json!({ "times": times })))
        }
        "gone" => {
            let Some(id) = body["id"].as_str() else { return Some(Err("id is missing".into())) };
            hold(&line.facts).gone.insert(id.to_owned());
            Some(Ok(json!({ "gone": id })))
        }
        "manners" => Some(manners(line, body)),
        _ => None,
    }
}

// Changes what is given and keeps the rest.
fn manners(line: &Line, body: &Value) -> Result<Value, String> {
    let mut merged = json!(line.manners());
    for (name, value) in body.as_object().into_iter().flatten() {
        merged[name] = value.clone();
    }
    let manners: Manners = serde_json::from_value(merged).map_err(|error| error.to_string())?;
    *hold(&line.manners) = manners.clone();
    Ok(json!(manners))
}

// A button or quick reply: a postback, or the text that it stands for.
fn press(line: &Line, account: &str, user: i64, body: &Value) -> Result<Value, String> {
    let data = body["data"].as_str().unwrap_or_default();
    let n = body["message_id"].as_i64().unwrap_or_default();
    let found = {
        let state = line.network.state();
        let message = state.chat(account, user).and_then(|chat| chat.messages.get(&n));
        let rows = message.and_then(|message| message.more.get("reply_markup")).cloned();
        let rows = rows.unwrap_or_default()["inline_keyboard"].clone();
        let buttons = rows.as_array().into_iter().flatten().filter_map(Value::as_array).flatten();
        buttons.cloned().collect::<Vec<Value>>()
    };
    let button = found.into_iter().find(|button| button["callback_data"] == data);
    let button = button.ok_or("this message has no such button")?;
    if let Some(text) = button["says"].as_str() {
        let from = Person { id: user, ..Person::default() };
        let said =
            IncomingMessage { from, text: Some(text.to_owned()), ..IncomingMessage::default() };
        let message = intake::say(line, account, said)?;
        return Ok(json!({ "message_id": message.n }));
    }
    // What the button says stands in the chat; the business hears the data alone.
    if let Some(text) = button["shows"].as_str() {
        let now = clock::now_ms();
        let shown = {
            let mut state = line.network.state();
            let n = state.count();
            let id = line.id_of(IdKind::Message, n, now);
            let chat = state.chat_mut(account, user).ok_or("there is no such chat")?;
            let text = Some(text.to_owned());
            let message = Message {
                n,
                id,
                customer: true,
                at_ms: now,
                text,
                taken: true,
                ..Message::default()
            };
            chat.messages.insert(n, message);
            n
        };
        line.network.show_message(account, user, shown);
    }
    let fields = json!({ "postback": { "data": data } });
    Ok(json!({ "event": events::about(line, account, user, "postback", &fields) }))
}
