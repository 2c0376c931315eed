//! Uploads of large files: an address that is itself the key, and pieces in order.
use std::sync::Arc;

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde_json::{Value, json};

use super::GraphMail;
use super::api::{ApiError, ApiResult, created};
use super::drafts;
use super::mailbox::Attached;
use crate::gate::Call;
use crate::network::hold;
use crate::network::model::Account;

const FILE_MAX: u64 = 150 << 20;

/// An upload that goes on.
#[derive(Debug, Clone)]
pub struct Upload {
    account: Account,
    draft: String,
    item: Value,
    size: usize,
    bytes: Vec<u8>,
}

/// `POST messages/{id}/attachments/createUploadSession`
pub fn begin(graph: &GraphMail, account: &Account, id: &str, body: &Value) -> ApiResult {
    let item = &body["AttachmentItem"];
    let size = item["size"].as_u64().unwrap_or(0);
    if item["attachmentType"] != "file" || item["name"].as_str().is_none_or(str::is_empty) {
        return Err(ApiError::bad("attachmentType and name are needed."));
    }
    if size < drafts::AT_ONCE as u64 || size > FILE_MAX {
        let text = "Upload sessions are for files from 3 MB to 150 MB.";
        return Err(ApiError::new(400, "ErrorAttachmentSizeShouldNotBeLessThanMinimumSize", text));
    }
    let mut facts = hold(&graph.facts);
    if !facts.mailbox(&account.key).get(id).is_some_and(super::mailbox::Item::is_draft) {
        return Err(ApiError::not_found());
    }
    let session = format!("{}-{}", facts.name("up"), graph.network.dice.text(12));
    let upload = Upload {
        account: account.clone(),
        draft: id.to_owned(),
        item: item.clone(),
        size: usize::try_from(size).unwrap_or(0),
        bytes: Vec::new(),
    };
    facts.uploads.insert(session.clone(), upload);
    let until = crate::described::iso(crate::clock::now_ms() + 3_600_000);
    created(json!({
        "uploadUrl": format!("{}/upload/{session}", graph.root), "expirationDateTime": until,
        "nextExpectedRanges": ["0-"],
    }))
}

// `bytes 0-2097151/3483322`
fn range(text: &str) -> Option<(usize, usize, usize)> {
    let (range, size) = text.strip_prefix("bytes ")?.split_once('/')?;
    let (from, to) = range.split_once('-')?;
    Some((from.parse().ok()?, to.parse().ok()?, size.parse().ok()?))
}

/// `PUT …/upload/{session}`
pub fn put(graph: &Arc<GraphMail>, session: &str, call: &Call) -> ApiResult {
    if call.header(header::AUTHORIZATION.as_str()).is_some() {
        let text = "The address is the key; a token must not be sent.";
        return Err(ApiError::new(401, "InvalidAuthenticationToken", text));
    }
    let Some(body) = &call.body else {
        return Err(ApiError::new(413, "RequestEntityTooLarge", "A piece is below 4 MB."));
    };
    let said = call.header("content-range").and_then(range);
    let (from, to, size) = said.ok_or_else(|| ApiError::bad("Content-Range is needed."))?;
    let done = {
        let mut facts = hold(&graph.facts);
        let upload = facts.uploads.get_mut(session).ok_or_else(ApiError::not_found)?;
        if from != upload.bytes.len() || size != upload.size || to + 1 != from + body.len() {
            let text = "The range is not the one that is expected next.";
            return Err(ApiError::new(416, "ErrorInvalidRange", text));
        }
        upload.bytes.extend_from_slice(body);
        if upload.bytes.len() < upload.size {
            let next = format!("{}-{}", upload.bytes.len(), upload.size - 1);
            return Ok(Json(json!({ "nextExpectedRanges": [next] })).into_response());
        }
        facts.uploads.remove(session).ok_or_else(ApiError::not_found)?
    };
    let word = |name: &str| done.item[name].as_str().map(str::to_owned);
    let new = Attached {
        id: session.to_owned(),
        name: word("name").unwrap_or_default(),
        mime: word("contentType").unwrap_or_else(|| "application/octet-stream".to_owned()),
        inline: done.item["isInline"] == true,
        content_id: word("contentId"),
        bytes: done.bytes.into(),
    };
    drafts::uploaded(graph, &done.account, &done.draft, new)?;
    let place = format!("{}/Attachments('{session}')", graph.root);
    Ok((StatusCode::CREATED, [(header::LOCATION, place)]).into_response())
}
