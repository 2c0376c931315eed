//! `/bridges` and `/recordings`.
use serde_json::json;

use super::course::NORMAL;
use super::rest::{ApiAnswer, ApiCall, ApiError, ApiResult};

/// A call below `/bridges`.
pub fn call(asked: &mut ApiCall<'_>, method: &str, path: &[&str]) -> ApiResult {
    match (method, path) {
        ("POST", []) => {
            let id = asked.param("bridgeId").map(str::to_owned);
            let id = id.unwrap_or_else(|| format!("bridge-{}", asked.exchange.next()));
            make(asked, &id)
        }
        ("POST", [id]) => make(asked, id),
        (_, [id, ..]) if !asked.exchange.bridges.contains_key(*id) => {
            Err(ApiError::new(404, "Bridge not found"))
        }
        ("GET", [id]) => Ok(ApiAnswer::Json(asked.exchange.bridge(id))),
        ("DELETE", [id]) => {
            asked.exchange.finish_recordings(&format!("bridge:{id}"));
            let legs = asked.exchange.bridges.get(*id).map(|one| one.legs.clone());
            for leg in legs.unwrap_or_default() {
                asked.exchange.part(&leg);
            }
            asked.exchange.bridges.remove(*id);
            Ok(ApiAnswer::Nothing)
        }
        ("POST", [id, "addChannel"]) => add(asked, id),
        ("POST", [id, "removeChannel"]) => {
            let legs = asked.needed("channel")?.to_owned();
            for leg in legs.split(',') {
                if asked.exchange.bridge_of(leg).as_deref() != Some(*id) {
                    return Err(ApiError::new(422, "Channel not in this bridge"));
                }
                asked.exchange.part(leg);
            }
            Ok(ApiAnswer::Nothing)
        }
        ("POST", [id, "record"]) => record(asked, id),
        _ => Err(ApiError::new(404, "Resource not found")),
    }
}

fn make(asked: &mut ApiCall<'_>, id: &str) -> ApiResult {
    if !matches!(asked.param("type"), None | Some("mixing")) {
        return Err(ApiError::new(400, "This exchange plays mixing bridges only"));
    }
    asked.exchange.bridges.entry(id.to_owned()).or_default();
    Ok(ApiAnswer::Json(asked.exchange.bridge(id)))
}

fn add(asked: &mut ApiCall<'_>, id: &str) -> ApiResult {
    let legs = asked.needed("channel")?.to_owned();
    for leg in legs.split(',') {
        let channel = asked.exchange.channels.get(leg);
        let channel = channel.ok_or_else(|| ApiError::new(400, "Channel not found"))?;
        if channel.held_by.is_none() {
            return Err(ApiError::new(422, "Channel not in Stasis application"));
        }
    }
    for leg in legs.split(',') {
        asked.exchange.part(leg);
        asked.exchange.join(id, leg);
    }
    Ok(ApiAnswer::Nothing)
}

fn record(asked: &mut ApiCall<'_>, id: &str) -> ApiResult {
    let name = asked.needed("name")?.to_owned();
    if !matches!(asked.needed("format")?, "wav" | "ulaw" | "alaw") {
        return Err(ApiError::new(422, "Unknown format"));
    }
    let target = format!("bridge:{id}");
    if asked.exchange.live.contains_key(&name) {
        return Err(ApiError::new(409, "Recording with the same name already in progress"));
    }
    if asked.exchange.live.values().any(|live| live.target == target) {
        return Err(ApiError::new(409, "Bridge currently recording"));
    }
    if asked.exchange.stored.contains_key(&name) && asked.param("ifExists") != Some("overwrite") {
        return Err(ApiError::new(409, "Recording with the same name already exists"));
    }
    asked.exchange.start_recording(&name, target.clone());
    Ok(ApiAnswer::Made(
        json!({ "name": name, "format": "wav", "state": "queued", "target_uri": target }),
    ))
}

/// A call below `/recordings`. Names may hold slashes.
pub fn recordings(asked: &mut ApiCall<'_>, method: &str, path: &[&str]) -> ApiResult {
    let gone = || ApiError::new(404, "Recording not found");
    match (method, path) {
        ("GET", ["stored"]) => {
            let all = asked.exchange.stored.keys();
            Ok(ApiAnswer::Json(all.map(|name| json!({ "name": name, "format": "wav" })).collect()))
        }
        ("GET", ["stored", name @ .., "file"]) => {
            let found = asked.exchange.stored.get(&name.join("/")).cloned();
            found.map(ApiAnswer::File).ok_or_else(gone)
        }
        ("DELETE", ["stored", name @ ..]) => {
            let found = asked.exchange.stored.remove(&name.join("/"));
            found.map(|_| ApiAnswer::Nothing).ok_or_else(gone)
        }
        ("POST", ["live", name @ .., "stop"]) => {
            let stopped = asked.exchange.stop_recording(&name.join("/"));
            if stopped { Ok(ApiAnswer::Nothing) } else { Err(gone()) }
        }
        ("DELETE", ["live", name @ ..]) => {
            let found = asked.exchange.live.remove(&name.join("/"));
            found.map(|_| ApiAnswer::Nothing).ok_or_else(gone)
        }
        _ => Err(ApiError::new(404, "Resource not found")),
    }
}

/// Everything ends, as when the exchange is restarted.
pub fn restart(exchange: &mut super::model::Exchange) {
    let ids: Vec<String> = exchange.channels.keys().cloned().collect();
    for id in ids {
        exchange.end(&id, NORMAL);
    }
    exchange.bridges.clear();
}
