//! Who runs this installation, and who lives on it.

use super::{model, store};
use crate::db::{Conn, DbResult};

/// The operator's client: the one that was made first. None before there is any.
///
/// # Errors
/// What the database said.
pub async fn operator(conn: &mut Conn) -> DbResult<Option<i64>> {
    store::first_client_across_clients(conn).await
}

/// The ids of all clients.
///
/// # Errors
/// What the database said.
pub async fn all_across_clients(conn: &mut Conn) -> DbResult<Vec<i64>> {
    store::clients_across_clients(conn).await
}

/// Number and name of every client, for whoever runs the installation.
///
/// # Errors
/// What the database said.
pub async fn names_across_clients(conn: &mut Conn) -> DbResult<Vec<(i64, String)>> {
    store::client_names_across_clients(conn).await
}

/// A client by its name, in any case.
///
/// # Errors
/// What the database said.
pub async fn client_named(conn: &mut Conn, name: &str) -> DbResult<Option<i64>> {
    store::client_by_name(conn, &model::key(name)).await
}

/// Lets nobody else who asks for it change what is the client's until the transaction ends.
///
/// # Errors
/// What the database said.
pub async fn hold_client(conn: &mut Conn, client_id: i64) -> DbResult<()> {
    store::hold_client(conn, client_id).await
}

/// A client's name; empty for one that is not there.
///
/// # Errors
/// What the database said.
pub async fn client_name(conn: &mut Conn, client_id: i64) -> DbResult<String> {
    store::client_name(conn, client_id).await
}
