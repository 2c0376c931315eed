//! A database of the run's own on a PostgreSQL server.

use anyhow::Result;
use sqlx::{Connection as _, Executor as _, PgConnection};

/// Makes a database on a PostgreSQL server: a connection to remove it with, its address, its name.
pub async fn new_database(server: &str, what: &str) -> Result<(PgConnection, String, String)> {
    let name = format!("{what}_{}", std::process::id());
    let mut admin = PgConnection::connect(server).await?;
    admin.execute(sqlx::AssertSqlSafe(format!("create database {name}"))).await?;
    let mut url = url::Url::parse(server)?;
    url.set_path(&name);
    Ok((admin, url.into(), name))
}

/// Removes it again.
pub async fn drop_database(mut admin: PgConnection, name: &str) -> Result<()> {
    let sql = format!("drop database if exists {name} with (force)");
    admin.execute(sqlx::AssertSqlSafe(sql)).await?;
    Ok(())
}
