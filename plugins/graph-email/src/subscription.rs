//! The subscription by which Graph tells us of new mail. It lives less than three days, so it is
//! renewed; when it cannot be had, mail comes by asking.

use crate::api::{Api, CallError, word};
use crate::date;
use crate::settings::Settings;
use patchbay_plugin::http::encode;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value, json};
use serde::{Deserialize, Serialize};

/// The stored value: what is known of the subscription.
pub const KEY: &str = "subscription";
/// The stored value: where Graph calls us.
pub const ADDRESS: &str = "address";

/// Graph allows 4,230 minutes for mail.
const LIFE_MS: u64 = 4_200 * 60_000;
/// What is left when it is renewed.
const LEFT_MS: u64 = 24 * 3_600_000;
/// After a refusal it is tried again.
const PAUSE_MS: u64 = 15 * 60_000;
/// Pages of an app's subscriptions that are looked through.
const PAGES: usize = 5;

/// What is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SubscriptionState {
    pub id: String,
    pub until_ms: u64,
    /// No attempt before this.
    pub again_ms: u64,
}

impl SubscriptionState {
    /// What an earlier batch stored.
    pub fn stored() -> Option<Self> {
        serde_json::from_slice(&host::kv_get(KEY)?).ok()
    }

    /// Whether Graph tells us of mail.
    pub fn lives(&self, now: u64) -> bool {
        !self.id.is_empty() && self.until_ms > now
    }

    fn due(&self, now: u64) -> bool {
        now >= self.again_ms && self.until_ms < now + LEFT_MS
    }

    fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// The mark that Graph puts on every notification of ours: a signature, so that it need not be stored
/// and nobody can guess it.
pub fn client_state() -> Option<String> {
    let mac = host::sign("webhook_key", b"graph-email/client-state").ok()?;
    Some(mac.iter().take(32).map(|byte| format!("{byte:02x}")).collect())
}

/// Makes or renews the subscription when its time has come. What is then known, when it changed.
pub fn look_after(api: &Api, settings: &Settings, by_force: bool) -> Option<SubscriptionState> {
    let now = host::now_ms();
    let known = SubscriptionState::stored();
    if !by_force && known.as_ref().is_some_and(|known| !known.due(now)) {
        return None;
    }
    let address = host::kv_get(ADDRESS).and_then(|bytes| String::from_utf8(bytes).ok());
    let made = match known.as_ref().map(|known| known.id.as_str()).filter(|id| !id.is_empty()) {
        Some(id) => match renew(api, id) {
            Err(error) if error.is_gone() => address.map(|url| ensure(api, settings, &url)),
            other => Some(other),
        },
        None => address.map(|url| ensure(api, settings, &url)),
    };
    match made? {
        Ok(known) => Some(known),
        // Mail comes by asking meanwhile; the poll says what is wrong with the sign-in.
        Err(error) => {
            warn!("there is no subscription for new mail", reason = reason(error));
            let known = known.unwrap_or_default();
            Some(SubscriptionState { again_ms: now + PAUSE_MS, ..known })
        }
    }
}

/// Puts what is known into a batch.
pub fn store(batch: Batch, known: &SubscriptionState) -> Batch {
    batch.store(KEY, known.bytes())
}

/// The subscription that calls this address: the one that is there, or a new one.
pub fn ensure(api: &Api, settings: &Settings, url: &str) -> Result<SubscriptionState, CallError> {
    match ours(api, url)? {
        Some(id) => match renew(api, &id) {
            Err(error) if error.is_gone() => make(api, settings, url),
            other => other,
        },
        None => make(api, settings, url),
    }
}

/// Looks for a subscription that calls this address. Its key is hidden by the host, so only what
/// stands before the query is compared.
pub fn ours(api: &Api, url: &str) -> Result<Option<String>, CallError> {
    let mut page = api.global("/subscriptions");
    for _ in 0..PAGES {
        let list = api.get(&page)?;
        let found = list["value"].as_array().into_iter().flatten().find(|one| {
            let address = word(&one["notificationUrl"]);
            address.split('?').next() == Some(url)
        });
        if let Some(found) = found {
            return Ok(Some(word(&found["id"]).to_owned()));
        }
        page = word(&list["@odata.nextLink"]).to_owned();
        if page.is_empty() {
            break;
        }
    }
    Ok(None)
}

fn make(api: &Api, settings: &Settings, url: &str) -> Result<SubscriptionState, CallError> {
    let mut address = format!("{url}?key={{credential:hook}}&at=");
    encode(&mut address, url);
    let folder = settings.folder().replace('\'', "");
    let body = json!({
        "changeType": "created",
        "notificationUrl": address,
        "lifecycleNotificationUrl": address,
        "resource": api.resource(&format!("/mailFolders('{folder}')/messages")),
        "expirationDateTime": date::format(host::now_ms() + LIFE_MS),
        "clientState": client_state().unwrap_or_default(),
    });
    let request = api.request("POST", &api.global("/subscriptions"), "").json(&body);
    known(&crate::api::result(request.credential("hook"))?)
}

fn renew(api: &Api, id: &str) -> Result<SubscriptionState, CallError> {
    let body = json!({ "expirationDateTime": date::format(host::now_ms() + LIFE_MS) });
    known(&api.send("PATCH", &address_of(api, id), &body)?)
}

/// Ends a subscription; one that is gone already is fine.
pub fn end(api: &Api, id: &str) -> Result<(), CallError> {
    match crate::api::result(api.request("DELETE", &address_of(api, id), "")) {
        Err(error) if !error.is_gone() => Err(error),
        _ => Ok(()),
    }
}

fn address_of(api: &Api, id: &str) -> String {
    let mut path = "/subscriptions/".to_owned();
    encode(&mut path, id);
    api.global(&path)
}

fn known(said: &Value) -> Result<SubscriptionState, CallError> {
    let id = word(&said["id"]).to_owned();
    if id.is_empty() {
        return Err(CallError::Strange(200, "the answer holds no subscription".to_owned()));
    }
    let until_ms = date::parse(word(&said["expirationDateTime"]));
    Ok(SubscriptionState {
        id,
        until_ms: until_ms.unwrap_or(host::now_ms() + LIFE_MS),
        again_ms: 0,
    })
}

/// What went wrong, in words for a log.
pub fn reason(error: CallError) -> String {
    let failure = error.while_asking();
    failure.detail().map_or_else(String::new, |detail| match &detail.provider {
        Some(said) => format!("{} {said}", detail.message),
        None => detail.message.clone(),
    })
}
