//! An admin makes a link with which a user sets a first password, or a new one, or has it mailed.

use super::{
    model::{Refusal, User, UserError, may_make, may_turn},
    store,
};
use crate::{
    accounts::{
        self, Accounts, Caller, attempt_limit, reset,
        store::{Reset, insert_reset, reset as stored_reset},
    },
    audit::{self, Act, Action},
    crypto::sha256_hex,
    db::Tx,
};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// A new colleague may begin next week.
const LIFE_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// Invitations to one user in the window of failed sign-ins.
const INVITATIONS_MAX: i64 = 5;

/// An address that works once. It is shown to the admin and kept nowhere.
#[derive(Serialize, ToSchema)]
pub(super) struct PasswordLink {
    pub link: String,
    /// Milliseconds since 1970.
    pub expires_at: i64,
}

/// An invitation that is on its way.
#[derive(Serialize, ToSchema)]
pub(super) struct Invitation {
    /// Where it goes.
    pub email: String,
    /// Until when its link works; milliseconds since 1970.
    pub expires_at: i64,
}

/// Makes a link for the password the user has now: the first one that is set makes all others void.
pub(super) async fn link(
    accounts: &Accounts,
    caller: &Caller,
    id: i64,
) -> Result<PasswordLink, UserError> {
    let mut tx = accounts.0.db.begin().await?;
    let (_, made) = make(accounts, &mut tx, caller, (id, Action::PasswordLinkMade)).await?;
    tx.commit().await?;
    let base = accounts.0.public_url.trim_end_matches('/');
    // After the hash sign, as in the mails of a reset: no server logs it.
    let link = format!("{base}/password_reset#{}", reset::link(accounts, &made));
    Ok(PasswordLink { link, expires_at: made.expires_at })
}

/// The same, sent to the user's own address in place of being shown.
pub(super) async fn invite(
    accounts: &Accounts,
    caller: &Caller,
    id: i64,
) -> Result<Invitation, UserError> {
    may_make(caller.standing(), caller.rank)?;
    let parts = &accounts.0;
    let counted = sha256_hex(format!("invitation|{}|{id}", caller.client_id).as_bytes());
    attempt_limit::count(accounts, &[(counted.as_str(), INVITATIONS_MAX)]).await?;
    let now = parts.clock.now_ms();
    let mut tx = parts.db.begin().await?;
    let (user, made) = make(accounts, &mut tx, caller, (id, Action::UserInvited)).await?;
    if !reset::available(accounts) {
        return Err(UserError::NoMail);
    }
    if user.email.is_empty() {
        let text = "Give the user a mail address first.";
        return Err(UserError::Invalid(vec![("email", text)]));
    }
    reset::plan_mail(&mut tx, (made.client_id, made.id), Some(&caller.name), now).await?;
    tx.commit().await?;
    Ok(Invitation { email: user.email, expires_at: made.expires_at })
}

/// Notes a link for a user who may be changed by the caller.
async fn make(
    accounts: &Accounts,
    tx: &mut Tx,
    caller: &Caller,
    (id, action): (i64, Action),
) -> Result<(User, Reset), UserError> {
    may_make(caller.standing(), caller.rank)?;
    if caller.key.is_some() {
        return Err(Refusal::ByKey.into());
    }
    let (client_id, now) = (caller.client_id, accounts.0.clock.now_ms());
    accounts::hold_client(tx, client_id).await?;
    let user = store::one(tx, client_id, id).await?.ok_or(UserError::Unknown)?;
    let (me, admins) = (super::change::me(tx, caller).await?, store::admins(tx, client_id).await?);
    may_turn(me, user.standing(), user.standing(), admins)?;
    if user.disabled {
        return Err(Refusal::Disabled.into());
    }
    let version = store::password_version(tx, client_id, id).await?;
    let made = insert_reset(tx, (client_id, id), version, (now, now + LIFE_MS)).await?;
    let made = stored_reset(tx, client_id, made).await?.ok_or(UserError::Unknown)?;
    let act =
        Act { action, kind: "user", id: id.to_string(), name: &user.username, changes: json!({}) };
    audit::note(tx, &caller.author(), &act, now).await?;
    Ok((user, made))
}
