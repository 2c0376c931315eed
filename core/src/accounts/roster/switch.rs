//! An admin disables a user, or enables one again.

use super::{
    model::{User, UserError, may_turn},
    store,
};
use crate::{
    accounts::{self, Accounts, Caller, sessions::cut, store::revoke_others, tokens::TokenSubject},
    audit::{self, Act, Action},
};
use serde_json::json;

/// Disables a user: sessions and sockets end at once, tickets stay as they are. Enabling revives no
/// session. Twice is like once.
pub(super) async fn switch(
    accounts: &Accounts,
    caller: &Caller,
    id: i64,
    enabled: bool,
) -> Result<User, UserError> {
    super::model::may_make(caller.standing(), caller.rank)?;
    let parts = &accounts.0;
    let (client_id, now) = (caller.client_id, parts.clock.now_ms());
    let mut tx = parts.db.begin().await?;
    accounts::hold_client(&mut tx, client_id).await?;
    let before = store::one(&mut tx, client_id, id).await?.ok_or(UserError::Unknown)?;
    let user = User { disabled: !enabled, ..before.clone() };
    let (me, admins) =
        (super::change::me(&mut tx, caller).await?, store::admins(&mut tx, client_id).await?);
    may_turn(me, before.standing(), user.standing(), admins)?;
    if user == before {
        return Ok(before);
    }
    store::set_disabled(&mut tx, (client_id, id), (!enabled).then_some(now)).await?;
    let whose = TokenSubject { client_id, user_id: id, session_id: 0 };
    let ended = revoke_others(&mut tx, whose, now).await?;
    let action = if enabled { Action::UserEnabled } else { Action::UserDisabled };
    let (name, changes) = (user.username.as_str(), json!({}));
    let act = Act { action, kind: "user", id: id.to_string(), name, changes };
    audit::note(&mut tx, &caller.author(), &act, now).await?;
    super::change::announce(&mut tx, client_id, &user, now);
    tx.commit().await?;
    cut(accounts, whose, &ended).await;
    Ok(user)
}
