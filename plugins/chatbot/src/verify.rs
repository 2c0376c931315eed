//! Does the account work: can the rules be read, and does the page take what the desk posts?

use crate::site::{CallError, SECRET};
use crate::{Settings, bot};
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::json;
use patchbay_plugin::settings::Validation;

/// Mistakes that are named at once; the rest follow when these are mended.
const NAMED: usize = 5;

/// "Check settings". The page is asked by a `check`, which customers do not see.
pub fn check(settings: &Settings) -> Result<Validation, Failure> {
    let mut found = Validation::default();
    let ((rules, wrong_rules), (entries, wrong_entries)) = bot::review(settings);
    for (setting, faults) in [("rules", wrong_rules), ("knowledge", wrong_entries)] {
        if !faults.is_empty() {
            let lines: Vec<String> =
                faults.iter().take(NAMED).map(|fault| fault.sentence()).collect();
            let code = format!("chatbot.{setting}");
            found.problem(setting, Detail::new(code, lines.join("; ") + "."));
        }
    }
    let site = settings.site();
    if !site.base().starts_with("https://") && !site.base().starts_with("http://") {
        found.problem(
            "callback_url",
            Detail::new("chatbot.callback", "Enter an address that begins with https://."),
        );
    }
    if !host::secret_exists(SECRET) {
        found.problem(
            SECRET,
            Detail::new("chatbot.no-secret", "Enter a secret that your page's server knows, too."),
        );
    }
    found.title = Some(settings.bot_name.trim().to_owned());
    found.fact("Rules", rules);
    found.fact("Questions with an answer", entries);
    if !found.problems.is_empty() {
        return Ok(found);
    }
    match site.post("check", json!({})) {
        Ok(answer) => {
            let name = answer["name"].as_str().filter(|name| !name.is_empty());
            found.fact("Your page", name.unwrap_or("answers"));
            Ok(found)
        }
        Err(error) => refused(error, found),
    }
}

/// What can be mended by an admin is a problem with a setting; the rest is a failure.
fn refused(error: CallError, mut found: Validation) -> Result<Validation, Failure> {
    let (setting, detail) = match error {
        CallError::Net(NetError::Denied(detail)) if detail.code == "http.credential.missing" => {
            ("callback_token", detail)
        }
        CallError::Net(
            NetError::Denied(detail)
            | NetError::Dns(detail)
            | NetError::Connect(detail)
            | NetError::Tls(detail),
        ) => ("callback_url", detail),
        CallError::Refused {
            status: status @ (400 | 402 | 404..=407 | 409..=424 | 426..=428),
            said,
            ..
        } => (
            "callback_url",
            Detail::new(
                format!("chatbot.{status}"),
                format!("Nothing takes a check at this address: it answered with status {status}."),
            )
            .said(said),
        ),
        CallError::Refused { status: status @ (401 | 403), said, .. } => (
            SECRET,
            Detail::new(
                format!("chatbot.{status}"),
                "Your page refuses the signature or the token. Check that both are the same there.",
            )
            .said(said),
        ),
        other => return Err(other.failure()),
    };
    found.problem(setting, detail);
    Ok(found)
}
