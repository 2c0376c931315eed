//! Which client has switched which plugin off, and the accounts of a plugin.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all,
};

/// Clients and the plugins they have switched off.
pub(in crate::channels) async fn switched_off_across_clients(
    conn: &mut Conn,
) -> DbResult<Vec<(i64, String)>> {
    fetch_all!(conn, (i64, String), "select client_id, plugin from plugin_clients limit 100000")
}

/// Switches a plugin off for a client. False when it was off.
pub(in crate::channels) async fn switch_off(
    conn: &mut Conn,
    client_id: i64,
    plugin: &str,
    by: &str,
    now: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "insert into plugin_clients (client_id, plugin, off_at, off_by) values ($1, $2, $3, $4)
         on conflict (client_id, plugin) do nothing",
        client_id,
        plugin,
        now,
        by,
    )?;
    Ok(rows == 1)
}

/// Switches a plugin on again. False when it was on.
pub(in crate::channels) async fn switch_on(
    conn: &mut Conn,
    client_id: i64,
    plugin: &str,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "delete from plugin_clients where client_id = $1 and plugin = $2",
        client_id,
        plugin,
    )?;
    Ok(rows == 1)
}

/// Plugins that a client has or had accounts of.
pub(in crate::channels) async fn plugins_used(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<String>> {
    let rows = fetch_all!(
        conn,
        (String,),
        "select distinct plugin from channels where client_id = $1 order by plugin limit 1000",
        client_id,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// A line of any client's account: time, client, account, level, call, message.
pub(in crate::channels) type PluginLine = (i64, i64, String, String, String, String, String);

/// The newest log lines of all accounts of a plugin, for the operator's command line.
pub(in crate::channels) async fn log_of_plugin_across_clients(
    conn: &mut Conn,
    plugin: &str,
    limit: i64,
) -> DbResult<Vec<PluginLine>> {
    fetch_all!(
        conn,
        PluginLine,
        "select l.created_at, l.client_id, c.name, l.level, l.call, l.message, l.fields
           from channel_log l
           join channels c on c.client_id = l.client_id and c.id = l.channel_id
          where c.plugin = $1
          order by l.id desc
          limit $2",
        plugin,
        limit,
    )
}
