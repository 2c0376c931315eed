//! Does the account work, and does Graph tell us of mail?

use crate::api::{Api, CallError, word};
use crate::date;
use crate::settings::Settings;
use crate::subscription::{self, SubscriptionState};
use patchbay_plugin::http::encode;
use patchbay_plugin::prelude::*;
use patchbay_plugin::settings::Validation;

/// "Check settings": nothing is sent and nothing in the mailbox changes.
pub fn check(settings: &Settings) -> Result<Validation, Failure> {
    let mut found = Validation::default();
    for (setting, code, text) in settings.problems(host::secret_exists) {
        found.problem(setting, Detail::new(code, text));
    }
    if !found.problems.is_empty() {
        return Ok(found);
    }
    found.title = Some(settings.mailbox.trim().to_owned());
    let api = match Api::open(settings) {
        Ok(api) => api,
        Err(error) => return refused(error, found, true),
    };
    if settings.by_user() {
        match owner(&api) {
            Ok(owner) if !owner.eq_ignore_ascii_case(settings.mailbox.trim()) => {
                let text = format!("The signed-in person's mailbox is {owner}; enter it here.");
                found.problem("mailbox", Detail::new("graph-email.other-mailbox", text));
            }
            Ok(_) => {}
            Err(error) => return refused(error, found, false),
        }
    }
    let mut folder = String::new();
    encode(&mut folder, settings.folder());
    let url = api.path(&format!(
        "/mailFolders/{folder}?$select=id,displayName,totalItemCount,unreadItemCount"
    ));
    match api.get(&url) {
        Ok(folder) => {
            found.fact("Folder", word(&folder["displayName"]));
            found.fact("Messages in it", &folder["totalItemCount"]);
        }
        Err(error) => return refused(error, found, false),
    }
    let now = host::now_ms();
    match SubscriptionState::stored().filter(|known| known.lives(now)) {
        Some(known) => found.fact("Told of new mail until", date::format(known.until_ms)),
        None => found.fact("New mail", "asked for every 15 seconds"),
    }
    Ok(found)
}

/// What can be mended by an admin is a problem with a setting; the rest is a failure.
fn refused(error: CallError, mut found: Validation, login: bool) -> Result<Validation, Failure> {
    let (setting, detail) = match error {
        CallError::Net(
            NetError::Denied(detail)
            | NetError::Dns(detail)
            | NetError::Connect(detail)
            | NetError::Tls(detail),
        ) => (if login { "login_base" } else { "api_base" }, detail),
        CallError::Strange(status, said) => {
            let text = format!("This is not Microsoft Graph: it answered with {status}.");
            ("api_base", Detail::new("graph-email.strange", text).said(said))
        }
        CallError::Refused(refusal) if refusal.gone() && !login => {
            let text = "There is no such mailbox or folder.";
            let detail = Detail::new("graph-email.mailbox", text).said(refusal.said);
            ("mailbox", detail)
        }
        other => match other.while_asking() {
            Failure::NeedsConfig(problems) => {
                found.problems.extend(problems);
                return Ok(found);
            }
            Failure::AuthExpired(detail) => {
                (if login { "client_secret" } else { "client_id" }, detail)
            }
            // The sign-in refuses an unknown tenant in several ways.
            Failure::Permanent(detail) if login => ("tenant", detail),
            failure => return Err(failure),
        },
    };
    found.problem(setting, detail);
    Ok(found)
}

/// The address of the person who signed in.
pub fn owner(api: &Api) -> Result<String, CallError> {
    let me = api.get(&api.path("?$select=mail,userPrincipalName"))?;
    let mail = word(&me["mail"]);
    Ok(if mail.is_empty() { word(&me["userPrincipalName"]) } else { mail }.to_owned())
}

/// Lets Graph tell us of mail, or no longer. Where Graph cannot reach this desk mail comes by asking,
/// so that is no failure.
pub fn connect(settings: &Settings, webhook_url: &str) -> Result<(), Failure> {
    if webhook_url.is_empty() {
        let Some(known) = SubscriptionState::stored().filter(|known| !known.id.is_empty()) else {
            return Ok(());
        };
        let api = Api::open(settings).map_err(CallError::while_asking)?;
        return subscription::end(&api, &known.id).map_err(CallError::while_asking);
    }
    let api = Api::open(settings).map_err(CallError::while_asking)?;
    match subscription::ensure(&api, settings, webhook_url) {
        Ok(_) => Ok(()),
        Err(CallError::Refused(refusal)) if refusal.status == 400 => {
            warn!("Microsoft did not reach this desk; mail is asked for", said = refusal.said);
            Ok(())
        }
        Err(error) => Err(error.while_asking()),
    }
}
