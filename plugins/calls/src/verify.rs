//! "Check settings": does the exchange let us in, and does it tell us what happens?

use crate::api::{self, CallError};
use crate::settings::Settings;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;
use patchbay_plugin::settings::Validation;

/// Looks without changing anything.
pub fn check(settings: &Settings) -> Result<Validation, Failure> {
    let api = settings.api();
    let mut found = Validation::default();
    let info = match api.get("/asterisk/info") {
        Ok(info) => info,
        Err(error) => return refused(error, found),
    };
    let version = info["system"]["version"].as_str().unwrap_or("of an unknown version");
    found.title = Some(format!("Asterisk {version}"));
    let channels = api.get("/channels")?;
    found.fact("Channels in use", channels.as_array().map_or(0, Vec::len));
    let path = format!("/applications/{}", api::part(settings.app()));
    match api.get(&path) {
        Ok(application) => {
            let name = application["name"].as_str().unwrap_or_default();
            found.fact("Connected as", name);
        }
        // It exists while a connection is there.
        Err(CallError::Refused(refusal)) if refusal.status == 404 => {
            found.fact("Connected as", "not connected yet; save, and look again");
        }
        Err(error) => return Err(error.into()),
    }
    trunks(settings, &api.get("/endpoints")?, &mut found);
    Ok(found)
}

/// A trunk that the exchange does not know is a misspelling.
fn trunks(settings: &Settings, endpoints: &Value, found: &mut Validation) {
    let names: Vec<&str> =
        endpoints.as_array().into_iter().flatten().filter_map(|e| e["resource"].as_str()).collect();
    if names.is_empty() || names.iter().any(|name| settings.is_trunk(name)) {
        return;
    }
    let some: Vec<&str> = names.iter().take(20).copied().collect();
    let text = format!("The exchange knows none of these; it knows {}.", some.join(", "));
    found.problem("trunks", Detail::new("calls.trunk", text));
}

/// What can be mended by an admin is a problem with a setting; the rest is a failure.
fn refused(error: CallError, mut found: Validation) -> Result<Validation, Failure> {
    let (setting, detail) = match error {
        CallError::Net(NetError::Denied(detail)) if detail.code == "http.credential.missing" => {
            ("login", detail)
        }
        CallError::Net(
            NetError::Denied(detail)
            | NetError::Dns(detail)
            | NetError::Connect(detail)
            | NetError::Tls(detail),
        ) => ("ari_url", detail),
        CallError::Strange(status, said) => ("ari_url", api::strange(status, said)),
        CallError::Refused(refusal) if refusal.status == 404 => {
            let text = "There is no REST interface here: the address ends in /ari.";
            ("ari_url", Detail::new("calls.404", text).said(refusal.said))
        }
        other => match Failure::from(other) {
            Failure::AuthExpired(detail) => ("login", detail),
            failure => return Err(failure),
        },
    };
    found.problem(setting, detail);
    Ok(found)
}
