//! Does the account work, and where does the provider call?

use crate::Settings;
use crate::api::{CallError, Form};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;
use patchbay_plugin::settings::Validation;

/// "Check settings": whose account this is, whether it may send, and where its number calls.
pub fn check(settings: &Settings) -> Result<Validation, Failure> {
    let mut found = Validation::default();
    if !settings.account_sid.trim().starts_with("AC") {
        found.problem(
            "account_sid",
            Detail::new("sms.sid", "An Account SID begins with AC and has 34 characters."),
        );
    }
    if !host::secret_exists("basic_key") {
        found.problem("basic_key", Detail::new("sms.no-key", "Enter the API key."));
    }
    if !found.problems.is_empty() {
        return Ok(found);
    }
    let account = match settings.api().get(".json") {
        Ok(account) => account,
        Err(error) => return refused(error, found),
    };
    found.title = Some(settings.sender.trim().to_owned());
    found.fact("Account", account["friendly_name"].as_str().unwrap_or(""));
    found.fact("State", account["status"].as_str().unwrap_or(""));
    if account["type"] == "Trial" {
        found.fact("Kind", "trial: only numbers verified in the Twilio Console can be written to");
    }
    match number(settings)? {
        Some(number) => {
            let to = number["sms_url"].as_str().unwrap_or("");
            let to = to.split('?').next().unwrap_or("");
            found.fact("Messages go to", if to.is_empty() { "nowhere" } else { to });
        }
        None if settings.sender.trim().starts_with('+') => found.problem(
            "sender",
            Detail::new("sms.sender", "This number is not one of the account's."),
        ),
        None => found.fact("Messages go to", "what is set for the sender in the Twilio Console"),
    }
    Ok(found)
}

/// The number that the sender is, if it is one.
fn number(settings: &Settings) -> Result<Option<Value>, Failure> {
    let sender = settings.sender.trim();
    if !sender.starts_with('+') {
        return Ok(None);
    }
    let mut query = Form::default();
    query.put("PhoneNumber", sender);
    let list = settings.api().get(&format!("/IncomingPhoneNumbers.json?{}", query.done()));
    let list = list.map_err(|error| error.while_asking())?;
    Ok(list["incoming_phone_numbers"].as_array().and_then(|list| list.first()).cloned())
}

/// What can be mended by an admin is a problem with a setting; the rest is a failure.
fn refused(error: CallError, mut found: Validation) -> Result<Validation, Failure> {
    let (setting, detail) = match error {
        CallError::Net(NetError::Denied(detail)) if detail.code == "http.credential.missing" => {
            ("basic_key", detail)
        }
        CallError::Net(
            NetError::Denied(detail)
            | NetError::Dns(detail)
            | NetError::Connect(detail)
            | NetError::Tls(detail),
        ) => ("api_base", detail),
        CallError::Strange(status, said) => (
            "api_base",
            Detail::new(
                "sms.strange",
                format!("This is not Twilio: the address answered with status {status}."),
            )
            .said(said),
        ),
        other => match other.while_asking() {
            Failure::AuthExpired(detail) => ("basic_key", detail),
            Failure::Permanent(detail) => ("account_sid", detail),
            failure => return Err(failure),
        },
    };
    found.problem(setting, detail);
    Ok(found)
}

/// Tells the number where to call. A Messaging Service and a sender name are set in the console.
pub fn connect(settings: &Settings, webhook_url: &str) -> Result<(), Failure> {
    if webhook_url.is_empty() {
        return Ok(());
    }
    let Some(sid) = number(settings)?.and_then(|number| Some(number["sid"].as_str()?.to_owned()))
    else {
        return Ok(());
    };
    let mut form = Form::default();
    form.put("SmsMethod", "POST");
    form.put_with_key("SmsUrl", webhook_url);
    let path = format!("/IncomingPhoneNumbers/{sid}.json");
    settings.api().post(&path, form.done(), true).map(drop).map_err(|error| match error {
        CallError::Refused(refusal) if refusal.status == 400 => {
            let message = "Twilio does not accept this desk's public address for a webhook.";
            Failure::needs_config("", Detail::new("sms.webhook", message).said(refusal.said))
        }
        other => other.while_asking(),
    })
}
