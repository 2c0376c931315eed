//! One call of a plugin: the input as a fixture writes it in, the answer as people read it out.

mod parts;

use crate::{
    addresses,
    content::{self, over, plain},
    provider::RecordedRequest,
};
use anyhow::{Context as _, Result, bail};
use patchbay::{
    blobs::{BlobRef, Blobs},
    plugins::{
        Account, Batch, CallCommand, CallError, CallReport, Called, Conversation, EditTarget, Host,
        Interface, OAuthGrant, OutgoingMessage, Passage, PresenceSignal, RawMail, SocketFrame,
        SocketInput, VisitorAct, VisitorSession, WebhookReply, WebhookRequest,
    },
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::path::Path;

/// What came of a call.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The answer, or why there is none.
    pub result: Result<Value, CallError>,
    /// The batch in the answer, where the interface has one.
    pub batch: Option<Batch>,
    pub report: CallReport,
    /// The ids that each part was given, where a message is sent in parts.
    pub parts: Vec<Vec<String>>,
    /// What the provider saw.
    pub seen: Vec<RecordedRequest>,
    /// Requests that the script has no answer for.
    pub strays: Vec<String>,
}

impl Ran {
    fn of<T: Serialize>(called: Called<T>, batch: impl FnOnce(&T) -> Option<&Batch>) -> Self {
        let Called { result, report } = called;
        let batch = result.as_ref().ok().and_then(batch).cloned();
        let result = result.map(|answer| plain(&serde_json::to_value(answer).unwrap_or_default()));
        Self { result, batch, report, parts: Vec::new(), seen: Vec::new(), strays: Vec::new() }
    }
}

/// For calls whose answer is the batch.
fn whole(batch: &Batch) -> Option<&Batch> {
    Some(batch)
}

/// The answer to a webhook, with names.
#[derive(Serialize)]
struct Handled {
    reply: Option<WebhookReply>,
    batch: Batch,
}

/// The defaults of an outgoing message that a fixture need not write.
fn message() -> Value {
    over(
        serde_json::to_value(OutgoingMessage::default()).unwrap_or_default(),
        &json!({
            "op_id": "op-1", "attempt": 1, "thread": "thread-1", "recipient": "customer-1",
            "ticket": "1042", "agent_name": "Ann Agent",
        }),
    )
}

/// Reads `given` over `defaults`.
fn read<T: DeserializeOwned>(what: &str, defaults: Value, given: &Value) -> Result<T> {
    let mut value = over(defaults, given);
    attachments(&mut value);
    serde_json::from_value(value).with_context(|| format!("this is no {what}: {given}"))
}

/// Fills what an attachment's fields would be without saying so.
fn attachments(value: &mut Value) {
    for file in value["attachments"].as_array_mut().into_iter().flatten() {
        let blob = file["blob"].clone();
        let mime = blob["mime"].as_str().unwrap_or("application/octet-stream").to_owned();
        let kind = mime.split('/').next().filter(|k| matches!(*k, "image" | "video" | "audio"));
        let kind = kind.unwrap_or("document");
        let defaults = json!({
            "blob": null, "mime": mime, "filename": blob["filename"], "kind": kind,
            "content_id": null,
        });
        *file = over(defaults, file);
    }
}

/// A message to be sent, with the addresses of its files.
fn outgoing(defaults: Value, given: &Value) -> Result<OutgoingMessage> {
    let mut message: OutgoingMessage = read("message", defaults, given)?;
    addresses::add(&mut message);
    Ok(message)
}

