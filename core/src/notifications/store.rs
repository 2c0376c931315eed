//! The SQL of notifications.

mod push;

pub(super) use push::{
    NewSubscription, Target, bound_subscriptions, forget_subscription, insert_push_key,
    notification, prune_subscriptions_across_clients, push_key, subscribe_across_clients,
    subscription, subscriptions, unsubscribe,
};

use super::model::{Draft, Row};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

pub(super) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    draft: &Draft,
    now: i64,
) -> DbResult<Row> {
    fetch_one!(
        conn,
        Row,
        "insert into notifications (client_id, user_id, category, kind, subject, detail, channel,
                                    ticket_number, count, fold, created_at, img_uid, img_file)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         returning id, category, kind, subject, detail, channel, ticket_number, count, read_at,
                   created_at, img_uid, img_file",
        client_id,
        draft.user_id,
        draft.kind.category().name(),
        draft.kind.name(),
        draft.subject.as_str(),
        draft.detail.as_str(),
        draft.channel,
        draft.ticket_number.as_str(),
        draft.count,
        draft.fold.as_str(),
        now,
        draft.img.uid.as_str(),
        draft.img.file_name.as_str(),
    )
}

/// Adds to a notification that nobody has read yet. False when there is none since `since`.
pub(super) async fn fold(
    conn: &mut Conn,
    client_id: i64,
    draft: &Draft,
    since: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "update notifications set count = count + $4, detail = $5
          where client_id = $1 and user_id = $2 and fold = $3 and read_at is null
            and created_at > $6",
        client_id,
        draft.user_id,
        draft.fold.as_str(),
        draft.count,
        draft.detail.as_str(),
        since,
    )?;
    Ok(rows > 0)
}

/// Removes what a user has beyond the newest `most`.
pub(super) async fn bound(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    most: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from notifications
          where client_id = $1 and user_id = $2 and id <= (
            select id from notifications
             where client_id = $1 and user_id = $2
             order by id desc
             limit 1 offset $3)",
        client_id,
        user_id,
        most,
    )
}

/// A page of a category, newest first: below `before` where it is given, else after `offset`.
pub(super) async fn page(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    category: &str,
    (before, offset): (Option<i64>, i64),
    limit: i64,
) -> DbResult<Vec<Row>> {
    fetch_all!(
        conn,
        Row,
        "select id, category, kind, subject, detail, channel, ticket_number, count, read_at,
                created_at, img_uid, img_file
           from notifications
          where client_id = $1 and user_id = $2 and category = $3
            and (cast($4 as bigint) is null or id < $4)
          order by id desc
          limit $6 offset $5",
        client_id,
        user_id,
        category,
        before,
        offset,
        limit,
    )
}

/// The categories with something unread.
pub(super) async fn unread(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Vec<(String,)>> {
    fetch_all!(
        conn,
        (String,),
        "select distinct category from notifications
          where client_id = $1 and user_id = $2 and read_at is null
          limit 10",
        client_id,
        user_id,
    )
}

/// Marks what a user has up to an id as read, in one category.
pub(super) async fn read(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    category: &str,
    up_to: i64,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update notifications set read_at = $5
          where client_id = $1 and user_id = $2 and category = $3 and id <= $4
            and read_at is null",
        client_id,
        user_id,
        category,
        up_to,
        now,
    )
}

/// False when the user has no such notification.
pub(super) async fn remove(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    id: i64,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "delete from notifications where client_id = $1 and user_id = $2 and id = $3",
        client_id,
        user_id,
        id,
    )?;
    Ok(rows == 1)
}

/// The kinds a user does not want, as JSON.
pub(super) async fn muted(conn: &mut Conn, client_id: i64, user_id: i64) -> DbResult<String> {
    let row = fetch_optional!(
        conn,
        (String,),
        "select muted from notification_preferences where client_id = $1 and user_id = $2",
        client_id,
        user_id,
    )?;
    Ok(row.map_or_else(|| "[]".to_owned(), |row| row.0))
}

pub(super) async fn set_muted(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    muted: &str,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into notification_preferences (client_id, user_id, muted) values ($1, $2, $3)
         on conflict (client_id, user_id) do update set muted = excluded.muted",
        client_id,
        user_id,
        muted,
    )
}

pub(super) async fn prune_across_clients(
    conn: &mut Conn,
    before: i64,
    limit: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from notifications where id in (
            select id from notifications where created_at < $1 order by created_at limit $2)",
        before,
        limit,
    )
}
