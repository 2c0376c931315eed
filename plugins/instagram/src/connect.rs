//! Does the account work, and where does Instagram send its events?

use crate::Access;
use graph::{CallError, text};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::json;
use patchbay_plugin::settings::Validation;

/// What the account tells; the app must be reviewed for them before strangers are heard.
const FIELDS: &str = "messages,messaging_postbacks,message_reactions,messaging_seen,\
    messaging_referral,messaging_optins,message_edit,standby,comments,live_comments,mentions";

const SECRETS: [(&str, &str, &str); 3] = [
    ("access_token", "instagram.no-token", "Enter the access token."),
    (
        "app_secret",
        "instagram.no-secret",
        "Enter the app's secret: without it no event is believed.",
    ),
    (
        "verify_token",
        "instagram.no-verify",
        "Invent a verify token: Instagram shows it when it proves the address.",
    ),
];

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// "Check settings": which account it is.
pub fn check(access: &Access) -> Result<Validation, Failure> {
    let mut found = Validation::default();
    for (name, code, message) in SECRETS {
        if !host::secret_exists(name) {
            found.problem(name, Detail::new(code, message));
        }
    }
    let page = &access.page;
    if !digits(&page.id) {
        let message = "This is the number of the professional account, not its name.";
        found.problem("account_id", Detail::new("instagram.no-id", message));
    }
    if !access.direct && !digits(&access.page_id) {
        let message = "With a Facebook login, the number of the linked page is needed.";
        found.problem("page_id", Detail::new("instagram.no-page", message));
    }
    if !found.problems.is_empty() {
        return Ok(found);
    }
    let me = match page.api.get(&format!("{}?fields=id,username,name", page.id)) {
        Ok(me) => me,
        Err(error) => return refused(access, error, found),
    };
    found.title = text(&me, "username").map(|name| format!("@{name}"));
    found.fact("Name", text(&me, "name").unwrap_or("none"));
    let way = if access.direct { "Instagram login" } else { "Facebook login, by the linked page" };
    found.fact("Reached by", way);
    Ok(found)
}

/// What can be mended by an admin is a problem with a setting; the rest is a failure.
fn refused(
    access: &Access,
    error: CallError,
    mut found: Validation,
) -> Result<Validation, Failure> {
    let (setting, detail) = match error {
        CallError::Net(
            NetError::Denied(detail)
            | NetError::Dns(detail)
            | NetError::Connect(detail)
            | NetError::Tls(detail),
        ) => ("base_url", detail),
        other => match access.page.api.asking(other) {
            Failure::AuthExpired(detail) => ("access_token", detail),
            Failure::Permanent(detail) => ("account_id", detail),
            failure => return Err(failure),
        },
    };
    found.problem(setting, detail);
    Ok(found)
}

/// Registers this desk as the app's webhook, where the app's id is known, and subscribes to the
/// account; without an address the subscription ends.
pub fn connect(access: &Access, webhook_url: &str) -> Result<(), Failure> {
    let api = &access.page.api;
    let node = if access.direct { &access.page.id } else { &access.page_id };
    let path = format!("{node}/subscribed_apps");
    if webhook_url.is_empty() {
        let request = Request::new("DELETE", api.url(&path)).credential("token");
        return graph::result(request).map(drop).map_err(|error| api.asking(error));
    }
    if digits(&access.app_id) && !access.direct {
        // The token of the app itself: its id and its secret.
        let body = json!({
            "object": "instagram", "callback_url": webhook_url, "fields": FIELDS,
            "verify_token": "{credential:verify}",
            "access_token": format!("{}|{{credential:app}}", access.app_id),
        });
        let request = Request::post(api.url(&format!("{}/subscriptions", access.app_id)))
            .json(&body)
            .credential("app")
            .credential("verify");
        graph::result(request).map_err(|error| match error {
            CallError::Refused(refusal) if matches!(refusal.code, 100 | 2200) => {
                let message = "Instagram could not prove this desk's address. It must be reachable \
                    from the internet by https with a certificate of a public authority.";
                let detail = Detail::new("instagram.callback", message).said(refusal.said);
                Failure::needs_config("", detail)
            }
            CallError::Refused(refusal) if refusal.code == 190 => {
                let message = "Instagram does not accept the app's id with this secret.";
                let detail = Detail::new("instagram.app", message).said(refusal.said);
                Failure::needs_config("app_secret", detail)
            }
            other => api.asking(other),
        })?;
    }
    // By way of the page any field of the page subscribes the account as well.
    let fields = if access.direct { FIELDS } else { "messages,feed" };
    let subscription = json!({ "subscribed_fields": fields });
    api.post(&path, &subscription).map(drop).map_err(|error| api.asking(error))
}
