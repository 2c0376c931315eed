//! An agent's message: a draft of our own making, its files, and the word to send it.
//!
//! Only the last call reaches a customer. Everything before it can be done again, and the draft's
//! Message-ID is ours, so what may have been sent is looked up by it.

use crate::api::{self, Api, CallError, word};
use crate::settings::Settings;
use crate::upload;
use letters::compose::{self, Envelope, Sender};
use letters::thread;
use patchbay_plugin::http::encode;
use patchbay_plugin::outbound::Sent;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};

/// A message on its way.
struct Draft {
    id: String,
    /// As Microsoft has it: replies will name it.
    message_id: String,
}

/// Sends a message.
pub fn send(settings: &Settings, mut msg: Message) -> Result<Sent, Failure> {
    let api = Api::open(settings).map_err(CallError::while_asking)?;
    let files = upload::files(&mut msg);
    let html = msg.html.clone().unwrap_or_default();
    let again = msg.attempt > 1 || msg.prior_unknown;
    let prior_unknown = msg.prior_unknown;
    let (envelope, raw) = written(settings, msg)?;
    let mut draft = None;
    if again {
        match look_up(&api, &envelope, files.len(), prior_unknown)? {
            EarlierAttempt::Sent(message_id) => return Ok(sent(message_id)),
            EarlierAttempt::Whole(found) => draft = Some(found),
            EarlierAttempt::Nothing => {}
        }
    }
    let draft = match draft {
        Some(draft) => draft,
        None => {
            let draft = make(&api, &envelope, &raw)?;
            let filled =
                files.iter().try_for_each(|file| upload::attach(&api, &draft.id, file, &html));
            if let Err(failure) = filled {
                return Err(given_up(&api, &draft.id, failure));
            }
            draft
        }
    };
    match api::result(api.request("POST", &api.message(&draft.id, "/send"), "")) {
        // A body after a success would say nothing that counts.
        Ok(_) | Err(CallError::Strange(200..=299, _)) => Ok(sent(draft.message_id)),
        Err(error) => match error.while_sending() {
            // Sent by the attempt before this one, which nobody heard the end of.
            Failure::Permanent(_) if prior_unknown && is_sent(&api, &draft.id) => {
                Ok(sent(draft.message_id))
            }
            failure => Err(given_up(&api, &draft.id, failure)),
        },
    }
}

fn sent(message_id: String) -> Sent {
    Sent { external_ids: vec![message_id], status: "sent".to_owned(), batch: Batch::empty() }
}

/// What was refused for good is taken out of the drafts again, as well as that can be done.
fn given_up(api: &Api, id: &str, failure: Failure) -> Failure {
    if matches!(failure, Failure::Permanent(_)) {
        remove(api, id);
    }
    failure
}

fn remove(api: &Api, id: &str) {
    if let Err(error) = api::result(api.request("DELETE", &api.message(id, ""), "")) {
        let reason = crate::subscription::reason(error);
        info!("a draft was left in the mailbox", reason = reason);
    }
}

/// The message without its files, as RFC 5322 bytes: only so do In-Reply-To, References and the
/// Message-ID stay ours.
fn written(settings: &Settings, msg: Message) -> Result<(Envelope, Vec<u8>), Failure> {
    let from = settings.from().to_owned();
    let signed = settings
        .plus_addressing
        .then(|| thread::reply_address(&from, &msg.ticket, &crate::sign))
        .flatten();
    let name = match settings.from_name.trim() {
        "" => msg.agent_name.clone(),
        name => name.to_owned(),
    };
    let domain = from.rsplit_once('@').map_or("", |(_, domain)| domain).to_owned();
    let sender = Sender { name, address: from, domain, reply_to: signed, now_ms: host::now_ms() };
    let draft = letters::draft(msg);
    let mut raw = Vec::new();
    let mut put = |bytes: &[u8]| {
        raw.extend_from_slice(bytes);
        Ok(())
    };
    let envelope = compose::compose(&sender, draft, &mut put);
    let envelope = envelope.map_err(|problem| {
        let mut failure = letters::failure(problem);
        if let Failure::Permanent(detail) | Failure::Retryable((detail, _)) = &mut failure
            && let Some(rest) = detail.code.strip_prefix("email.")
        {
            detail.code = format!("graph-email.{rest}");
        }
        failure
    })?;
    Ok((envelope, raw))
}

fn make(api: &Api, envelope: &Envelope, raw: &[u8]) -> Result<Draft, Failure> {
    let body = letters::base64(raw).into_bytes();
    let request = api.request("POST", &api.path("/messages"), "").bytes("text/plain", body);
    let made = api::result(request).map_err(CallError::while_asking)?;
    let id = word(&made["id"]).to_owned();
    if id.is_empty() {
        let text = "Microsoft made a draft, but did not say which.";
        return Err(Failure::retryable(Detail::new("graph-email.strange", text)));
    }
    let mut message_id = bare(&made["internetMessageId"]);
    if message_id != envelope.message_id {
        // Without our own, a message whose answer was lost could not be found again.
        let ours = json!({ "internetMessageId": format!("<{}>", envelope.message_id) });
        let changed = api.send("PATCH", &api.message(&id, ""), &ours);
        let changed = changed.map_err(CallError::while_asking)?;
        message_id = bare(&changed["internetMessageId"]);
    }
    if message_id.is_empty() {
        message_id.clone_from(&envelope.message_id);
    }
    Ok(Draft { id, message_id })
}

/// What an earlier attempt left.
enum EarlierAttempt {
    Nothing,
    /// A draft with everything in it: the attempt may have got to its end.
    Whole(Draft),
    Sent(String),
}

/// Looks for the message among all of the mailbox. A draft that cannot have been sent is removed.
fn look_up(
    api: &Api,
    envelope: &Envelope,
    files: usize,
    prior_unknown: bool,
) -> Result<EarlierAttempt, Failure> {
    let quoted = envelope.message_id.replace('\'', "''");
    let mut filter = String::new();
    encode(&mut filter, &format!("internetMessageId eq '<{quoted}>'"));
    let url = api
        .path(&format!("/messages?$filter={filter}&$select=id,internetMessageId,isDraft&$top=10"));
    let list = api.get(&url).map_err(CallError::while_asking)?;
    let all = list["value"].as_array().map(Vec::as_slice).unwrap_or_default();
    if let Some(found) = all.iter().find(|one| one["isDraft"] == false) {
        return Ok(EarlierAttempt::Sent(bare(&found["internetMessageId"])));
    }
    let mut whole = None;
    for one in all {
        let (id, message_id) = (word(&one["id"]).to_owned(), bare(&one["internetMessageId"]));
        // Its sending had not begun while files were missing.
        if prior_unknown && whole.is_none() && attached(api, &id)? == files {
            whole = Some(Draft { id, message_id });
        } else {
            remove(api, &id);
        }
    }
    Ok(whole.map_or(EarlierAttempt::Nothing, EarlierAttempt::Whole))
}

fn attached(api: &Api, id: &str) -> Result<usize, Failure> {
    let list = api.get(&api.message(id, "/attachments?$select=id,size&$top=100"));
    let list = list.map_err(CallError::while_asking)?;
    Ok(list["value"].as_array().map_or(0, Vec::len))
}

fn is_sent(api: &Api, id: &str) -> bool {
    match api.get(&api.message(id, "?$select=isDraft")) {
        Ok(message) => message["isDraft"] == false,
        Err(error) => error.is_gone(),
    }
}

fn bare(value: &Value) -> String {
    word(value).trim().trim_start_matches('<').trim_end_matches('>').to_owned()
}
