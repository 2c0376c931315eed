//! Looking up colleagues: the list of agents and one user's card.

use super::{
    model::{self, Kind, Permission, Permissions},
    restriction::Restriction,
    store,
};
use crate::db::{Conn, DbResult};
use serde::Serialize;
use utoipa::ToSchema;

/// A colleague in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AgentRow {
    pub id: i64,
    pub name: String,
    pub username: String,
    /// Its address; empty for none.
    pub photo: String,
    /// Whether an admin disabled them; only in the list of everybody.
    pub disabled: bool,
    /// Whether they answer customers: neither a light agent nor an auditor.
    pub answers: bool,
}

/// A user's card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Profile {
    pub username: String,
    pub name: String,
    pub photo: String,
}

/// The client's users who can sign in and whose name or username holds every term. Compared here, not in
/// SQL, because only Rust folds the case of all alphabets on both engines alike.
///
/// # Errors
/// What the database said.
pub async fn agents(conn: &mut Conn, client_id: i64, terms: &[&str]) -> DbResult<Vec<AgentRow>> {
    let mut all = everybody(conn, client_id, terms).await?;
    all.retain(|row| !row.disabled);
    Ok(all)
}

/// The same with those who were disabled: what they did is still theirs, by their name.
///
/// # Errors
/// What the database said.
pub async fn everybody(conn: &mut Conn, client_id: i64, terms: &[&str]) -> DbResult<Vec<AgentRow>> {
    let terms: Vec<String> = terms.iter().map(|term| model::key(term)).collect();
    let mut all = store::everybody(conn, client_id).await?;
    all.retain(|row| {
        let text = format!("{}\n{}", model::key(&row.name), model::key(&row.username));
        terms.iter().all(|term| text.contains(term))
    });
    Ok(all)
}

/// Somebody who can be told something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub id: i64,
    pub name: String,
    pub username: String,
    pub admin: bool,
    /// Whether they see tickets that others have taken.
    pub view_all: bool,
    /// Whether they answer customers: neither a light agent nor an auditor.
    pub answers: bool,
    /// Its address; empty for none.
    pub photo: String,
}

/// Everybody of this client who can sign in.
///
/// # Errors
/// What the database said.
pub async fn people(conn: &mut Conn, client_id: i64) -> DbResult<Vec<Person>> {
    let rows = store::people(conn, client_id).await?.into_iter();
    Ok(rows
        .map(|(id, name, username, kind, permissions, photo)| {
            let (kind, permissions) = (Kind::parse(&kind), Permissions::parse(&permissions));
            Person {
                id,
                name,
                username,
                admin: kind == Kind::Admin,
                view_all: permissions.allow(kind, Permission::ViewAll),
                answers: Restriction::of(&permissions, kind).answers(),
                photo,
            }
        })
        .collect())
}

/// The ids and addresses of people of this client who can sign in and have an address.
///
/// # Errors
/// What the database said.
pub async fn addresses(conn: &mut Conn, client_id: i64) -> DbResult<Vec<(i64, String)>> {
    store::addresses(conn, client_id).await
}

/// Somebody to whom the desk writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correspondent {
    pub name: String,
    /// Empty where none is known.
    pub address: String,
    /// `en`, `ms` or `zh`.
    pub language: String,
    /// Whether they may see reports.
    pub sees_reports: bool,
}

/// Somebody of this client who can sign in, as mails need them.
///
/// # Errors
/// What the database said.
pub async fn correspondent(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Option<Correspondent>> {
    let row = store::correspondent(conn, client_id, user_id).await?;
    Ok(row.map(|(name, address, language, kind, permissions)| {
        let (kind, permissions) = (Kind::parse(&kind), Permissions::parse(&permissions));
        let sees_reports = permissions.allow(kind, Permission::ViewReport);
        Correspondent { name, address, language, sees_reports }
    }))
}

/// The username and the name of a user of this client, who may be disabled.
///
/// # Errors
/// What the database said; nobody of this id is not found.
pub async fn called(conn: &mut Conn, client_id: i64, id: i64) -> DbResult<(String, String)> {
    store::called(conn, client_id, id).await
}

/// The card of a user of this client.
///
/// # Errors
/// What the database said.
pub async fn profile(conn: &mut Conn, client_id: i64, username: &str) -> DbResult<Option<Profile>> {
    let row = store::profile(conn, client_id, &model::key(username)).await?;
    Ok(row.map(|(username, name, photo)| Profile { username, name, photo }))
}

/// Somebody of this client who can sign in, by username in any case.
///
/// # Errors
/// What the database said.
pub async fn find_user(
    conn: &mut Conn,
    client_id: i64,
    username: &str,
) -> DbResult<Option<Person>> {
    let wanted = model::key(username);
    let people = people(conn, client_id).await?;
    Ok(people.into_iter().find(|person| model::key(&person.username) == wanted))
}
