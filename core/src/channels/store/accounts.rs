//! Rows of accounts and their stores.

use crate::{
    channels::ChannelRow,
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// The scope in which an actor's external id is unique. Mail addresses are the same person in every
/// mailbox of a client, because a mail server delivered them; other ids hold within one account.
#[must_use]
pub fn contact_scope(is_mail: bool, channel_id: i64) -> String {
    if is_mail { "email".into() } else { format!("channel:{channel_id}") }
}

pub(in crate::channels) async fn all_across_clients(conn: &mut Conn) -> DbResult<Vec<ChannelRow>> {
    fetch_all!(
        conn,
        ChannelRow,
        "select id, client_id, plugin, name, title, settings, secrets, hook_key, page_key, enabled,
                status, status_reason, status_at, last_inbound_at, last_outbound_at, created_at
           from channels
          where deleted_at is null
          order by id
          limit 100000",
    )
}

/// An account that is not removed.
pub(in crate::channels) async fn account(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<ChannelRow>> {
    fetch_optional!(
        conn,
        ChannelRow,
        "select id, client_id, plugin, name, title, settings, secrets, hook_key, page_key, enabled,
                status, status_reason, status_at, last_inbound_at, last_outbound_at, created_at
           from channels
          where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        id,
    )
}

/// An account to connect.
pub(in crate::channels) struct NewChannel<'a> {
    pub client_id: i64,
    pub plugin: &'a str,
    pub name: &'a str,
    pub settings: &'a str,
    pub secrets: &'a [u8],
    pub hook_key: &'a str,
    pub page_key: &'a str,
    pub now: i64,
}

pub(in crate::channels) async fn insert(conn: &mut Conn, new: &NewChannel<'_>) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into channels (client_id, plugin, name, settings, secrets, hook_key, page_key,
                               status_at, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
         returning id",
        new.client_id,
        new.plugin,
        new.name,
        new.settings,
        new.secrets,
        new.hook_key,
        new.page_key,
        new.now,
    )?;
    Ok(id)
}

pub(in crate::channels) async fn update(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    name: &str,
    settings: &str,
    secrets: &[u8],
    enabled: bool,
) -> DbResult<u64> {
    execute!(
        conn,
        "update channels set name = $3, settings = $4, secrets = $5, enabled = $6
          where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        id,
        name,
        settings,
        secrets,
        enabled,
    )
}

/// Tickets and messages stay; the account is only hidden and its secrets are wiped.
pub(in crate::channels) async fn remove(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update channels set deleted_at = $3, enabled = false, secrets = $4
          where client_id = $1 and id = $2 and deleted_at is null",
        client_id,
        id,
        now,
        &b""[..],
    )
}

/// Changes the status if it differs; gives the account as it is then. One that an admin paused stays
/// paused, whatever a call that was on its way says afterwards, and so does trouble that was seen
/// after `seen_at`, in milliseconds.
pub(in crate::channels) async fn set_status(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    status: &str,
    reason: &str,
    title: Option<&str>,
    (seen_at, now): (i64, i64),
) -> DbResult<Option<ChannelRow>> {
    fetch_optional!(
        conn,
        ChannelRow,
        "update channels
            set status = $3, status_reason = $4, status_at = $5, title = coalesce($6, title)
          where client_id = $1 and id = $2 and deleted_at is null
            and (enabled or $3 = 'paused')
            and (status_at <= $7 or status in ('ok', 'connecting'))
            and (status <> $3 or status_reason <> $4 or title <> coalesce($6, title))
         returning id, client_id, plugin, name, title, settings, secrets, hook_key, page_key,
                   enabled, status, status_reason, status_at, last_inbound_at, last_outbound_at,
                   created_at",
        client_id,
        id,
        status,
        reason,
        now,
        title,
        seen_at,
    )
}

pub(in crate::channels) async fn note_inbound(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update channels set last_inbound_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        now,
    )
}

pub(in crate::channels) async fn note_outbound(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update channels set last_outbound_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        now,
    )
}

pub(in crate::channels) async fn cursor(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<Vec<u8>>> {
    let row = fetch_optional!(
        conn,
        (Option<Vec<u8>>,),
        "select cursor from channels where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.and_then(|row| row.0))
}

pub(in crate::channels) async fn set_cursor(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    cursor: Option<&[u8]>,
) -> DbResult<u64> {
    execute!(
        conn,
        "update channels set cursor = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        cursor,
    )
}

pub(in crate::channels) async fn kv(
    conn: &mut Conn,
    channel_id: i64,
    key: &str,
) -> DbResult<Option<Vec<u8>>> {
    let row = fetch_optional!(
        conn,
        (Vec<u8>,),
        "select value from channel_kv where channel_id = $1 and key = $2",
        channel_id,
        key,
    )?;
    Ok(row.map(|row| row.0))
}

pub(in crate::channels) async fn set_kv(
    conn: &mut Conn,
    channel_id: i64,
    key: &str,
    value: Option<&[u8]>,
) -> DbResult<u64> {
    match value {
        Some(value) => execute!(
            conn,
            "insert into channel_kv (channel_id, key, value) values ($1, $2, $3)
             on conflict (channel_id, key) do update set value = excluded.value",
            channel_id,
            key,
            value,
        ),
        None => execute!(
            conn,
            "delete from channel_kv where channel_id = $1 and key = $2",
            channel_id,
            key,
        ),
    }
}
