//! A plugin without a will of its own: each call asks the test's server what to answer.
//!
//! What came in goes to `{base}/{call}` as JSON; the answer says what the batch holds, what to send, or
//! how to fail. A push connection's frames carry their answers themselves.

mod proposals;
mod recorded;
mod script;

// As plugins of the SDK have it.
#[global_allocator]
static HEAP: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

wit_bindgen::generate!({
    path: "../../../../plugin-sdk/wit",
    inline: "
        package guests:whole;
        world whole {
            include patchbay:plugin/settings-plugin@1.0.0;
            include patchbay:plugin/webhook-plugin@1.0.0;
            include patchbay:plugin/socket-plugin@1.0.0;
            include patchbay:plugin/outbound-parts-plugin@1.0.0;
            include patchbay:plugin/outbound-edits-plugin@1.0.0;
            include patchbay:plugin/directory-plugin@1.0.0;
            include patchbay:plugin/calls-plugin@1.0.0;
            include patchbay:plugin/timers-plugin@1.0.0;
            include patchbay:plugin/oauth-plugin@1.0.0;
            include patchbay:plugin/translate-plugin@1.0.0;
            include patchbay:plugin/answer-plugin@1.0.0;
            include patchbay:plugin/message-insight-plugin@1.0.0;
        }
    ",
    world: "guests:whole/whole",
    generate_all,
});

use exports::patchbay::plugin as offered;
use patchbay::plugin::{
    effects::Batch,
    host, http,
    media::Blob,
    outgoing::Message,
    types::{Account, Detail, Failure, Header},
};
use serde_json::{Value, json};

struct Whole;

export!(Whole);

pub fn detail(code: &str, message: &str) -> Detail {
    Detail { code: code.to_string(), message: message.to_string(), provider: None }
}

fn config(acc: &Account) -> Value {
    serde_json::from_str(&acc.config).unwrap_or_default()
}

fn base(acc: &Account) -> String {
    config(acc)["base"].as_str().unwrap_or_default().to_string()
}

fn request(acc: &Account, path: &str, body: &Value, to_blob: bool) -> http::Request<'static> {
    http::Request {
        method: "POST".to_string(),
        url: format!("{}/{path}", base(acc)),
        headers: vec![Header { name: "content-type".into(), value: b"application/json".to_vec() }],
        body: http::Body::Inline(body.to_string().into_bytes()),
        // There is a token only after a sign-in.
        credentials: if path == "send" && host::secret_exists("access") {
            vec!["bearer".to_string()]
        } else {
            vec![]
        },
        timeout_ms: None,
        to_blob,
    }
}

/// Asks the test's server what to do.
fn ask(acc: &Account, path: &str, body: &Value) -> Result<Value, Failure> {
    let answer = http::send(&request(acc, path, body, false)).map_err(|_| {
        let retry = patchbay::plugin::types::Retry { after_ms: Some(200), max_attempts: None };
        Failure::Retryable((detail("whole.net", "The test's server did not answer."), retry))
    })?;
    if answer.status == 401 {
        return Err(Failure::AuthExpired(detail("whole.401", "The token was refused.")));
    }
    let http::ResponseBody::Inline(bytes) = answer.body else { return Ok(Value::Null) };
    let said: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    script::fail(&said)?;
    Ok(said)
}

/// A file of the test's server.
pub fn fetch(acc: &Account, path: &str) -> Option<Blob> {
    match http::send(&request(acc, path, &json!({}), true)).ok()?.body {
        http::ResponseBody::Blob(blob) => Some(blob),
        http::ResponseBody::Inline(_) => None,
    }
}

impl offered::settings::Guest for Whole {
    fn check(acc: Account) -> Result<offered::settings::Validation, Failure> {
        if config(&acc)["asks"] == true {
            ask(&acc, "check", &json!({}))?;
        }
        Ok(offered::settings::Validation { title: Some(acc.id), problems: vec![], facts: vec![] })
    }

    fn connect(_: Account, _: String) -> Result<(), Failure> {
        Ok(())
    }
}

