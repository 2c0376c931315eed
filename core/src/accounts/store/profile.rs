//! The SQL of what users say of themselves.

use crate::{
    accounts::{
        AgentRow, Restriction,
        model::{Kind, Permissions},
        profile::OwnProfile,
    },
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

pub(in crate::accounts) async fn own_profile(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Option<OwnProfile>> {
    fetch_optional!(
        conn,
        OwnProfile,
        "select username, name, photo, email, timezone, language
         from users
         where client_id = $1 and id = $2",
        client_id,
        user_id,
    )
}

pub(in crate::accounts) async fn set_profile(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    profile: &OwnProfile,
    email_key: &str,
) -> DbResult<()> {
    execute!(
        conn,
        "update users
         set name = $3, email = $4, email_key = $5, timezone = $6, language = $7
         where client_id = $1 and id = $2",
        client_id,
        user_id,
        profile.name.as_str(),
        profile.email.as_str(),
        email_key,
        profile.timezone.as_str(),
        profile.language.as_str(),
    )?;
    Ok(())
}

/// Sets the photo's address, its key in it, and where its bytes lie.
pub(in crate::accounts) async fn set_photo(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    photo: &str,
    (key, blob): (&str, &str),
) -> DbResult<()> {
    execute!(
        conn,
        "update users set photo = $3, photo_key = $4, photo_blob = $5
         where client_id = $1 and id = $2",
        client_id,
        user_id,
        photo,
        key,
        blob,
    )?;
    Ok(())
}

/// Where a photo's bytes lie. Its key is a secret of its own: visitors see agents' photos too.
pub(in crate::accounts) async fn photo_across_clients(
    conn: &mut Conn,
    key: &str,
) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "select photo_blob from users where photo_key = $1 and photo_key <> '' limit 1",
        key,
    )?;
    Ok(row.map(|row| row.0))
}

pub(in crate::accounts) async fn set_email(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    email: &str,
    email_key: &str,
) -> DbResult<()> {
    execute!(
        conn,
        "update users set email = $3, email_key = $4 where client_id = $1 and id = $2",
        client_id,
        user_id,
        email,
        email_key,
    )?;
    Ok(())
}

/// The client's users, also those who were disabled, by name.
pub(in crate::accounts) async fn everybody(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<AgentRow>> {
    let rows = fetch_all!(
        conn,
        (i64, String, String, String, bool, String, String),
        "select id, name, username, photo, disabled_at is not null, kind, permissions
         from users
         where client_id = $1
         order by name, id
         limit 10000",
        client_id,
    )?;
    Ok(rows
        .into_iter()
        .map(|(id, name, username, photo, disabled, kind, permissions)| {
            let (kind, permissions) = (Kind::parse(&kind), Permissions::parse(&permissions));
            let answers = Restriction::of(&permissions, kind).answers();
            AgentRow { id, name, username, photo, disabled, answers }
        })
        .collect())
}

/// The zone of a user, or the client's where they have none.
pub(in crate::accounts) async fn timezone(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Option<String>> {
    let found = fetch_optional!(
        conn,
        (String,),
        "select case when u.timezone = '' then c.timezone else u.timezone end
           from users u
           join clients c on c.id = u.client_id
          where u.client_id = $1 and u.id = $2",
        client_id,
        user_id,
    )?;
    Ok(found.map(|(zone,)| zone))
}

/// The ids and addresses of users who can sign in and have an address.
pub(in crate::accounts) async fn addresses(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<(i64, String)>> {
    fetch_all!(
        conn,
        (i64, String),
        "select id, email from users
          where client_id = $1 and disabled_at is null and email <> ''
          order by id
          limit 5000",
        client_id,
    )
}

/// A user who can sign in, as mails need them: name, address, language, kind and permissions.
pub(in crate::accounts) async fn correspondent(
    conn: &mut Conn,
    client_id: i64,
    user_id: i64,
) -> DbResult<Option<(String, String, String, String, String)>> {
    fetch_optional!(
        conn,
        (String, String, String, String, String),
        "select name, email, language, kind, permissions
           from users
          where client_id = $1 and id = $2 and disabled_at is null",
        client_id,
        user_id,
    )
}

/// The username and the name of a user.
pub(in crate::accounts) async fn called(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<(String, String)> {
    fetch_one!(
        conn,
        (String, String),
        "select username, name from users where client_id = $1 and id = $2",
        client_id,
        id,
    )
}
