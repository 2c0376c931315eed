//! Does the page work, and where does Facebook send its events?

use graph::messenger::Page;
use graph::{CallError, each, text};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};
use patchbay_plugin::settings::Validation;

/// What the page tells; the app must be reviewed for them before strangers are heard.
const FIELDS: &str = "messages,messaging_postbacks,message_deliveries,message_reads,message_reactions,\
    message_edits,message_echoes,messaging_referrals,messaging_optins,messaging_policy_enforcement,standby,feed,mention,\
    ratings";

const SECRETS: [(&str, &str, &str); 3] = [
    ("page_access_token", "facebook.no-token", "Enter the page's access token."),
    (
        "app_secret",
        "facebook.no-secret",
        "Enter the app's secret: without it no event is believed.",
    ),
    (
        "verify_token",
        "facebook.no-verify",
        "Invent a verify token: Facebook shows it when it proves the address.",
    ),
];

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// "Check settings": which page it is, and what it tells this app.
pub fn check(page: &Page, app: &str) -> Result<Validation, Failure> {
    let mut found = Validation::default();
    for (name, code, message) in SECRETS {
        if !host::secret_exists(name) {
            found.problem(name, Detail::new(code, message));
        }
    }
    if !digits(&page.id) {
        let message = "This is the number of the page, found under About, Page transparency.";
        found.problem("page_id", Detail::new("facebook.no-id", message));
    }
    if !app.is_empty() && !digits(app) {
        let message = "This is the number at the top of the app's dashboard.";
        found.problem("app_id", Detail::new("facebook.no-app", message));
    }
    if !found.problems.is_empty() {
        return Ok(found);
    }
    let me = match page.api.get(&format!("{}?fields=id,name", page.id)) {
        Ok(me) => me,
        Err(error) => return refused(page, error, found),
    };
    found.title = text(&me, "name").map(str::to_owned);
    match page.api.get(&format!("{}/subscribed_apps", page.id)) {
        Ok(answer) => found.fact("The page tells this app", subscribed(&answer)),
        Err(error) => return refused(page, error, found),
    }
    Ok(found)
}

fn subscribed(answer: &Value) -> String {
    let fields: Vec<&str> = each(answer, "data")
        .flat_map(|app| each(app, "subscribed_fields"))
        .filter_map(Value::as_str)
        .collect();
    if fields.is_empty() { "nothing yet; save the channel".to_owned() } else { fields.join(", ") }
}

/// What can be mended by an admin is a problem with a setting; the rest is a failure.
fn refused(page: &Page, error: CallError, mut found: Validation) -> Result<Validation, Failure> {
    let (setting, detail) = match error {
        CallError::Net(
            NetError::Denied(detail)
            | NetError::Dns(detail)
            | NetError::Connect(detail)
            | NetError::Tls(detail),
        ) => ("base_url", detail),
        other => match page.api.asking(other) {
            Failure::AuthExpired(detail) => ("page_access_token", detail),
            Failure::Permanent(detail) => ("page_id", detail),
            failure => return Err(failure),
        },
    };
    found.problem(setting, detail);
    Ok(found)
}

/// Registers this desk as the app's webhook, where the app's id is known, and installs the app on the
/// page; without an address the app is taken from the page.
pub fn connect(page: &Page, app: &str, webhook_url: &str) -> Result<(), Failure> {
    let api = &page.api;
    let path = format!("{}/subscribed_apps", page.id);
    if webhook_url.is_empty() {
        let request = Request::new("DELETE", api.url(&path)).credential("token");
        return graph::result(request).map(drop).map_err(|error| api.asking(error));
    }
    if digits(app) {
        // The token of the app itself: its id and its secret.
        let body = json!({
            "object": "page", "callback_url": webhook_url, "fields": FIELDS,
            "verify_token": "{credential:verify}",
            "access_token": format!("{app}|{{credential:app}}"),
        });
        let request = Request::post(api.url(&format!("{app}/subscriptions")))
            .json(&body)
            .credential("app")
            .credential("verify");
        graph::result(request).map_err(|error| match error {
            CallError::Refused(refusal) if matches!(refusal.code, 100 | 2200) => {
                let message = "Facebook could not prove this desk's address. It must be reachable \
                    from the internet by https with a certificate of a public authority.";
                let detail = Detail::new("facebook.callback", message).said(refusal.said);
                Failure::needs_config("", detail)
            }
            CallError::Refused(refusal) if refusal.code == 190 => {
                let message = "Facebook does not accept the app's id with this secret.";
                Failure::needs_config(
                    "app_secret",
                    Detail::new("facebook.app", message).said(refusal.said),
                )
            }
            other => api.asking(other),
        })?;
    }
    let subscription = json!({ "subscribed_fields": FIELDS });
    api.post(&path, &subscription).map(drop).map_err(|error| api.asking(error))
}