impl offered::webhook::Guest for Whole {
    fn handle(
        acc: Account,
        req: offered::webhook::Request,
    ) -> Result<(Option<offered::webhook::Reply>, Batch), Failure> {
        let said: Value = serde_json::from_slice(&req.body).unwrap_or_default();
        let said = match said["ask"].as_str() {
            // What comes of it may differ from attempt to attempt.
            Some(call) => ask(&acc, call, &said)?,
            None => said,
        };
        script::fail(&said)?;
        Ok((None, script::batch(&acc, &said)))
    }
}

impl offered::timers::Guest for Whole {
    fn fire(acc: Account, name: String, at_ms: u64) -> Result<Batch, Failure> {
        let said = ask(&acc, "fire", &json!({ "name": name, "at_ms": at_ms }))?;
        Ok(script::batch(&acc, &said))
    }
}

impl offered::socket::Guest for Whole {
    fn open(acc: Account, state: Option<Vec<u8>>) -> Result<offered::socket::Plan, Failure> {
        if config(&acc)["socket"] != true {
            return Err(Failure::Permanent(detail("whole.off", "The socket is off.")));
        }
        let state = state.map(|s| String::from_utf8_lossy(&s).into_owned());
        let hello = json!({ "hello": state, "token": "{credential:frame}" });
        Ok(offered::socket::Plan {
            url: format!("{}/socket?t={{credential:token}}", base(&acc).replacen("http", "ws", 1)),
            headers: vec![Header { name: "x-token".into(), value: b"{credential:head}".to_vec() }],
            subprotocols: vec![],
            hello: vec![offered::socket::Frame::Text(hello.to_string())],
            heartbeat_ms: None,
        })
    }

    fn advance(
        acc: Account,
        state: Option<Vec<u8>>,
        what: offered::socket::Input,
    ) -> Result<offered::socket::Step, Failure> {
        use offered::socket::{Frame, Input};
        let state = state.map(|s| String::from_utf8_lossy(&s).into_owned()).unwrap_or_default();
        let mut step = offered::socket::Step {
            batch: script::empty(),
            send: vec![],
            state: None,
            heartbeat_ms: None,
            reconnect: None,
        };
        match what {
            Input::Frames(frames) => {
                let mut state = state;
                for frame in frames {
                    let said = match frame {
                        Frame::Text(text) => serde_json::from_str(&text).unwrap_or_default(),
                        Frame::Binary(bytes) => json!({ "send": [{ "bytes": bytes.len() }] }),
                    };
                    script::fail(&said)?;
                    if said["ask"].is_string() {
                        ask(&acc, said["ask"].as_str().unwrap_or_default(), &json!({}))?;
                    }
                    let batch = script::batch(&acc, &said);
                    step.batch.events.extend(batch.events);
                    step.batch.timers.extend(batch.timers);
                    let send = said["send"].as_array().cloned().unwrap_or_default();
                    step.send.extend(send.iter().map(|s| Frame::Text(s.to_string())));
                    if let Some(more) = said["state"].as_str() {
                        state.push_str(more);
                        step.state = Some(state.clone().into_bytes());
                    }
                    if let Some(ms) = said["heartbeat_ms"].as_u64() {
                        step.heartbeat_ms = u32::try_from(ms).ok();
                    }
                    if let Some(code) = said["reconnect"].as_u64() {
                        step.reconnect = u16::try_from(code).ok();
                    }
                }
            }
            Input::Tick => step.send = vec![Frame::Text(json!({ "tick": state }).to_string())],
            Input::Closed((code, reason)) => {
                if code == 4004 {
                    return Err(Failure::AuthExpired(detail("whole.4004", &reason)));
                }
                if code == 4010 {
                    return Err(Failure::Permanent(detail("whole.4010", &reason)));
                }
                step.state = Some(format!("{state}({code})").into_bytes());
            }
        }
        Ok(step)
    }
}

fn told(msg: &Message) -> Value {
    json!({
        "op_id": msg.op_id, "attempt": msg.attempt, "text": msg.text, "reply_to": msg.reply_to,
        "contents": script::outgoing(&msg.contents), "recipient": msg.recipient,
        "subject": msg.subject,
    })
}

