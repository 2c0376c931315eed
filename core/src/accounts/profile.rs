//! What users say of themselves: name, photo, mail address, timezone, language.

use super::{
    Accounts, Caller,
    events::UsersChanged,
    mailer::is_address,
    model,
    step_up::{self, SecurityError},
    store,
};
use crate::{
    blobs::{BlobMeta, Blobs},
    config::LANGUAGES,
    db::{DbError, Tx},
    events::{Audience, NewEvent},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A photo is drawn small; the workspace sends one of 256 by 256.
const PHOTO_MAX: u64 = 1 << 20;
const KEY_CHARS: usize = 32;
const NAME_MAX: usize = 80;

/// A user's own card.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct OwnProfile {
    pub username: String,
    pub name: String,
    /// The address of the photo; empty for none.
    pub photo: String,
    /// Where links to a new password go; empty for nowhere.
    pub email: String,
    /// Empty: the client's.
    pub timezone: String,
    /// `en`, `ms` or `zh`; empty: the browser's.
    pub language: String,
}

/// What changes; what is absent stays.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub(super) struct ProfileChange {
    pub name: Option<String>,
    pub email: Option<String>,
    pub timezone: Option<String>,
    pub language: Option<String>,
    /// The password: needed for another mail address, since links to a new password go there.
    pub password: Option<String>,
}

