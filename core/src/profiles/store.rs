//! The SQL of merged contacts: what moves with one, and what is written down of it.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// Selects [`Merge`] rows; the rest of the statement follows.
macro_rules! select_merges {
    ($rest:literal) => {
        concat!(
            "select m.id, m.survivor_id, m.loser_id, s.name as survivor, l.name as loser, m.filled,
                    m.merged_by, m.merged_at
               from contact_merges m
               join contacts s on s.client_id = m.client_id and s.id = m.survivor_id
               join contacts l on l.client_id = m.client_id and l.id = m.loser_id ",
            $rest
        )
    };
}

/// A merge as it stands.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct Merge {
    pub id: i64,
    pub survivor_id: i64,
    pub loser_id: i64,
    pub survivor: String,
    pub loser: String,
    /// JSON: by field.
    pub filled: String,
    pub merged_by: String,
    pub merged_at: i64,
}

pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    (survivor_id, loser_id): (i64, i64),
    (filled, by): (&str, &str),
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into contact_merges (client_id, survivor_id, loser_id, filled, merged_by, merged_at)
         values ($1, $2, $3, $4, $5, $6)
         returning id",
        client_id,
        survivor_id,
        loser_id,
        filled,
        by,
        now,
    )?;
    Ok(id)
}

/// The merge by which a contact went into another one, where it was not undone.
pub(super) async fn of_loser(
    conn: &mut Conn,
    client_id: i64,
    loser_id: i64,
) -> DbResult<Option<Merge>> {
    fetch_optional!(
        conn,
        Merge,
        select_merges!("where m.client_id = $1 and m.loser_id = $2 and m.undone_at is null"),
        client_id,
        loser_id,
    )
}

/// The newest contacts that were merged into one and stand so.
pub(super) async fn into(
    conn: &mut Conn,
    client_id: i64,
    survivor_id: i64,
    limit: i64,
) -> DbResult<Vec<Merge>> {
    fetch_all!(
        conn,
        Merge,
        select_merges!(
            "where m.client_id = $1 and m.survivor_id = $2 and m.undone_at is null
              order by m.id desc
              limit $3"
        ),
        client_id,
        survivor_id,
        limit,
    )
}

pub(super) async fn set_undone(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    by: &str,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update contact_merges set undone_by = $3, undone_at = $4
          where client_id = $1 and id = $2 and undone_at is null",
        client_id,
        id,
        by,
        now,
    )
}

/// Writes down everything of the loser: each row by its kind and id.
pub(super) async fn note_rows(
    conn: &mut Conn,
    client_id: i64,
    merge_id: i64,
    loser_id: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into contact_merge_rows (client_id, merge_id, kind, row_id)
         select cast($1 as bigint), cast($2 as bigint), 'identity', id from identities
          where client_id = $1 and contact_id = $3
          union all
         select cast($1 as bigint), cast($2 as bigint), 'ticket', id from tickets where client_id = $1 and contact_id = $3
          union all
         select cast($1 as bigint), cast($2 as bigint), 'block', id from blocked_senders where client_id = $1 and contact_id = $3
          union all
         select cast($1 as bigint), cast($2 as bigint), 'invitation', id from survey_invitations
          where client_id = $1 and contact_id = $3",
        client_id,
        merge_id,
        loser_id,
    )
}

/// Tickets of a contact of which nobody noted by which identity they came.
pub(super) async fn unpinned(
    conn: &mut Conn,
    client_id: i64,
    contact_id: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select id from tickets
          where client_id = $1 and contact_id = $2 and identity_id is null
            and channel_id is not null",
        client_id,
        contact_id,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// Says of tickets from before identities were noted by which of a contact's they came: until now an
/// answer goes to the newest of its account, and soon there are others.
pub(super) async fn pin_identities(
    conn: &mut Conn,
    client_id: i64,
    contact_id: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update tickets
            set identity_id = coalesce(
                (select max(i.id) from identities i
                  where i.client_id = $1 and i.contact_id = $2
                    and i.scope = 'channel:' || tickets.channel_id),
                (select max(i.id) from identities i
                  where i.client_id = $1 and i.contact_id = $2 and i.scope = 'email'))
          where client_id = $1 and contact_id = $2 and identity_id is null
            and channel_id is not null",
        client_id,
        contact_id,
    )
}