impl offered::outbound_parts::Guest for Whole {
    fn send_part(
        acc: Account,
        msg: Message,
        part: offered::outbound_parts::Position,
    ) -> Result<offered::outbound_parts::SentPart, Failure> {
        let mut told = told(&msg);
        told["part"] = json!({ "index": part.index, "external_ids": part.external_ids });
        told["prior_unknown"] = json!(msg.prior_unknown);
        let said = ask(&acc, "send", &told)?;
        let ids = said["ids"].as_array().cloned().unwrap_or_default();
        Ok(offered::outbound_parts::SentPart {
            external_ids: ids.iter().filter_map(|i| i.as_str().map(str::to_string)).collect(),
            of: said["of"].as_u64().unwrap_or(1) as u32,
            status: "sent".to_string(),
            batch: script::batch(&acc, &said),
        })
    }
}

impl offered::outbound_edits::Guest for Whole {
    fn edit(
        acc: Account,
        what: offered::outbound_edits::Target,
        msg: Message,
    ) -> Result<Batch, Failure> {
        let said = ask(
            &acc,
            "edit",
            &json!({ "ids": what.external_ids, "op_id": what.op_id, "text": msg.text }),
        )?;
        Ok(script::batch(&acc, &said))
    }

    fn delete(acc: Account, what: offered::outbound_edits::Target) -> Result<Batch, Failure> {
        let said = ask(&acc, "delete", &json!({ "ids": what.external_ids, "op_id": what.op_id }))?;
        Ok(script::batch(&acc, &said))
    }

    fn react(
        acc: Account,
        what: offered::outbound_edits::Target,
        emoji: Option<String>,
    ) -> Result<Batch, Failure> {
        let said = ask(&acc, "react", &json!({ "ids": what.external_ids, "emoji": emoji }))?;
        Ok(script::batch(&acc, &said))
    }
}

impl offered::directory::Guest for Whole {
    fn lookup(
        acc: Account,
        external_id: String,
        _thread: String,
    ) -> Result<Option<offered::directory::Profile>, Failure> {
        let said = ask(&acc, "lookup", &json!({ "id": external_id }))?;
        if !said["name"].is_string() {
            return Ok(None);
        }
        Ok(Some(offered::directory::Profile {
            display_name: said["name"].as_str().map(str::to_string),
            avatar: said["avatar"].as_str().and_then(|path| fetch(&acc, path)),
            attrs: vec![("city".to_string(), said["city"].as_str().unwrap_or("").to_string())],
        }))
    }
}

impl offered::calls::Guest for Whole {
    fn control(_: Account, _: offered::calls::Command) -> Result<Batch, Failure> {
        Ok(script::empty())
    }

    fn register(_: Account, _: String) -> Result<Option<offered::calls::Softphone>, Failure> {
        Ok(None)
    }

    fn recording(_: Account, _: String) -> Result<Option<Blob>, Failure> {
        Ok(None)
    }
}

impl offered::translate::Guest for Whole {
    fn translate(
        acc: Account,
        texts: Vec<String>,
        source: Option<String>,
        target: String,
    ) -> Result<offered::translate::Translation, Failure> {
        let body = json!({ "texts": texts, "source": source, "target": target });
        let said = ask(&acc, "translate", &body)?;
        let texts = texts.iter().map(|text| format!("[{target}] {text}")).collect();
        let detected = said["detected"].as_str().map(str::to_string);
        Ok(offered::translate::Translation { texts, detected })
    }
}

impl offered::oauth::Guest for Whole {
    fn granted(_: Account, what: offered::oauth::Grant) -> Result<Vec<(String, String)>, Failure> {
        let answer: Value = serde_json::from_str(&what.answer).unwrap_or_default();
        let page = format!(
            "{}|{}|{}",
            answer["page"].as_str().unwrap_or(""),
            what.scopes.join("+"),
            what.answer.contains("token-")
        );
        // A secret setting cannot be written this way.
        Ok(vec![("page".to_string(), page), ("token".to_string(), "stolen".to_string())])
    }
}
