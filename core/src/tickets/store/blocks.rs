//! Rows of blocked senders and of the messages that are held back.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// A sender that is blocked, or was while messages came that are still held.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::tickets) struct BlockRow {
    pub id: i64,
    pub external_id: String,
    pub contact_id: i64,
    pub name: String,
    pub channel: String,
    pub channel_id: Option<i64>,
    pub reason: String,
    pub blocked_by: String,
    pub blocked_at: i64,
    pub unblocked_at: Option<i64>,
    pub held: i64,
    pub held_at: Option<i64>,
}

/// A sender to block.
pub(in crate::tickets) struct NewBlock<'a> {
    pub client_id: i64,
    pub scope: &'a str,
    pub external_id: &'a str,
    pub contact_id: i64,
    pub name: &'a str,
    pub channel: &'a str,
    pub channel_id: Option<i64>,
    pub reason: &'a str,
    pub by: &'a str,
    pub now: i64,
}

/// The block's id; none when the sender was blocked already.
pub(in crate::tickets) async fn block(
    conn: &mut Conn,
    new: &NewBlock<'_>,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "insert into blocked_senders (client_id, scope, external_id, contact_id, name, channel,
                                      channel_id, reason, blocked_by, blocked_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (client_id, scope, external_id) do update
            set contact_id = excluded.contact_id, name = excluded.name,
                channel = excluded.channel, channel_id = excluded.channel_id,
                reason = excluded.reason, blocked_by = excluded.blocked_by,
                blocked_at = excluded.blocked_at, unblocked_at = null
          where blocked_senders.unblocked_at is not null
         returning id",
        new.client_id,
        new.scope,
        new.external_id,
        new.contact_id,
        new.name,
        new.channel,
        new.channel_id,
        new.reason,
        new.by,
        new.now,
    )?;
    Ok(row.map(|row| row.0))
}

/// The block that stands against a sender.
pub(in crate::tickets) async fn blocked(
    conn: &mut Conn,
    client_id: i64,
    scope: &str,
    external_id: &str,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from blocked_senders
          where client_id = $1 and scope = $2 and external_id = $3 and unblocked_at is null",
        client_id,
        scope,
        external_id,
    )?;
    Ok(row.map(|row| row.0))
}

/// Makes others who change this block wait. None when it is gone.
pub(in crate::tickets) async fn lock_block(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<BlockRow>> {
    fetch_optional!(
        conn,
        BlockRow,
        "update blocked_senders set held = held where client_id = $1 and id = $2
         returning id, external_id, contact_id, name, channel, channel_id, reason,
                   blocked_by, blocked_at, unblocked_at, held, held_at",
        client_id,
        id,
    )
}

pub(in crate::tickets) async fn block_by_id(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<BlockRow>> {
    fetch_optional!(
        conn,
        BlockRow,
        "select id, external_id, contact_id, name, channel, channel_id, reason, blocked_by,
                blocked_at, unblocked_at, held, held_at
           from blocked_senders
          where client_id = $1 and id = $2",
        client_id,
        id,
    )
}

/// The blocks that stand against a contact.
pub(in crate::tickets) async fn blocked_of_contact(
    conn: &mut Conn,
    client_id: i64,
    contact_id: i64,
) -> DbResult<Vec<BlockRow>> {
    fetch_all!(
        conn,
        BlockRow,
        "select id, external_id, contact_id, name, channel, channel_id, reason, blocked_by,
                blocked_at, unblocked_at, held, held_at
           from blocked_senders
          where client_id = $1 and contact_id = $2 and unblocked_at is null
          order by id
          limit 50",
        client_id,
        contact_id,
    )
}

/// All blocks before one, the newest first.
pub(in crate::tickets) async fn blocks(
    conn: &mut Conn,
    client_id: i64,
    before: i64,
    limit: i64,
) -> DbResult<Vec<BlockRow>> {
    fetch_all!(
        conn,
        BlockRow,
        "select id, external_id, contact_id, name, channel, channel_id, reason, blocked_by,
                blocked_at, unblocked_at, held, held_at
           from blocked_senders
          where client_id = $1 and id < $2
          order by id desc
          limit $3",
        client_id,
        before,
        limit,
    )
}

pub(in crate::tickets) async fn unblock(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update blocked_senders set unblocked_at = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        now,
    )
}

/// Removes a block that stands against nobody and holds nothing.
pub(in crate::tickets) async fn forget_block(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from blocked_senders
          where client_id = $1 and id = $2 and held = 0 and unblocked_at is not null",
        client_id,
        id,
    )
}

