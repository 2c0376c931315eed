//! The SQL of skills and of who has them.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
};

/// A client's skills by name: id, name and how many agents have it.
pub(in crate::routing) async fn all(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<(i64, String, i64)>> {
    fetch_all!(
        conn,
        (i64, String, i64),
        "select s.id, s.name,
                (select count(*) from routing_agent_skills a
                  where a.client_id = s.client_id and a.skill_id = s.id)
           from routing_skills s
          where s.client_id = $1
          order by s.name_key
          limit 1000",
        client_id,
    )
}

pub(in crate::routing) async fn count(conn: &mut Conn, client_id: i64) -> DbResult<i64> {
    let (count,) = fetch_one!(
        conn,
        (i64,),
        "select count(*) from routing_skills where client_id = $1",
        client_id,
    )?;
    Ok(count)
}

/// The name of a skill.
pub(in crate::routing) async fn name(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<String>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "select name from routing_skills where client_id = $1 and id = $2",
        client_id,
        id,
    )?;
    Ok(row.map(|row| row.0))
}

/// The skill of a name as names are compared.
pub(in crate::routing) async fn by_key(
    conn: &mut Conn,
    client_id: i64,
    key: &str,
) -> DbResult<Option<i64>> {
    let row = fetch_optional!(
        conn,
        (i64,),
        "select id from routing_skills where client_id = $1 and name_key = $2",
        client_id,
        key,
    )?;
    Ok(row.map(|row| row.0))
}

pub(in crate::routing) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    (name, key): (&str, &str),
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into routing_skills (client_id, name, name_key, created_at)
         values ($1, $2, $3, $4)
      returning id",
        client_id,
        name,
        key,
        now,
    )?;
    Ok(id)
}

pub(in crate::routing) async fn rename(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    (name, key): (&str, &str),
) -> DbResult<u64> {
    execute!(
        conn,
        "update routing_skills set name = $3, name_key = $4 where client_id = $1 and id = $2",
        client_id,
        id,
        name,
        key,
    )
}

/// Deletes a skill, which nobody has from then on.
pub(in crate::routing) async fn delete(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
) -> DbResult<u64> {
    execute!(
        conn,
        "delete from routing_agent_skills where client_id = $1 and skill_id = $2",
        client_id,
        id,
    )?;
    execute!(conn, "delete from routing_skills where client_id = $1 and id = $2", client_id, id)
}

/// Who has which skill at which level: user, skill, level.
pub(in crate::routing) async fn levels(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<(i64, i64, i64)>> {
    fetch_all!(
        conn,
        (i64, i64, i64),
        "select user_id, skill_id, level
           from routing_agent_skills
          where client_id = $1
          order by user_id, skill_id
          limit 200000",
        client_id,
    )
}

/// Sets which skills an agent has: skill and level.
pub(in crate::routing) async fn set_levels(
    conn: &mut Conn,
    (client_id, user_id): (i64, i64),
    levels: &[(i64, i64)],
) -> DbResult<()> {
    execute!(
        conn,
        "delete from routing_agent_skills where client_id = $1 and user_id = $2",
        client_id,
        user_id,
    )?;
    for (skill_id, level) in levels {
        execute!(
            conn,
            "insert into routing_agent_skills (client_id, user_id, skill_id, level)
             values ($1, $2, $3, $4)",
            client_id,
            user_id,
            *skill_id,
            *level,
        )?;
    }
    Ok(())
}