/// Calls the plugin with what a fixture of `interface` holds as input.
pub async fn run(
    host: &Host,
    blobs: &Blobs,
    account: &Account,
    interface: Interface,
    input: &Value,
    folder: &Path,
) -> Result<Ran> {
    let octets = |value: &Value| -> Result<Option<Vec<u8>>> {
        Ok(if value.is_null() { None } else { Some(content::bytes(value, folder)?) })
    };
    // Bytes of these fields belong into the call itself; everything else becomes a stored blob.
    let stored = match interface {
        Interface::Webhook | Interface::Poll | Interface::Socket => input.clone(),
        _ => content::store(input, folder, blobs).await?,
    };
    let input = &stored;
    let manifest = host.plugin(&account.plugin_id).context("the plugin is gone")?.manifest.clone();
    let channel = manifest.channels.first().map_or("", |c| c.value.as_str());
    let usual = || over(message(), &json!({ "channel": channel }));
    let target = || {
        json!({
            "external_ids": ["sent-1"], "thread": "thread-1", "channel": channel,
            "recipient": "customer-1", "op_id": "op-2",
        })
    };
    Ok(match interface {
        Interface::Settings => match input["connect"].as_str() {
            Some(url) => Ran::of(host.connect(account, url).await, |()| None),
            None => Ran::of(host.check(account).await, |_| None),
        },
        Interface::Webhook => {
            let request = webhook_request(&manifest, input, folder)?;
            let called = host.webhook(account, request).await;
            Ran::of(called.map(|(reply, batch)| Handled { reply, batch }), |h| Some(&h.batch))
        }
        Interface::Poll => {
            let cursor = octets(&input["cursor"])?;
            Ran::of(host.pull(account, cursor).await, |outcome| Some(&outcome.batch))
        }
        Interface::Socket => {
            let state = octets(&input["state"])?;
            match socket_input(input, folder)? {
                None => Ran::of(host.socket_open(account, state).await, |_| None),
                Some(what) => {
                    Ran::of(host.socket_advance(account, state, &what).await, |s| Some(&s.batch))
                }
            }
        }
        Interface::Mail => match (&input["receive"], &input["compose"]) {
            (Value::Null, Value::Null) => bail!("a mail fixture has `receive` or `compose`"),
            (Value::Null, out) => {
                let message: OutgoingMessage = read("message", usual(), out)?;
                compose(host, blobs, account, &message).await?
            }
            (mail, _) => {
                let defaults = json!({
                    "folder": "INBOX", "uid_validity": 1, "uid": 1,
                    "received_ms": crate::stage::NOW_MS,
                });
                let mail: RawMail = read("mail (`raw` is {\"$file\": …})", defaults, mail)?;
                Ran::of(host.receive_mail(account, mail).await, whole)
            }
        },
        Interface::Visitor => {
            let defaults = json!({
                "id": "visit-1", "name": "Vera", "email": "vera@customer.example", "phone": "",
                "language": "en",
            });
            let who: VisitorSession = read("visitor's session", defaults, &input["session"])?;
            let mut act = input["act"].clone();
            if let Some(message) = act.get_mut("message") {
                *message = over(json!({ "id": "m-1", "text": "", "attachments": [] }), message);
                attachments(message);
            }
            let act: VisitorAct =
                serde_json::from_value(act).context("`act` is no act of a visitor")?;
            Ran::of(host.visitor(account, &who, act).await, whole)
        }
        Interface::Outbound => {
            let message = outgoing(usual(), input)?;
            Ran::of(host.send(account, &message).await, |sent| Some(&sent.batch))
        }
        Interface::OutboundParts => parts::run(host, account, usual(), input).await?,
        Interface::OutboundEdits => {
            let what: EditTarget = read("target", target(), &input["target"])?;
            if !input["edit"].is_null() {
                let message = outgoing(usual(), &input["edit"])?;
                Ran::of(host.edit(account, &what, &message).await, whole)
            } else if input.get("react").is_some() {
                Ran::of(host.react(account, &what, input["react"].as_str()).await, whole)
            } else if input.get("delete").is_some() {
                Ran::of(host.delete(account, &what).await, whole)
            } else {
                bail!("a fixture of outbound-edits has `edit`, `delete` or `react`")
            }
        }
        Interface::Presence => {
            let defaults = json!({
                "thread": "thread-1", "recipient": "customer-1", "kind": "typing",
                "agent_name": "Ann Agent",
            });
            let signal: PresenceSignal = read("signal", defaults, input)?;
            Ran::of(host.notify(account, &signal).await, whole)
        }
        Interface::Directory => {
            let text = |name: &str| input[name].as_str().unwrap_or_default().to_owned();
            let (id, thread) = (text("external_id"), text("thread"));
            Ran::of(host.lookup(account, &id, &thread).await, |_| None)
        }
        Interface::Calls => calls(host, account, input).await?,
        Interface::Timers => {
            let name = input["name"].as_str().context("a timer has a `name`")?;
            let at = input["at_ms"].as_i64().unwrap_or(crate::stage::NOW_MS);
            Ran::of(host.fire(account, name, at).await, whole)
        }
        Interface::Oauth => {
            let defaults = json!({ "scopes": [], "answer": "{}" });
            let grant: OAuthGrant = read("grant", defaults, input)?;
            Ran::of(host.granted(account, &grant).await, |_| None)
        }
        _ => assist(host, account, interface, input).await?,
    })
}

async fn calls(host: &Host, account: &Account, input: &Value) -> Result<Ran> {
    Ok(match (input["softphone"].as_str(), input["recording"].as_str()) {
        (Some(extension), _) => Ran::of(host.softphone(account, extension).await, |_| None),
        (_, Some(call)) => Ran::of(host.recording(account, call).await, |_| None),
        _ => {
            let defaults = json!({
                "op_id": "op-1", "call": "", "extension": "100", "target": null, "extras": [],
            });
            let command: CallCommand = read("command", defaults, &input["command"])?;
            Ran::of(host.call_control(account, &command).await, whole)
        }
    })
}