/// A message that is held back.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::tickets) struct HeldRow {
    pub id: i64,
    pub block_id: i64,
    /// JSON: the message as the channel handed it in.
    pub inbound: String,
    pub held_at: i64,
}

/// Keeps a message of a blocked sender, and counts it. None when it is kept already.
pub(in crate::tickets) async fn hold(
    conn: &mut Conn,
    (client_id, block_id): (i64, i64),
    (channel_id, external_id): (i64, &str),
    inbound: &str,
    now: i64,
) -> DbResult<Option<i64>> {
    let kept = execute!(
        conn,
        "insert into held_messages (client_id, block_id, channel_id, external_id, inbound, held_at)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (channel_id, external_id) do nothing",
        client_id,
        block_id,
        channel_id,
        external_id,
        inbound,
        now,
    )?;
    if kept == 0 {
        return Ok(None);
    }
    let (held,) = fetch_one!(
        conn,
        (i64,),
        "update blocked_senders set held = held + 1, held_at = $3
          where client_id = $1 and id = $2
         returning held",
        client_id,
        block_id,
        now,
    )?;
    Ok(Some(held))
}

pub(in crate::tickets) async fn held_one(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
    external_id: &str,
) -> DbResult<Option<HeldRow>> {
    fetch_optional!(
        conn,
        HeldRow,
        "select id, block_id, inbound, held_at
           from held_messages
          where client_id = $1 and channel_id = $2 and external_id = $3",
        client_id,
        channel_id,
        external_id,
    )
}

pub(in crate::tickets) async fn change_held(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    inbound: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "update held_messages set inbound = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        inbound,
    )
}

/// Removes a held message, and counts it off.
pub(in crate::tickets) async fn drop_held(
    conn: &mut Conn,
    client_id: i64,
    row: &HeldRow,
) -> DbResult<()> {
    let gone = execute!(
        conn,
        "delete from held_messages where client_id = $1 and id = $2",
        client_id,
        row.id,
    )?;
    execute!(
        conn,
        "update blocked_senders set held = held - $3 where client_id = $1 and id = $2",
        client_id,
        row.block_id,
        i64::try_from(gone).unwrap_or(0),
    )?;
    Ok(())
}

/// The oldest messages of a sender that are held.
pub(in crate::tickets) async fn next_held(
    conn: &mut Conn,
    client_id: i64,
    block_id: i64,
    limit: i64,
) -> DbResult<Vec<HeldRow>> {
    fetch_all!(
        conn,
        HeldRow,
        "select id, block_id, inbound, held_at
           from held_messages
          where client_id = $1 and block_id = $2
          order by id
          limit $3",
        client_id,
        block_id,
        limit,
    )
}

/// Messages that are held since before a time, with their clients.
pub(in crate::tickets) async fn held_since_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<Vec<(i64, HeldRow)>> {
    let rows = fetch_all!(
        conn,
        (i64, i64, i64, String, i64),
        "select client_id, id, block_id, inbound, held_at
           from held_messages
          where held_at < $1
          order by held_at
          limit $2",
        before,
        limit,
    )?;
    let row = |(client_id, id, block_id, inbound, held_at)| {
        (client_id, HeldRow { id, block_id, inbound, held_at })
    };
    Ok(rows.into_iter().map(row).collect())
}

/// Those before one, the newest first.
pub(in crate::tickets) async fn held_before(
    conn: &mut Conn,
    client_id: i64,
    block_id: i64,
    before: i64,
    limit: i64,
) -> DbResult<Vec<HeldRow>> {
    fetch_all!(
        conn,
        HeldRow,
        "select id, block_id, inbound, held_at
           from held_messages
          where client_id = $1 and block_id = $2 and id < $3
          order by id desc
          limit $4",
        client_id,
        block_id,
        before,
        limit,
    )
}
