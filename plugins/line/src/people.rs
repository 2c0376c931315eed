//! Who is behind an id: name, picture and language of a person, or the name of a group.

use crate::api::{Api, CallError};
use patchbay_plugin::directory::Profile;
use patchbay_plugin::prelude::*;

/// None when the person has blocked the account, left, or never agreed to be named.
pub fn lookup(api: &Api, id: &str, thread: &str) -> Result<Option<Profile>, Failure> {
    let safe = |id: &str| {
        let mut text = String::new();
        patchbay_plugin::http::encode(&mut text, id);
        text
    };
    let (who, place) = (safe(id), safe(thread));
    let path = match (id.chars().next(), thread.chars().next()) {
        (Some('C'), _) => format!("/v2/bot/group/{who}/summary"),
        (Some('U'), Some('C')) => format!("/v2/bot/group/{place}/member/{who}"),
        (Some('U'), Some('R')) => format!("/v2/bot/room/{place}/member/{who}"),
        (Some('U'), _) => format!("/v2/bot/profile/{who}"),
        _ => return Ok(None),
    };
    let found = match api.get(&path) {
        Ok(found) => found,
        Err(CallError::Refused(refusal)) if matches!(refusal.status, 400 | 403 | 404) => {
            return Ok(None);
        }
        Err(error) => return Err(error.while_asking()),
    };
    let word = |name: &str| found[name].as_str().filter(|w| !w.is_empty()).map(str::to_owned);
    let facts = [
        ("language", "language"),
        ("status", "statusMessage"),
        // Pictures are at addresses of LINE's that change; none of them is granted.
        ("avatar-url", "pictureUrl"),
    ];
    Ok(Some(Profile {
        display_name: word("displayName").or_else(|| word("groupName")),
        avatar: None,
        attrs: facts
            .into_iter()
            .filter_map(|(name, field)| Some((name.to_owned(), word(field)?)))
            .collect(),
    }))
}
