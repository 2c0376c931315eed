//! Recordings: fetched when a call is over, because the exchange finishes them then.

use crate::api::{Api, CallError, part, refused};
use crate::call::{self, Call};
use patchbay_plugin::prelude::*;

/// How long after the call's end the first look is, and how much longer each further one.
const FIRST_MS: u64 = 3_000;
const LONGER: u64 = 4;
/// Looks until a call counts as not recorded.
const LOOKS: u32 = 4;
/// A WAV file's header alone: nothing was recorded.
const HEADER: u64 = 44;

/// Plans a look for the recording of a call.
pub fn plan(batch: Batch, id: &str, look: u32) -> Batch {
    let wait = FIRST_MS * LONGER.pow(look.saturating_sub(1));
    batch.timer(&format!("recording:{look}:{id}"), Some(host::now_ms() + wait))
}

/// A planned look.
pub fn fire(api: &Api, name: &str, at_ms: u64) -> Result<Batch, Failure> {
    let mut parts = name.splitn(3, ':');
    let (kind, look, id) = (parts.next(), parts.next(), parts.next());
    let (Some("recording"), Some(look), Some(id)) = (kind, look, id) else {
        debug!("an unknown timer was left out", name = name);
        return Ok(Batch::empty());
    };
    let look: u32 = look.parse().unwrap_or(LOOKS);
    let Some(call) = call::kept(id) else { return Ok(Batch::empty()) };
    let Some(blob) = fetch(api, name_of(id, &call))? else {
        let batch = Batch::empty();
        return Ok(if look < LOOKS {
            plan(batch, id, look + 1)
        } else {
            batch.forget(&call::key(id))
        });
    };
    let over = if call.over > 0 { call.over } else { at_ms };
    let mut event = call.stage(id, "recorded", over);
    event.recording = Some(Attachment {
        kind: "audio".to_owned(),
        ..Attachment::stored(blob, "audio/wav", Some(format!("call-{}.wav", file_name(id))))
    });
    Ok(Batch::empty().event(event).forget(&call::key(id)))
}

/// The recording of a call, when there is one.
pub fn of(api: &Api, id: &str) -> Result<Option<Blob>, Failure> {
    let call = call::kept(id).unwrap_or_default();
    fetch(api, name_of(id, &call))
}

fn name_of<'a>(id: &'a str, call: &'a Call) -> &'a str {
    if call.recording.is_empty() { id } else { &call.recording }
}

fn file_name(id: &str) -> String {
    id.chars()
        .map(|c| if c.is_ascii_alphanumeric() || "-.".contains(c) { c } else { '-' })
        .collect()
}

fn fetch(api: &Api, name: &str) -> Result<Option<Blob>, Failure> {
    // A name may hold folders.
    let name: Vec<String> = name.split('/').map(part).collect();
    let path = format!("/recordings/stored/{}/file", name.join("/"));
    let answer = api.request("GET", &path).to_blob().send().map_err(NetFailure::while_asking)?;
    let (status, retry_after) = (answer.status(), answer.retry_after_ms());
    match status {
        404 => Ok(None),
        200..=299 => {
            let meta = BlobMeta { mime: "audio/wav".to_owned(), filename: None, size: None };
            let blob = answer.into_blob(meta)?;
            let empty = media::meta(&blob).size.is_some_and(|size| size <= HEADER);
            Ok((!empty).then_some(blob))
        }
        _ => {
            let said = answer.bytes().unwrap_or_default();
            Err(CallError::Refused(refused(status, retry_after, &said)).into())
        }
    }
}
