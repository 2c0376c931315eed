//! Files: handed in with their limits, and given out at addresses that live for five minutes.
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::no::{ApiError, ApiResult};
use super::{Brand, Graph};
use crate::clock;
use crate::described::request::Incoming;
use crate::network::intake::keep;
use crate::network::model::{Account, File};
use crate::network::{NewFile, Provider, hold};

/// How long an address of a file lives.
const LINK_MS: i64 = 300_000;

/// An address of a file.
#[derive(Debug, Clone)]
pub struct Link {
    account: String,
    file: String,
    until_ms: i64,
}

const MB: usize = 1 << 20;
/// What WhatsApp takes: the beginning of the type, and bytes.
const TAKES: [(&str, usize); 18] = [
    ("image/jpeg", 5 * MB),
    ("image/png", 5 * MB),
    ("image/webp", 500 << 10),
    ("video/mp4", 16 * MB),
    ("video/3gpp", 16 * MB),
    ("audio/aac", 16 * MB),
    ("audio/amr", 16 * MB),
    ("audio/mpeg", 16 * MB),
    ("audio/mp4", 16 * MB),
    ("audio/ogg", 16 * MB),
    ("text/plain", 100 * MB),
    ("application/pdf", 100 * MB),
    ("application/msword", 100 * MB),
    ("application/vnd.ms-excel", 100 * MB),
    ("application/vnd.ms-powerpoint", 100 * MB),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", 100 * MB),
    ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", 100 * MB),
    ("application/vnd.openxmlformats-officedocument.presentationml.presentation", 100 * MB),
];

/// `POST /{number}/media`
pub fn hand_in(graph: &Graph, account: &Account, incoming: &Incoming) -> ApiResult {
    let field = |name: &str| incoming.body[name].as_str().unwrap_or_default().to_owned();
    if field("messaging_product") != "whatsapp" {
        return Err(ApiError::parameter("The parameter messaging_product is required."));
    }
    let upload = incoming.files.get("file");
    let upload = upload.ok_or_else(|| ApiError::parameter("The parameter file is required."))?;
    let said = upload.mime.clone().unwrap_or_else(|| field("type"));
    let mime = said.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let refused =
        |details: String| ApiError::new(400, 131_053, "Media upload error").because(details);
    let taken = TAKES.iter().find(|(one, _)| *one == mime);
    let (_, most) = taken.ok_or_else(|| {
        refused(format!(
            "Param file must be a file with one of the supported types. Received {mime}"
        ))
    })?;
    if upload.bytes.len() > *most || upload.bytes.is_empty() {
        return Err(refused(format!(
            "The file has {} bytes; at most {most} are taken.",
            upload.bytes.len()
        )));
    }
    let new = NewFile {
        name: upload.name.clone().unwrap_or_else(|| "file".to_owned()),
        mime,
        bytes: upload.bytes.clone(),
    };
    let file = keep(graph, &mut graph.network().state(), &account.key, new);
    Ok(json!({ "id": file.id }))
}

/// `GET /{media}`: where the bytes are for the next minutes.
pub fn look_up(graph: &Graph, account: &Account, id: &str, number: Option<&String>) -> ApiResult {
    if number.is_some_and(|number| *number != account.key) {
        return Err(ApiError::parameter("Param phone_number_id does not match"));
    }
    let file = of(graph, account, id).ok_or_else(|| ApiError::node(id))?;
    Ok(json!({
        "messaging_product": "whatsapp", "url": address(graph, account, &file), "id": id,
        "mime_type": file.mime, "sha256": sha256(&file), "file_size": file.bytes.len(),
    }))
}

/// `DELETE /{media}`
pub fn forget(graph: &Graph, account: &Account, id: &str) -> ApiResult {
    let key = (account.key.clone(), id.to_owned());
    let gone = graph.network().state().files.remove(&key);
    gone.map(|_| json!({ "success": true })).ok_or_else(|| ApiError::node(id))
}

/// A file of the account.
pub fn of(graph: &Graph, account: &Account, id: &str) -> Option<File> {
    graph.network().state().files.get(&(account.key.clone(), id.to_owned())).cloned()
}

/// A fresh address of a file.
pub fn address(graph: &Graph, account: &Account, file: &File) -> String {
    let name = graph.network().dice.text(16);
    let link = Link {
        account: account.key.clone(),
        file: file.id.clone(),
        until_ms: clock::now_ms() + LINK_MS,
    };
    hold(&graph.links).insert(name.clone(), link);
    format!("{}/files/{name}", graph.base)
}

/// The bytes behind an address. WhatsApp wants the token, the others' addresses are signed.
pub fn give(graph: &Graph, name: &str, token: &str) -> Response {
    let link = hold(&graph.links).get(name).cloned();
    let found = link.filter(|link| link.until_ms > clock::now_ms()).and_then(|link| {
        let state = graph.network().state();
        let account = state.accounts.get(&link.account)?;
        let allowed = graph.brand != Brand::WhatsApp || account.token == token;
        allowed.then(|| state.files.get(&(link.account.clone(), link.file)).cloned())?
    });
    match found {
        Some(file) => ([(header::CONTENT_TYPE, file.mime)], file.bytes).into_response(),
        None => ApiError::new(404, 131_052, "Media download error").into_response(),
    }
}

/// The digest that a webhook tells of a file.
pub fn sha256(file: &File) -> Value {
    use base64::Engine;
    use sha2::{Digest, Sha256};
    json!(base64::engine::general_purpose::STANDARD.encode(Sha256::digest(&file.bytes)))
}
