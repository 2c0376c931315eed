//! Sends an agent's message part by part. The provider knows no repeats, so a part that may have been
//! sent is looked up first.

use crate::Settings;
use crate::api::{Api, Form};
use crate::plan::{Outgoing, Piece, plan};
use crate::{date, status};
use patchbay_plugin::outbound_parts::{Position, SentPart};
use patchbay_plugin::prelude::*;

const DAY_MS: u64 = 86_400_000;

/// Sends one part of the message.
pub fn send_part(
    acc: &Account,
    settings: &Settings,
    msg: &Message,
    part: &Position,
) -> Result<SentPart, Failure> {
    let api = settings.api();
    let pieces = plan(msg.text.as_deref().unwrap_or(""), &files(acc, msg)?, settings.mms)?;
    let piece = part.of(&pieces)?;
    let found = if msg.prior_unknown { earlier(settings, &api, msg, part, piece)? } else { None };
    let sid = match found {
        Some(sid) => sid,
        None => post(settings, &api, msg, piece)?,
    };
    let mut batch = Batch::empty();
    let told = !settings.status_url.trim().is_empty();
    status::later(&sid, if told { status::REPORTED } else { 0 }, &mut batch);
    if pieces.len() > 1 {
        status::together(&sid, part.external_ids.first().unwrap_or(&sid), &mut batch);
    }
    Ok(SentPart { batch, ..SentPart::sent(sid, pieces.len()) })
}

/// What an attempt before made of this part: among what was sent to this number since yesterday, and
/// none of the messages that are known, which the parts before are as well.
fn earlier(
    settings: &Settings,
    api: &Api,
    msg: &Message,
    part: &Position,
    piece: &Piece,
) -> Result<Option<String>, Failure> {
    let mut query = Form::default();
    query.put("To", &msg.thread);
    query.put("PageSize", "100");
    let since = date::day(host::now_ms().saturating_sub(DAY_MS));
    let path = format!("/Messages.json?{}&DateSent%3E={since}", query.done());
    let list = api.get(&path).map_err(|error| error.while_asking())?;
    let known = [&msg.references[..], &part.external_ids].concat();
    Ok(status::matching(&list, settings.sender.trim(), piece, &known).map(str::to_owned))
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
