//! The SQL of web push.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    notifications::{model::Row, push::Subscription},
};

/// Keeps the installation's key unless there is one.
pub(in crate::notifications) async fn insert_push_key(
    conn: &mut Conn,
    sealed: &[u8],
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into push_keys (id, private_key, created_at) values (1, $1, $2)
         on conflict (id) do nothing",
        sealed,
        now,
    )
}

pub(in crate::notifications) async fn push_key(conn: &mut Conn) -> DbResult<Vec<u8>> {
    let (sealed,) = fetch_one!(conn, (Vec<u8>,), "select private_key from push_keys where id = 1")?;
    Ok(sealed)
}

/// A subscription to keep.
pub(in crate::notifications) struct NewSubscription<'a> {
    pub client_id: i64,
    pub user_id: i64,
    pub session_id: i64,
    pub subscription: &'a Subscription,
    pub hash: &'a str,
    pub domain: &'a str,
    pub now: i64,
}

/// Keeps a subscription; whoever knows the endpoint has the browser, whosever it was.
pub(in crate::notifications) async fn subscribe_across_clients(
    conn: &mut Conn,
    new: &NewSubscription<'_>,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into push_subscriptions (client_id, user_id, session_id, endpoint, endpoint_hash,
                                         p256dh, auth, domain, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         on conflict (endpoint_hash) do update
            set client_id = excluded.client_id, user_id = excluded.user_id,
                session_id = excluded.session_id, p256dh = excluded.p256dh,
                auth = excluded.auth, domain = excluded.domain",
        new.client_id,
        new.user_id,
        new.session_id,
        new.subscription.endpoint.as_str(),
        new.hash,
        new.subscription.keys.p256dh.as_str(),
        new.subscription.keys.auth.as_str(),
        new.domain,
        new.now,
    )
}

/// Removes what a user has beyond the newest `most`.
pub(in crate::notifications) async fn bound_subscriptions(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    most: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from push_subscriptions
          where client_id = $1 and user_id = $2 and id <= (
            select id from push_subscriptions
             where client_id = $1 and user_id = $2
             order by id desc
             limit 1 offset $3)",
        client_id,
        user_id,
        most,
    )
}

pub(in crate::notifications) async fn unsubscribe(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    hash: &str,
) -> DbResult<bool> {
    let rows = execute!(
        conn,
        "delete from push_subscriptions
          where client_id = $1 and user_id = $2 and endpoint_hash = $3",
        client_id,
        user_id,
        hash,
    )?;
    Ok(rows == 1)
}

pub(in crate::notifications) async fn forget_subscription(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<u64> {
    execute!(conn, "delete from push_subscriptions where client_id = $1 and id = $2", client_id, id)
}

/// Those of a user whose sign-in still lives.
pub(in crate::notifications) async fn subscriptions(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    now: i64,
) -> DbResult<Vec<(i64,)>> {
    fetch_all!(
        conn,
        (i64,),
        "select p.id
           from push_subscriptions p
           join sessions s on s.id = p.session_id
          where p.client_id = $1 and p.user_id = $2
            and s.client_id = p.client_id and s.revoked_at is null and s.expires_at > $3
          order by p.id
          limit 100",
        client_id,
        user_id,
        now,
    )
}

/// Where to send.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(in crate::notifications) struct Target {
    pub user_id: i64,
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
}

/// One whose sign-in still lives and whose user may still sign in.
pub(in crate::notifications) async fn subscription(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
    now: i64,
) -> DbResult<Option<Target>> {
    fetch_optional!(
        conn,
        Target,
        "select p.user_id, p.endpoint, p.p256dh, p.auth
           from push_subscriptions p
           join sessions s on s.id = p.session_id
           join users u on u.id = p.user_id
          where p.client_id = $1 and p.id = $2
            and s.client_id = p.client_id and s.revoked_at is null and s.expires_at > $3
            and u.disabled_at is null",
        client_id,
        id,
        now,
    )
}

pub(in crate::notifications) async fn notification(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
    id: i64,
) -> DbResult<Option<Row>> {
    fetch_optional!(
        conn,
        Row,
        "select id, category, kind, subject, detail, channel, ticket_number, count, read_at,
                created_at, img_uid, img_file
           from notifications
          where client_id = $1 and user_id = $2 and id = $3",
        client_id,
        user_id,
        id,
    )
}

/// Removes subscriptions whose sign-in has ended.
pub(in crate::notifications) async fn prune_subscriptions_across_clients(
    conn: &mut Conn,
    now: i64,
    limit: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from push_subscriptions where id in (
            select p.id
              from push_subscriptions p
              join sessions s on s.id = p.session_id
             where s.revoked_at is not null or s.expires_at <= $1
             limit $2)",
        now,
        limit,
    )
}
