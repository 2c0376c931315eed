//! `/channels`: making calls, and what is done with one leg.
use serde_json::Value;

use super::course::{BUSY, NO_ANSWER, NORMAL, New};
use super::model::{Channel, Side, TRUNK};
use super::number_of;
use super::rest::{ApiAnswer, ApiCall, ApiError, ApiResult};
use crate::network::Provider;
use crate::network::model::Person;

/// A call below `/channels`.
pub fn call(asked: &mut ApiCall<'_>, method: &str, path: &[&str]) -> ApiResult {
    match (method, path) {
        ("POST", []) => originate(asked, None),
        ("GET", [id]) => Ok(ApiAnswer::Json(found(asked, id)?.json())),
        ("POST", [id]) => originate(asked, Some(id)),
        ("DELETE", [id]) => {
            let cause = match asked.param("reason").or(asked.param("reason_code")) {
                None | Some("normal") => NORMAL,
                Some("busy") => BUSY,
                Some("no_answer") => NO_ANSWER,
                Some(_) => return Err(ApiError::new(400, "Invalid Reason")),
            };
            found(asked, id)?;
            asked.exchange.hang_up(id, cause);
            Ok(ApiAnswer::Nothing)
        }
        ("POST", [id, "answer"]) => {
            controlled(asked, id)?;
            asked.exchange.become_state(id, "Up");
            Ok(ApiAnswer::Nothing)
        }
        ("POST" | "DELETE", [id, "ring" | "moh" | "silence"]) => {
            controlled(asked, id)?;
            Ok(ApiAnswer::Nothing)
        }
        ("POST" | "DELETE", [id, "hold"]) => {
            up(asked, id)?.on_hold = method == "POST";
            Ok(ApiAnswer::Nothing)
        }
        ("POST" | "DELETE", [id, "mute"]) => {
            if !matches!(asked.param("direction"), None | Some("both" | "in" | "out")) {
                return Err(ApiError::new(400, "Invalid direction"));
            }
            up(asked, id)?.muted = method == "POST";
            Ok(ApiAnswer::Nothing)
        }
        ("POST", [id, "continue"]) => go_on(asked, id),
        _ => Err(ApiError::new(404, "Resource not found")),
    }
}

fn found<'a>(asked: &'a mut ApiCall<'_>, id: &str) -> Result<&'a mut Channel, ApiError> {
    let channel = asked.exchange.channels.get_mut(id);
    channel.ok_or_else(|| ApiError::new(404, "Channel not found"))
}

// What an application does with a channel needs the channel in an application.
fn controlled<'a>(asked: &'a mut ApiCall<'_>, id: &str) -> Result<&'a mut Channel, ApiError> {
    let channel = found(asked, id)?;
    match channel.held_by {
        Some(_) => Ok(channel),
        None => Err(ApiError::new(409, "Channel not in Stasis application")),
    }
}

fn up<'a>(asked: &'a mut ApiCall<'_>, id: &str) -> Result<&'a mut Channel, ApiError> {
    let channel = controlled(asked, id)?;
    match channel.state {
        "Up" => Ok(channel),
        _ => Err(ApiError::new(412, "Channel in invalid state")),
    }
}

fn go_on(asked: &mut ApiCall<'_>, id: &str) -> ApiResult {
    controlled(asked, id)?;
    let extension = asked.param("extension").map(str::to_owned);
    asked.exchange.part(id);
    asked.exchange.leave(id);
    match extension {
        Some(extension) => asked.exchange.ring(id, &[extension]),
        // Behind the application the simulated dialplan has nothing.
        None => asked.exchange.hang_up(id, NORMAL),
    }
    Ok(ApiAnswer::Nothing)
}

fn originate(asked: &mut ApiCall<'_>, id: Option<&str>) -> ApiResult {
    let endpoint = asked.needed("endpoint")?.to_owned();
    let app = asked.param("app").map(str::to_owned);
    let Some(app) = app else {
        return Err(ApiError::new(400, "Application or extension must be specified"));
    };
    let id = id.or(asked.param("channelId")).map(str::to_owned);
    if id.as_ref().is_some_and(|id| asked.exchange.channels.contains_key(id)) {
        return Err(ApiError::new(409, "Channel with given unique ID already exists"));
    }
    let args = asked.param("appArgs").unwrap_or_default();
    let args: Vec<String> = args.split(',').filter(|a| !a.is_empty()).map(str::to_owned).collect();
    let caller = asked.param("callerId").unwrap_or_default().to_owned();
    let timeout: f64 = asked.param("timeout").and_then(|text| text.parse().ok()).unwrap_or(30.0);
    if let Some(from) = asked.param("originator")
        && !asked.exchange.channels.contains_key(from)
    {
        return Err(ApiError::new(400, "Originator channel not found"));
    }
    let linked = asked.param("originator");
    let linked =
        linked.and_then(|id| asked.exchange.channels.get(id)).map(|one| one.linked.clone());
    let side = side_of(asked, &endpoint)?;
    let busy = asked.exchange.of(&side).is_some();
    let made = asked.exchange.make(New {
        id: id.as_deref(),
        side,
        state: "Down",
        caller: (&caller, ""),
        connected: "",
        exten: "",
        app: "AppDial2",
        linked: linked.as_deref(),
        pending: Some((app.clone(), args)),
    });
    if let Some(line) = asked.exchange.lines.get_mut(&app) {
        line.inside.insert(made.clone());
    }
    let shown = asked.exchange.channels.get(&made).map(Channel::json);
    if busy {
        asked.exchange.hang_up(&made, BUSY);
    } else {
        asked.exchange.become_state(&made, "Ringing");
        if timeout > 0.0 {
            asked.patience = Some((made, timeout));
        }
    }
    Ok(ApiAnswer::Json(shown.unwrap_or(Value::Null)))
}

// `PJSIP/101`, or `PJSIP/+60123456789@trunk`.
fn side_of(asked: &ApiCall<'_>, endpoint: &str) -> Result<Side, ApiError> {
    let failed = || ApiError::new(500, "Allocation failed");
    let (technology, rest) = endpoint.split_once('/').ok_or_else(failed)?;
    if technology != "PJSIP" {
        return Err(failed());
    }
    match rest.split_once('@') {
        None => {
            let known = asked.exchange.phones.iter().any(|phone| phone == rest);
            let there = known && !asked.exchange.off.contains(rest);
            if there { Ok(Side::Phone(rest.to_owned())) } else { Err(failed()) }
        }
        Some((number, TRUNK)) => {
            let user = customer(asked, number).ok_or_else(failed)?;
            Ok(Side::Customer(user))
        }
        Some(_) => Err(failed()),
    }
}

// Whose number it is, with or without the country code.
fn customer(asked: &ApiCall<'_>, number: &str) -> Option<i64> {
    let state = asked.asterisk.network().state();
    let wanted = number.trim_start_matches(['+', '0']);
    let is = |person: &&Person| {
        let own = number_of(person);
        let own = own.trim_start_matches(['+', '0']);
        wanted.len() >= 5 && (own.ends_with(wanted) || wanted.ends_with(own))
    };
    state.people.values().find(is).map(|person| person.id)
}
