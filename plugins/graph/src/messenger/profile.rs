//! Who is behind an id: name and picture, where the provider tells them.

use super::Page;
use crate::{CallError, Link, text};
use patchbay_plugin::directory::Profile;
use patchbay_plugin::prelude::*;

/// Asks for a customer. People without a profile, and apps without the permission, are told apart from
/// trouble: the first two simply stay unknown.
pub fn lookup(page: &Page, customer: &str, fields: &str) -> Result<Option<Profile>, Failure> {
    let answer = match page.api.get(&format!("{customer}?fields={fields}")) {
        Ok(answer) => answer,
        Err(CallError::Refused(refusal))
            if unknown(refusal.code, refusal.subcode, refusal.status) =>
        {
            debug!("a profile is not told", code = refusal.code, subcode = refusal.subcode);
            return Ok(None);
        }
        Err(error) => return Err(page.api.asking(error)),
    };
    let parts = [text(&answer, "first_name"), text(&answer, "last_name")];
    let joined = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let name = text(&answer, "name").map(str::to_owned).or((!joined.is_empty()).then_some(joined));
    let username = text(&answer, "username");
    let picture = text(&answer, "profile_pic").map(|url| Link {
        url: url.to_owned(),
        filename: Some("profile.jpg".to_owned()),
        ..Link::default()
    });
    // A picture that cannot be had is no reason to go without the name.
    let avatar =
        picture.and_then(|link| crate::download(page.api.id, &link).ok()).map(|(blob, _)| blob);
    let attrs = username.map(|name| ("username".to_owned(), name.to_owned()));
    let display_name = name.or_else(|| username.map(str::to_owned));
    Ok(Some(Profile { display_name, avatar, attrs: attrs.into_iter().collect() }))
}

fn unknown(code: u64, subcode: u64, status: u16) -> bool {
    matches!(subcode, 2018218 | 2018247 | 33)
        || matches!(code, 2018218 | 2018247 | 230)
        || (status == 400 && code == 100)
}
