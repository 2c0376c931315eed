//! "Check settings": is there a server, does it take the key, and what can it do?

use crate::{
    ID, Settings,
    server::{Server, key_missing},
};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};
use settings::Validation;

pub fn check(settings: &Settings) -> Result<Validation, Failure> {
    let server = Server::new(&settings.server_url);
    let mut found = Validation { title: Some("LibreTranslate".to_owned()), ..Default::default() };
    let Some(told) = ask(&server, "/frontend/settings", &mut found)? else { return Ok(found) };
    if !told["charLimit"].is_i64() && !told["keyRequired"].is_boolean() {
        problem(&mut found, "server_url", not_here());
        return Ok(found);
    }
    if let Some(limit) = told["charLimit"].as_u64() {
        fact(&mut found, "Characters in one request", limit.to_string());
        if (limit as usize) < settings.request_chars {
            let text = format!("This server takes {limit} characters at most. Enter no more.");
            problem(&mut found, "request_chars", Detail::new(format!("{ID}.chars"), text));
        }
    }
    if told["keyRequired"] == true && !Server::has_key() {
        problem(&mut found, "api_key", key_missing());
    }
    let Some(languages) = ask(&server, "/languages", &mut found)? else { return Ok(found) };
    let codes: Vec<&str> =
        languages.as_array().into_iter().flatten().filter_map(|one| one["code"].as_str()).collect();
    if codes.is_empty() {
        let text = "This server has no languages installed yet.";
        problem(&mut found, "server_url", Detail::new(format!("{ID}.languages"), text));
        return Ok(found);
    }
    fact(&mut found, "Languages", codes.len().to_string());
    let chinese: Vec<&str> =
        codes.iter().copied().filter(|code| code.starts_with("zh") || *code == "zt").collect();
    if !chinese.is_empty() {
        fact(&mut found, "Chinese as", chinese.join(", "));
    }
    if Server::has_key() {
        key(&server, &mut found)?;
    }
    Ok(found)
}

/// Only a request that needs the key shows whether it is good; finding a language costs the least.
fn key(server: &Server, found: &mut Validation) -> Result<(), Failure> {
    let answer = server.post("/detect", &json!({ "q": "Hello" }))?;
    if answer.ok() {
        return Ok(());
    }
    match server.refusal(answer) {
        Failure::AuthExpired(detail) | Failure::Permanent(detail) => {
            problem(found, "api_key", detail);
            Ok(())
        }
        Failure::NeedsConfig(problems) => {
            found.problems.extend(problems);
            Ok(())
        }
        other => Err(other),
    }
}

/// None after a problem with the address.
fn ask(server: &Server, path: &str, found: &mut Validation) -> Result<Option<Value>, Failure> {
    let answer = match server.get(path) {
        Ok(answer) => answer,
        Err(NetError::Denied(detail) | NetError::Dns(detail)) => {
            problem(found, "server_url", detail);
            return Ok(None);
        }
        Err(other) => return Err(other.into()),
    };
    let wrong = match answer.status() {
        200..300 => match answer.json() {
            Ok(told) => return Ok(Some(told)),
            Err(_) => not_here(),
        },
        404 | 405 => not_here(),
        // The server itself asks nobody for a key here: a gateway before it does.
        401 | 403 => {
            let text = "This server, or a gateway before it, does not let the desk in.";
            Detail::new(format!("{ID}.{}", answer.status()), text)
        }
        _ => match server.refusal(answer) {
            Failure::Permanent(detail) => detail,
            other => return Err(other),
        },
    };
    problem(found, "server_url", wrong);
    Ok(None)
}

fn not_here() -> Detail {
    let text =
        "No LibreTranslate server answers at this address. Enter it as its own page shows it.";
    Detail::new(format!("{ID}.no-server"), text)
}

fn problem(found: &mut Validation, setting: &str, detail: Detail) {
    found.problems.push((setting.to_owned(), detail));
}

fn fact(found: &mut Validation, label: &str, value: String) {
    found.facts.push((label.to_owned(), value));
}
