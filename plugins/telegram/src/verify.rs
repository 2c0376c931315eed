//! Does the account work, and where does Telegram send its updates?

use crate::api::{Api, CallError};
use crate::pull::KINDS;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::json;
use patchbay_plugin::settings::Validation;

/// "Check settings": who the bot is and how its webhook does. Nothing a customer would notice.
pub fn check(api: &Api) -> Result<Validation, Failure> {
    let mut found = Validation::default();
    if !host::secret_exists("bot_token") {
        found.problem(
            "bot_token",
            Detail::new("telegram.no-token", "Enter the token that @BotFather gave you."),
        );
        return Ok(found);
    }
    let me = match api.call("getMe", &json!({})) {
        Ok(me) => me,
        Err(error) => return refused(error, found),
    };
    if let Some(name) = me["username"].as_str() {
        found.title = Some(format!("@{name}"));
    }
    found.fact("Bot", me["first_name"].as_str().unwrap_or(""));
    let sees_all = me["can_read_all_group_messages"] == true;
    found.fact(
        "In groups",
        if sees_all { "sees all messages" } else { "sees commands and replies" },
    );
    let hook = api.call("getWebhookInfo", &json!({})).map_err(|error| error.while_asking())?;
    let by_webhook = hook["url"].as_str().is_some_and(|url| !url.is_empty());
    found.fact("Updates come by", if by_webhook { "webhook" } else { "polling" });
    found.fact("Updates waiting", hook["pending_update_count"].as_u64().unwrap_or(0));
    if let Some(error) = hook["last_error_message"].as_str() {
        found.fact("Last webhook error", error);
    }
    Ok(found)
}

/// What can be mended by an admin is a problem with a setting; the rest is a failure.
fn refused(error: CallError, mut found: Validation) -> Result<Validation, Failure> {
    let (setting, detail) = match error {
        CallError::Net(NetError::Denied(detail)) if detail.code == "http.credential.missing" => {
            ("bot_token", detail)
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
                "telegram.strange",
                format!("There is no Bot API at this address: it answered with status {status}."),
            )
            .said(said),
        ),
        other => match other.while_asking() {
            Failure::AuthExpired(detail) => ("bot_token", detail),
            failure => return Err(failure),
        },
    };
    found.problem(setting, detail);
    Ok(found)
}

/// Tells Telegram where to send updates, or that we come for them.
pub fn connect(api: &Api, webhook_url: &str) -> Result<(), Failure> {
    let called = if webhook_url.is_empty() {
        api.call("deleteWebhook", &json!({"drop_pending_updates": false}))
    } else {
        let parameters = json!({
            "url": webhook_url,
            "secret_token": "{credential:webhook}",
            "allowed_updates": KINDS,
            "drop_pending_updates": false,
        });
        crate::api::result(api.method("setWebhook").json(&parameters).credential("webhook"))
    };
    // Registering twice does no harm, so whatever may pass is simply tried again.
    called.map(drop).map_err(|error| match error {
        CallError::Refused(refusal) if refusal.status == 400 => {
            let message = "Telegram does not accept this desk's public address for a webhook: it \
                 must be an https address on port 443, 80, 88 or 8443.";
            let detail = Detail::new("telegram.400.webhook", message).said(refusal.said);
            Failure::needs_config("", detail)
        }
        other => other.while_asking(),
    })
}
