//! Does the account work, and where does LINE send its events?

use crate::Settings;
use crate::api::{Api, CallError};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};
use patchbay_plugin::settings::Validation;

/// LINE's longest webhook address.
const URL_MAX: usize = 500;

/// "Check settings": who the account is, its webhook and what is left of this month's messages.
/// Nothing a customer would notice.
pub fn check(settings: &Settings) -> Result<Validation, Failure> {
    let mut found = Validation::default();
    for (name, code, text) in [
        ("channel_access_token", "line.no-token", "Enter the channel access token."),
        ("channel_secret", "line.no-secret", "Enter the channel secret."),
    ] {
        if !host::secret_exists(name) {
            found.problem(name, Detail::new(code, text));
        }
    }
    if !found.problems.is_empty() {
        return Ok(found);
    }
    let api = settings.api();
    let bot = match api.get("/v2/bot/info") {
        Ok(bot) => bot,
        Err(error) => return refused(error, found),
    };
    found.title = bot["basicId"].as_str().map(str::to_owned);
    found.fact("Account", bot["displayName"].as_str().unwrap_or(""));
    let chats = bot["chatMode"] == "chat";
    found.fact("Answers", if chats { "chat is on in LINE's own manager" } else { "this desk" });
    found.fact(
        "Read marks",
        if bot["markAsReadMode"] == "manual" { "set by this desk" } else { "set by LINE" },
    );
    match api.get("/v2/bot/channel/webhook/endpoint") {
        Ok(hook) => {
            found.fact("Webhook", hook["endpoint"].as_str().unwrap_or("none"));
            let on = hook["active"] == true;
            found.fact("Use webhook", if on { "on" } else { "off: turn it on in the console" });
        }
        // A channel that never had one.
        Err(CallError::Refused(refusal)) if refusal.status == 404 => found.fact("Webhook", "none"),
        Err(error) => return Err(error.while_asking()),
    }
    found.fact("Messages this month", quota(&api)?);
    Ok(found)
}

fn quota(api: &Api) -> Result<String, Failure> {
    let ask = |path| api.get(path).map_err(CallError::while_asking);
    let quota: Value = ask("/v2/bot/message/quota")?;
    let used = ask("/v2/bot/message/quota/consumption")?["totalUsage"].as_u64().unwrap_or(0);
    Ok(match quota["value"].as_u64() {
        Some(most) if quota["type"] == "limited" => format!("{used} of {most}"),
        _ => format!("{used}, without a limit"),
    })
}

/// What can be mended by an admin is a problem with a setting; the rest is a failure.
fn refused(error: CallError, mut found: Validation) -> Result<Validation, Failure> {
    let (setting, detail) = match error {
        CallError::Net(NetError::Denied(detail)) if detail.code == "http.credential.missing" => {
            ("channel_access_token", detail)
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
                "line.strange",
                format!("This is not LINE: the address answered with status {status}."),
            )
            .said(said),
        ),
        other => match other.while_asking() {
            Failure::AuthExpired(detail) => ("channel_access_token", detail),
            failure => return Err(failure),
        },
    };
    found.problem(setting, detail);
    Ok(found)
}

/// Tells LINE where to send events. LINE cannot be told to stop; without an address it keeps the
/// one it has.
pub fn connect(api: &Api, webhook_url: &str) -> Result<(), Failure> {
    if webhook_url.is_empty() {
        return Ok(());
    }
    if webhook_url.len() > URL_MAX {
        let message = format!("LINE takes webhook addresses up to {URL_MAX} characters.");
        return Err(Failure::needs_config("", Detail::new("line.webhook", message)));
    }
    let told = api.put("/v2/bot/channel/webhook/endpoint", &json!({"endpoint": webhook_url}));
    told.map(drop).map_err(|error| match error {
        CallError::Refused(refusal) if refusal.status == 400 => {
            let message = "LINE does not accept this desk's public address for a webhook: it must \
                 be an https address with a valid certificate.";
            let detail = Detail::new("line.400.webhook", message).said(refusal.said);
            Failure::needs_config("", detail)
        }
        other => other.while_asking(),
    })
}
