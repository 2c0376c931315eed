//! An admin makes a link with which a user sets a first password, or a new one.

use super::{
    model::{Refusal, UserError, may_make, may_turn},
    store,
};
use crate::{
    accounts::{
        Accounts, Caller, reset,
        store::{insert_reset, reset as stored_reset},
    },
    audit::{self, Act, Action},
};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// A new colleague may begin next week.
const LIFE_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// An address that works once. It is shown to the admin and kept nowhere.
#[derive(Serialize, ToSchema)]
pub(super) struct PasswordLink {
    pub link: String,
    /// Milliseconds since 1970.
    pub expires_at: i64,
}

/// Makes a link for the password the user has now: the first one that is set makes all others void.
pub(super) async fn link(
    accounts: &Accounts,
    caller: &Caller,
    id: i64,
) -> Result<PasswordLink, UserError> {
    may_make(caller.standing(), caller.rank)?;
    if caller.key.is_some() {
        return Err(Refusal::ByKey.into());
    }
    let parts = &accounts.0;
    let (client_id, now) = (caller.client_id, parts.clock.now_ms());
    let mut tx = parts.db.begin().await?;
    store::lock(&mut tx, client_id).await?;
    let user = store::one(&mut tx, client_id, id).await?.ok_or(UserError::Unknown)?;
    let (me, admins) =
        (super::change::me(&mut tx, caller).await?, store::admins(&mut tx, client_id).await?);
    may_turn(me, user.standing(), user.standing(), admins)?;
    if user.disabled {
        return Err(Refusal::Disabled.into());
    }
    let version = store::password_version(&mut tx, client_id, id).await?;
    let expires_at = now + LIFE_MS;
    let made = insert_reset(&mut tx, (client_id, id), version, (now, expires_at)).await?;
    let made = stored_reset(&mut tx, client_id, made).await?.ok_or(UserError::Unknown)?;
    let act = Act {
        action: Action::PasswordLinkMade,
        kind: "user",
        id: id.to_string(),
        name: &user.username,
        changes: json!({}),
    };
    audit::note(&mut tx, &caller.author(), &act, now).await?;
    tx.commit().await?;
    let base = parts.public_url.trim_end_matches('/');
    // After the hash sign, as in the mails of a reset: no server logs it.
    let link = format!("{base}/password_reset#{}", reset::link(accounts, &made));
    Ok(PasswordLink { link, expires_at })
}
