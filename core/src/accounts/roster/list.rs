//! Admins look through their users.

use super::{
    model::{User, UserError},
    store,
};
use crate::accounts::{Accounts, Caller, model::key};
use serde::Serialize;
use utoipa::ToSchema;

/// Users of one page.
const PAGE: usize = 50;

/// A page of users.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct UsersPage {
    pub data: Vec<User>,
    /// How many fit, on all pages.
    pub total: usize,
    /// Whether there are more after these.
    pub more: bool,
}

/// The users whose name, username or address holds every word, by name, from the place `from` on.
/// Compared here, not in SQL, because only Rust folds the case of all alphabets on both engines.
pub(super) async fn list(
    accounts: &Accounts,
    caller: &Caller,
    search: &str,
    from: usize,
) -> Result<UsersPage, UserError> {
    super::model::may_make(caller.standing(), caller.rank)?;
    let mut conn = accounts.0.db.read().await?;
    let users = store::all(&mut conn, caller.client_id).await?;
    let words: Vec<String> = search.split_whitespace().map(key).collect();
    let mut users: Vec<User> = users
        .into_iter()
        .filter(|user| {
            let text = key(&format!("{}\n{}\n{}", user.name, user.username, user.email));
            words.iter().all(|word| text.contains(word))
        })
        .collect();
    users.sort_by_cached_key(|user| (user.disabled, key(&user.name), user.id));
    let total = users.len();
    let data: Vec<User> = users.into_iter().skip(from).take(PAGE).collect();
    let more = from.saturating_add(data.len()) < total;
    Ok(UsersPage { data, total, more })
}
