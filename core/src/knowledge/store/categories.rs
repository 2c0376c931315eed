//! The SQL of categories.

use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_one, fetch_optional,
    knowledge::model::{CATEGORIES_MAX, KnowledgeCategory, Names},
};

#[derive(sqlx::FromRow)]
struct CategoryRow {
    id: i64,
    names: String,
    position: i64,
    articles: i64,
}

impl From<CategoryRow> for KnowledgeCategory {
    fn from(row: CategoryRow) -> Self {
        let CategoryRow { id, names, position, articles } = row;
        // Written by us.
        let names = serde_json::from_str(&names).unwrap_or_default();
        Self { id, names, position, articles }
    }
}

fn written(names: &Names) -> String {
    serde_json::to_string(names).unwrap_or_default()
}

/// All categories of a client, in their order.
pub(in crate::knowledge) async fn all(
    conn: &mut Conn,
    client_id: i64,
) -> DbResult<Vec<KnowledgeCategory>> {
    let rows = fetch_all!(
        conn,
        CategoryRow,
        "select c.id, c.names, c.position,
                (select count(*) from knowledge_articles a
                  where a.category_id = c.id and a.client_id = $1) as articles
           from knowledge_categories c
          where c.client_id = $1
          order by c.position, c.id
          limit $2",
        client_id,
        CATEGORIES_MAX,
    )?;
    Ok(rows.into_iter().map(Into::into).collect())
}

/// A category; held until the end of the transaction.
pub(in crate::knowledge) async fn lock(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<Option<Names>> {
    let row = fetch_optional!(
        conn,
        (String,),
        "update knowledge_categories set position = position
          where client_id = $1 and id = $2
      returning names",
        client_id,
        id,
    )?;
    Ok(row.map(|(names,)| serde_json::from_str(&names).unwrap_or_default()))
}

/// How many categories a client has, and the last position among them.
pub(in crate::knowledge) async fn count(conn: &mut Conn, client_id: i64) -> DbResult<(i64, i64)> {
    fetch_one!(
        conn,
        (i64, i64),
        "select count(*), coalesce(max(position), 0)
           from knowledge_categories
          where client_id = $1",
        client_id,
    )
}

pub(in crate::knowledge) async fn insert(
    conn: &mut Conn,
    client_id: i64,
    names: &Names,
    position: i64,
    now: i64,
) -> DbResult<i64> {
    let (id,) = fetch_one!(
        conn,
        (i64,),
        "insert into knowledge_categories (client_id, names, position, updated_at)
         values ($1, $2, $3, $4)
      returning id",
        client_id,
        written(names),
        position,
        now,
    )?;
    Ok(id)
}

pub(in crate::knowledge) async fn rename(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    names: &Names,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update knowledge_categories set names = $3, updated_at = $4
          where client_id = $1 and id = $2",
        client_id,
        id,
        written(names),
        now,
    )
}

pub(in crate::knowledge) async fn set_position(
    conn: &mut Conn,
    (client_id, id): (i64, i64),
    position: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update knowledge_categories set position = $3 where client_id = $1 and id = $2",
        client_id,
        id,
        position,
    )
}

/// Deletes a category. Its articles stay without one.
pub(in crate::knowledge) async fn delete(
    conn: &mut Conn,
    client_id: i64,
    id: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update knowledge_articles set category_id = null where client_id = $1 and category_id = $2",
        client_id,
        id,
    )?;
    execute!(
        conn,
        "delete from knowledge_categories where client_id = $1 and id = $2",
        client_id,
        id
    )
}