async fn assist(
    host: &Host,
    account: &Account,
    interface: Interface,
    input: &Value,
) -> Result<Ran> {
    let talk = || -> Result<Conversation> {
        let mut value = over(
            json!({ "channel": "", "subject": null, "language": null, "turns": [], "extras": [] }),
            input,
        );
        for turn in value["turns"].as_array_mut().into_iter().flatten() {
            *turn = over(json!({ "role": "customer", "name": "", "text": "", "at_ms": 0 }), turn);
        }
        serde_json::from_value(value).context("this is no conversation")
    };
    let audio = || -> Result<BlobRef> {
        serde_json::from_value(input["audio"].clone())
            .context("`audio` is a file: {\"$file\": …, \"mime\": …}")
    };
    let text = |name: &str| input[name].as_str();
    Ok(match interface {
        Interface::Suggest => {
            let most = input["at_most"].as_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(3);
            Ran::of(host.suggest(account, &talk()?, most).await, |_| None)
        }
        Interface::Translate => {
            let texts: Vec<String> = serde_json::from_value(input["texts"].clone())
                .context("`texts` is a list of texts")?;
            let target = text("target").context("`target` is a language")?;
            Ran::of(host.translate(account, &texts, text("source"), target).await, |_| None)
        }
        Interface::AnalyseText => Ran::of(host.analyse_text(account, &talk()?).await, |_| None),
        Interface::Transcribe => {
            Ran::of(host.transcribe(account, &audio()?, text("language")).await, |_| None)
        }
        Interface::AnalyseVoice => Ran::of(host.analyse_voice(account, &audio()?).await, |_| None),
        Interface::Answer => {
            let mut passages = input["passages"].clone();
            for passage in passages.as_array_mut().into_iter().flatten() {
                let defaults = json!({
                    "id": "", "title": "", "text": "", "language": null, "as_of_ms": 0, "extras": [],
                });
                *passage = over(defaults, passage);
            }
            let passages: Vec<Passage> =
                serde_json::from_value(passages).context("`passages` is a list of passages")?;
            Ran::of(host.recommend(account, &talk()?, &passages).await, |_| None)
        }
        Interface::MessageInsight => {
            let kind = text("kind").context("`kind` names what is asked for")?;
            Ran::of(host.find_insight(account, &talk()?, kind).await, |_| None)
        }
        other => bail!("the kit cannot call `{}` yet", other.name()),
    })
}

/// A composed mail is shown with its text: the digest of a blob says nothing to a person.
async fn compose(
    host: &Host,
    blobs: &Blobs,
    account: &Account,
    message: &OutgoingMessage,
) -> Result<Ran> {
    let called = host.compose_mail(account, message).await;
    let raw = called.result.as_ref().ok().map(|envelope| envelope.raw.clone());
    let mut ran = Ran::of(called, |_| None);
    if let (Some(raw), Ok(answer)) = (raw, &mut ran.result) {
        let bytes = blobs.get_range(&raw, 0..raw.size.min(64 << 10)).await?;
        answer["raw"] = content::shown(&bytes);
    }
    Ok(ran)
}

/// A request as the provider sends it.
pub fn webhook_request(
    manifest: &patchbay::plugins::Manifest,
    input: &Value,
    folder: &Path,
) -> Result<WebhookRequest> {
    let text = |name: &str, otherwise: &str| input[name].as_str().unwrap_or(otherwise).to_owned();
    let recipes = manifest.webhook.as_ref().map_or(&[][..], |w| w.verify.as_slice());
    let headers = input["headers"].as_object().into_iter().flatten();
    Ok(WebhookRequest {
        method: text("method", "POST"),
        path: text("path", ""),
        query: text("query", ""),
        headers: headers
            .map(|(name, value)| {
                (name.clone(), value.as_str().unwrap_or_default().as_bytes().to_vec())
            })
            .collect(),
        body: content::bytes(&input["body"], folder)?,
        verified: text("verified", recipes.first().map_or("", |r| r.name.as_str())),
    })
}

/// None means that a connection is about to be made.
fn socket_input(input: &Value, folder: &Path) -> Result<Option<SocketInput>> {
    if let Some(frames) = input["frames"].as_array() {
        let frames: Result<Vec<SocketFrame>> = frames
            .iter()
            .map(|frame| {
                let bytes = content::bytes(frame, folder)?;
                Ok(match frame.get("$base64") {
                    Some(_) => SocketFrame::Binary(bytes),
                    None => SocketFrame::Text(String::from_utf8(bytes)?),
                })
            })
            .collect();
        return Ok(Some(SocketInput::Frames(frames?)));
    }
    if input["tick"] == true {
        return Ok(Some(SocketInput::Tick));
    }
    if let Some(closed) = input.get("closed") {
        return Ok(Some(SocketInput::Closed {
            code: closed["code"].as_u64().and_then(|n| u16::try_from(n).ok()).unwrap_or(1006),
            reason: closed["reason"].as_str().unwrap_or_default().to_owned(),
        }));
    }
    if input.get("open").is_some() {
        return Ok(None);
    }
    bail!("a socket fixture has `open`, `frames`, `tick` or `closed`")
}
