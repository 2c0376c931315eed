//! Sends an agent's message, piece by piece. The provider knows no repeats, so what may have been
//! sent is looked up first.

use crate::Settings;
use crate::api::{Api, Form};
use crate::plan::{Outgoing, Piece, plan};
use crate::{date, status};
use patchbay_plugin::outbound::Sent;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

const DAY_MS: u64 = 86_400_000;

/// Sends the message; the ids are those of all its parts.
pub fn send(acc: &Account, settings: &Settings, msg: &Message) -> Result<Sent, Failure> {
    let api = settings.api();
    let pieces = plan(msg.text.as_deref().unwrap_or(""), &files(acc, msg)?, settings.mms)?;
    let mut known: Vec<String> = msg.references.clone();
    let earlier = if msg.prior_unknown { Some(earlier(&api, msg)?) } else { None };
    let mut sent = Sent {
        external_ids: Vec::with_capacity(pieces.len()),
        status: "sent".to_owned(),
        batch: Batch::empty(),
    };
    let mut posted = 0;
    for piece in &pieces {
        let found = earlier
            .as_ref()
            .and_then(|list| status::matching(list, settings.sender.trim(), piece, &known));
        let sid = match found {
            Some(sid) => sid.to_owned(),
            None => match post(settings, &api, msg, piece) {
                Ok(sid) => {
                    posted += 1;
                    sid
                }
                Err(failure) => return Err(partly(failure, posted, pieces.len())),
            },
        };
        known.push(sid.clone());
        let told = !settings.status_url.trim().is_empty();
        status::later(&sid, if told { status::REPORTED } else { 0 }, &mut sent.batch);
        sent.external_ids.push(sid);
    }
    status::together(&sent.external_ids, &mut sent.batch);
    Ok(sent)
}

/// What was sent to this number since yesterday.
fn earlier(api: &Api, msg: &Message) -> Result<Value, Failure> {
    let mut query = Form::default();
    query.put("To", &msg.thread);
    query.put("PageSize", "100");
    let since = date::day(host::now_ms().saturating_sub(DAY_MS));
    let path = format!("/Messages.json?{}&DateSent%3E={since}", query.done());
    api.get(&path).map_err(|error| error.while_asking())
}

fn post(settings: &Settings, api: &Api, msg: &Message, piece: &Piece) -> Result<String, Failure> {
    let mut form = Form::default();
    form.put("To", &msg.thread);
    let sender = settings.sender.trim();
    form.put(if sender.starts_with("MG") { "MessagingServiceSid" } else { "From" }, sender);
    if !piece.text.is_empty() {
        form.put("Body", &piece.text);
    }
    for url in &piece.pictures {
        form.put("MediaUrl", url);
    }
    let status_url = settings.status_url.trim();
    if !status_url.is_empty() {
        form.put_with_key("StatusCallback", status_url);
    }
    let answer = api
        .post("/Messages.json", form.done(), !status_url.is_empty())
        .map_err(|error| error.while_sending())?;
    match answer["sid"].as_str() {
        Some(sid) => Ok(sid.to_owned()),
        None => Err(Failure::OutcomeUnknown(Detail::new(
            "sms.strange",
            "Twilio took the message, but its answer could not be read.",
        ))),
    }
}

/// The files, each with an address that everybody who has it can load it from for some days.
fn files(acc: &Account, msg: &Message) -> Result<Vec<Outgoing>, Failure> {
    let no_address = |_| {
        Failure::Permanent(Detail::new(
            "sms.no-address",
            "Customers load files from this desk, and this desk has no public address. Ask its \
             operator to set server.public_url, or send the text alone.",
        ))
    };
    let files = msg.file_urls(acc).map_err(no_address)?.into_iter().map(|file| Outgoing {
        mime: file.mime,
        filename: file.filename.unwrap_or_else(|| "file".to_owned()),
        url: file.url,
    });
    Ok(files.collect())
}

/// When parts were sent, an attempt that looks nothing up would double them: such a failure looks
/// like one whose outcome is unknown, so that the next attempt asks first.
fn partly(failure: Failure, posted: usize, of: usize) -> Failure {
    let reason = failure.detail().map_or(String::new(), |detail| detail.message.clone());
    let said = failure.detail().and_then(|detail| detail.provider.clone());
    match failure {
        Failure::Retryable(_)
        | Failure::RateLimited(_)
        | Failure::AuthExpired(_)
        | Failure::NeedsConfig(_)
            if posted > 0 =>
        {
            let text = format!("{posted} of {of} parts of this message were sent. {reason}");
            let mut detail = Detail::new("sms.partly", text);
            detail.provider = said;
            Failure::OutcomeUnknown(detail)
        }
        Failure::Permanent(detail) if posted > 0 => {
            let text = format!("{posted} of {of} parts of this message were sent. {reason}");
            Failure::Permanent(Detail { message: text, ..detail })
        }
        other => other,
    }
}