/// Why a profile was not changed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ProfileError {
    #[error("{problem}")]
    Invalid { field: &'static str, problem: &'static str },
    #[error("A photo is a PNG, JPEG, WebP or GIF.")]
    NoPhoto,
    #[error("A photo has at most 1 MB.")]
    TooLarge,
    #[error("Photos cannot be kept right now.")]
    NoStore,
    #[error(transparent)]
    Proof(#[from] SecurityError),
    #[error("Not found.")]
    Unknown,
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl From<DbError> for ProfileError {
    fn from(error: DbError) -> Self {
        Self::Internal(error.into())
    }
}

pub(super) async fn own(accounts: &Accounts, caller: &Caller) -> Result<OwnProfile, ProfileError> {
    let mut conn = accounts.0.db.read().await?;
    let found = store::own_profile(&mut conn, caller.client_id, caller.user_id).await?;
    found.ok_or(ProfileError::Unknown)
}

/// Changes what the change names, and gives the card as it is then.
pub(super) async fn update(
    accounts: &Accounts,
    caller: &Caller,
    change: &ProfileChange,
) -> Result<OwnProfile, ProfileError> {
    let known = own(accounts, caller).await?;
    let proved = changed(&known, change)?.email != known.email;
    if proved {
        let password = change.password.as_deref().unwrap_or_default();
        step_up::prove(accounts, caller, password).await?;
    }
    let user = (caller.client_id, caller.user_id);
    let mut tx = accounts.0.db.begin().await?;
    let before = store::own_profile(&mut tx, user.0, user.1).await?.ok_or(ProfileError::Unknown)?;
    let after = changed(&before, change)?;
    // Another of the user's browsers may have changed the address meanwhile.
    if after.email != before.email && !proved {
        return Err(SecurityError::WrongPassword.into());
    }
    store::set_profile(&mut tx, user, &after, &model::key(&after.email)).await?;
    if after.name != before.name {
        announce(&mut tx, caller, &after, accounts.0.clock.now_ms());
    }
    tx.commit().await?;
    Ok(after)
}

/// Tells colleagues that what they see of this user is another.
fn announce(tx: &mut Tx, caller: &Caller, now: &OwnProfile, at_ms: i64) {
    let data = UsersChanged {
        id: caller.user_id,
        username: now.username.clone(),
        name: now.name.clone(),
        disabled: false,
    };
    tx.announce(NewEvent::new(caller.client_id, Audience::everyone(), &data, at_ms));
}

/// A profile after a change, or what is wrong with the change.
pub(super) fn changed(
    before: &OwnProfile,
    change: &ProfileChange,
) -> Result<OwnProfile, ProfileError> {
    let wrong = |field, problem| Err(ProfileError::Invalid { field, problem });
    let mut after = before.clone();
    let mut take = |into: fn(&mut OwnProfile) -> &mut String, value: &Option<String>| {
        if let Some(value) = value {
            value.trim().clone_into(into(&mut after));
        }
    };
    take(|p| &mut p.name, &change.name);
    take(|p| &mut p.email, &change.email);
    take(|p| &mut p.timezone, &change.timezone);
    take(|p| &mut p.language, &change.language);
    if after.name.is_empty()
        || after.name.chars().count() > NAME_MAX
        || after.name.chars().any(char::is_control)
    {
        return wrong("name", "A name has 1 to 80 characters.");
    }
    if !after.email.is_empty() && !is_address(&after.email) {
        return wrong("email", "This is not a mail address.");
    }
    let zone = |c: char| c.is_ascii_alphanumeric() || "/_+-".contains(c);
    if after.timezone.len() > 64 || !after.timezone.chars().all(zone) {
        return wrong("timezone", "This is not a time zone.");
    }
    if !after.language.is_empty() && !LANGUAGES.contains(&after.language.as_str()) {
        return wrong("language", "This is not a language of the workspace.");
    }
    Ok(after)
}

/// Keeps a photo in place of the one before, under a new address.
pub(super) async fn set_photo(
    accounts: &Accounts,
    caller: &Caller,
    bytes: Vec<u8>,
) -> Result<OwnProfile, ProfileError> {
    let parts = &accounts.0;
    let blobs = parts.blobs.as_ref().ok_or(ProfileError::NoStore)?;
    if bytes.len() as u64 > PHOTO_MAX {
        return Err(ProfileError::TooLarge);
    }
    let mime = sniffed(&bytes).ok_or(ProfileError::NoPhoto)?;
    let key = parts.ids.token(KEY_CHARS);
    let stored = keep(blobs, bytes, mime).await?;
    exchange_photo(accounts, caller, &format!("/api/photos/{key}"), (&key, &stored)).await
}

/// What stands behind a photo's key in its longer address.
pub(super) const PHOTO_FILE: &str = "photo";

/// Key and file name of a photo by its address; none where it is no photo of ours.
#[must_use]
pub fn photo_place(address: &str) -> Option<(&str, &'static str)> {
    let key = address.strip_prefix("/api/photos/").filter(|key| !key.is_empty())?;
    Some((key, PHOTO_FILE))
}

async fn exchange_photo(
    accounts: &Accounts,
    caller: &Caller,
    photo: &str,
    kept: (&str, &str),
) -> Result<OwnProfile, ProfileError> {
    let user = (caller.client_id, caller.user_id);
    let mut tx = accounts.0.db.begin().await?;
    store::set_photo(&mut tx, user, photo, kept).await?;
    let now = store::own_profile(&mut tx, user.0, user.1).await?.ok_or(ProfileError::Unknown)?;
    announce(&mut tx, caller, &now, accounts.0.clock.now_ms());
    tx.commit().await?;
    Ok(now)
}

async fn keep(blobs: &Blobs, bytes: Vec<u8>, mime: &str) -> Result<String, ProfileError> {
    let meta = BlobMeta { mime: mime.to_owned(), filename: None };
    let stored = blobs.put_bytes(bytes, meta).await.map_err(anyhow::Error::from)?;
    Ok(serde_json::to_string(&stored).map_err(anyhow::Error::from)?)
}

pub(super) async fn drop_photo(
    accounts: &Accounts,
    caller: &Caller,
) -> Result<OwnProfile, ProfileError> {
    exchange_photo(accounts, caller, "", ("", "")).await
}

/// What the bytes are, whatever their sender says. SVG is a document with scripts and so is not here.
fn sniffed(bytes: &[u8]) -> Option<&'static str> {
    let webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    match bytes {
        [0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        _ if webp => Some("image/webp"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_checked() {
        let before = OwnProfile {
            username: "agent1".into(),
            name: "Aisyah".into(),
            photo: String::new(),
            email: "a@b.example".into(),
            timezone: String::new(),
            language: String::new(),
        };
        let change = |name: &str, email: &str, timezone: &str, language: &str| {
            let change = ProfileChange {
                name: Some(name.into()),
                email: Some(email.into()),
                timezone: Some(timezone.into()),
                language: Some(language.into()),
                password: None,
            };
            match changed(&before, &change) {
                Ok(after) => format!("{} {} {}", after.name, after.email, after.timezone),
                Err(ProfileError::Invalid { field, .. }) => field.to_owned(),
                Err(other) => panic!("{other}"),
            }
        };
        assert_eq!(
            change(" Mei ", "m@b.example", "Asia/Kuala_Lumpur", "ms"),
            "Mei m@b.example Asia/Kuala_Lumpur"
        );
        assert_eq!(change("Mei", "", "", ""), "Mei  ");
        for (expected, refused) in [
            ("name", change(" ", "", "", "")),
            ("name", change(&"x".repeat(81), "", "", "")),
            ("name", change("a\nb", "", "", "")),
            ("email", change("Mei", "m@", "", "")),
            ("timezone", change("Mei", "", "Asia/<b>", "")),
            ("language", change("Mei", "", "", "tlh")),
        ] {
            assert_eq!(refused, expected);
        }
        let nothing = changed(&before, &ProfileChange::default()).expect("fine");
        assert_eq!(nothing.email, before.email);
    }

    #[test]
    fn photos_are_known_by_their_bytes() {
        assert_eq!(sniffed(b"\x89PNG\r\n\x1a\nrest"), Some("image/png"));
        assert_eq!(sniffed(b"\xff\xd8\xff\xe0"), Some("image/jpeg"));
        assert_eq!(sniffed(b"RIFF\0\0\0\0WEBPVP8 "), Some("image/webp"));
        assert_eq!(sniffed(b"GIF89a"), Some("image/gif"));
        for no in [&b"<svg xmlns="[..], b"", b"\x89PN", b"RIFF\0\0\0\0WAVE"] {
            assert_eq!(sniffed(no), None);
        }
    }
}