/// How much a contact has: identities, tickets, blocks and invitations.
pub(super) async fn counts(
    conn: &mut Conn,
    client_id: i64,
    contact_id: i64,
) -> DbResult<(i64, i64, i64, i64)> {
    fetch_one!(
        conn,
        (i64, i64, i64, i64),
        "select (select count(*) from identities where client_id = $1 and contact_id = $2),
                (select count(*) from tickets where client_id = $1 and contact_id = $2),
                (select count(*) from blocked_senders
                  where client_id = $1 and contact_id = $2 and unblocked_at is null),
                (select count(*) from survey_invitations
                  where client_id = $1 and contact_id = $2)",
        client_id,
        contact_id,
    )
}

/// Everything of the loser but its tickets becomes the survivor's.
pub(super) async fn move_rows(
    conn: &mut Conn,
    client_id: i64,
    (loser_id, survivor_id): (i64, i64),
) -> DbResult<()> {
    execute!(
        conn,
        "update identities set contact_id = $3 where client_id = $1 and contact_id = $2",
        client_id,
        loser_id,
        survivor_id,
    )?;
    execute!(
        conn,
        "update blocked_senders set contact_id = $3 where client_id = $1 and contact_id = $2",
        client_id,
        loser_id,
        survivor_id,
    )?;
    execute!(
        conn,
        "update survey_invitations set contact_id = $3 where client_id = $1 and contact_id = $2",
        client_id,
        loser_id,
        survivor_id,
    )?;
    Ok(())
}

/// Tickets of a contact.
pub(super) async fn tickets(
    conn: &mut Conn,
    client_id: i64,
    contact_id: i64,
    limit: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select id from tickets where client_id = $1 and contact_id = $2 order by id limit $3",
        client_id,
        contact_id,
        limit,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// The survivor's tickets that came with a merge, or since then by an identity that did.
pub(super) async fn tickets_of_merge(
    conn: &mut Conn,
    client_id: i64,
    survivor_id: i64,
    merge_id: i64,
) -> DbResult<Vec<i64>> {
    let rows = fetch_all!(
        conn,
        (i64,),
        "select t.id from tickets t
          where t.client_id = $1 and t.contact_id = $2
            and exists (select 1 from contact_merge_rows r
                         where r.client_id = $1 and r.merge_id = $3
                           and ((r.kind = 'ticket' and r.row_id = t.id)
                             or (r.kind = 'identity' and r.row_id = t.identity_id)))
          order by t.id",
        client_id,
        survivor_id,
        merge_id,
    )?;
    Ok(rows.into_iter().map(|row| row.0).collect())
}

/// Gives the loser back what was its own, and what came by its identities since. Its tickets are its
/// own again by now.
pub(super) async fn return_rows(
    conn: &mut Conn,
    client_id: i64,
    merge_id: i64,
    (survivor_id, loser_id): (i64, i64),
) -> DbResult<()> {
    execute!(
        conn,
        "update identities set contact_id = $4
          where client_id = $1 and contact_id = $3
            and id in (select row_id from contact_merge_rows
                        where client_id = $1 and merge_id = $2 and kind = 'identity')",
        client_id,
        merge_id,
        survivor_id,
        loser_id,
    )?;
    execute!(
        conn,
        "update blocked_senders set contact_id = $4
          where client_id = $1 and contact_id = $3
            and (id in (select row_id from contact_merge_rows
                         where client_id = $1 and merge_id = $2 and kind = 'block')
              or exists (select 1 from identities i
                          where i.client_id = $1 and i.contact_id = $4
                            and i.scope = blocked_senders.scope
                            and i.external_id = blocked_senders.external_id))",
        client_id,
        merge_id,
        survivor_id,
        loser_id,
    )?;
    execute!(
        conn,
        "update survey_invitations set contact_id = $4
          where client_id = $1 and contact_id = $3
            and (id in (select row_id from contact_merge_rows
                         where client_id = $1 and merge_id = $2 and kind = 'invitation')
              or ticket_id in (select t.id from tickets t
                                where t.client_id = $1 and t.contact_id = $4))",
        client_id,
        merge_id,
        survivor_id,
        loser_id,
    )?;
    Ok(())
}

/// The newest merge after one that a contact takes part in and that stands.
pub(super) async fn later(
    conn: &mut Conn,
    client_id: i64,
    contact_id: i64,
    merge_id: i64,
) -> DbResult<Option<Merge>> {
    fetch_optional!(
        conn,
        Merge,
        select_merges!(
            "where m.client_id = $1 and (m.survivor_id = $2 or m.loser_id = $2) and m.id > $3
                and m.undone_at is null
              order by m.id desc
              limit 1"
        ),
        client_id,
        contact_id,
        merge_id,
    )
}
