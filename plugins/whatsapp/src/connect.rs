//! Does the account work, and where does WhatsApp send its events?

use crate::Number;
use graph::{CallError, each, text};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{Value, json};
use patchbay_plugin::settings::Validation;

/// The secrets without which nothing works: setting, code, what to do.
const SECRETS: [(&str, &str, &str); 3] = [
    ("access_token", "whatsapp.no-token", "Enter the access token of a system user."),
    (
        "app_secret",
        "whatsapp.no-secret",
        "Enter the app's secret: without it no event is believed.",
    ),
    (
        "verify_token",
        "whatsapp.no-verify",
        "Invent a verify token: WhatsApp shows it when it proves the address.",
    ),
];

/// "Check settings": who the number is, how it does, and which templates are approved. Nothing a
/// customer would notice.
pub fn check(number: &Number) -> Result<Validation, Failure> {
    let mut found = Validation::default();
    for (name, code, message) in SECRETS {
        if !host::secret_exists(name) {
            found.problem(name, Detail::new(code, message));
        }
    }
    for (name, value) in [("phone_number_id", &number.id), ("waba_id", &number.waba)] {
        if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = "This is a number of 15 or more digits from the API Setup page.";
            found.problem(name, Detail::new("whatsapp.no-id", message));
        }
    }
    if !found.problems.is_empty() {
        return Ok(found);
    }
    let fields =
        "display_phone_number,verified_name,quality_rating,name_status,webhook_configuration";
    let me = match number.api.get(&format!("{}?fields={fields}", number.id)) {
        Ok(me) => me,
        Err(error) => return refused(number, error, found, "phone_number_id"),
    };
    found.title = text(&me, "display_phone_number").map(str::to_owned);
    found.fact("Name", text(&me, "verified_name").unwrap_or("none yet"));
    if let Some(quality) = text(&me, "quality_rating") {
        found.fact("Quality", quality.to_lowercase());
    }
    match text(&me["webhook_configuration"], "phone_number") {
        Some(address) => found.fact("Events go to", address),
        None => found.fact("Events go to", "the address in the app's dashboard"),
    }
    let path = format!("{}/message_templates?fields=name,language,status&limit=100", number.waba);
    match number.api.get(&path) {
        Ok(answer) => found.fact("Approved templates", templates(&answer)),
        Err(error) => return refused(number, error, found, "waba_id"),
    }
    Ok(found)
}

fn templates(answer: &Value) -> String {
    let approved = each(answer, "data").filter(|one| one["status"] == "APPROVED");
    let named: Vec<String> = approved
        .filter_map(|one| Some(format!("{} ({})", text(one, "name")?, text(one, "language")?)))
        .collect();
    match named.len() {
        0 => "none".to_owned(),
        1..=12 => named.join(", "),
        more => format!("{} and {} more", named[..12].join(", "), more - 12),
    }
}

/// What can be mended by an admin is a problem with a setting; the rest is a failure.
fn refused(
    number: &Number,
    error: CallError,
    mut found: Validation,
    subject: &str,
) -> Result<Validation, Failure> {
    let (setting, detail) = match error {
        CallError::Net(
            NetError::Denied(detail)
            | NetError::Dns(detail)
            | NetError::Connect(detail)
            | NetError::Tls(detail),
        ) => ("base_url", detail),
        other => match number.api.asking(other) {
            Failure::AuthExpired(detail) => ("access_token", detail),
            // 100 with 33: there is no such thing, or the token may not see it.
            Failure::Permanent(detail) => (subject, detail),
            failure => return Err(failure),
        },
    };
    found.problem(setting, detail);
    Ok(found)
}

/// Tells WhatsApp where to send this number's events; it proves the address at once. Without a public
/// address the override is taken away.
pub fn connect(number: &Number, webhook_url: &str) -> Result<(), Failure> {
    let api = &number.api;
    let mut setting = json!({ "override_callback_uri": webhook_url });
    if !webhook_url.is_empty() {
        let path = format!("{}/subscribed_apps", number.waba);
        api.post(&path, &json!({})).map_err(|error| api.asking(error))?;
        setting["verify_token"] = json!("{credential:verify}");
    }
    let request = Request::post(api.url(&number.id))
        .json(&json!({ "webhook_configuration": setting }))
        .credential("token")
        .credential("verify");
    let done = graph::result(request).map(drop);
    done.map_err(|error| match error {
        CallError::Refused(refusal)
            if !webhook_url.is_empty() && matches!(refusal.code, 100 | 2200) =>
        {
            let message = "WhatsApp could not prove this desk's address. It must be reachable from \
                the internet by https with a certificate of a public authority.";
            let detail = Detail::new("whatsapp.callback", message).said(refusal.said);
            Failure::needs_config("", detail)
        }
        other => api.asking(other),
    })
}
