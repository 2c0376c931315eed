//! Looking at a database without changing it: opening it as the server does would migrate it.

use sqlx::Connection as _;
use std::path::Path;

/// What is there.
#[derive(Debug)]
pub enum Probe {
    /// It answers.
    Answers,
    /// The file does not exist yet.
    Missing,
    /// It cannot be used, with the engine's words.
    Fails(String),
}

/// Connects to the database that `url` names and asks whether it answers.
pub async fn probe(url: &str) -> Probe {
    let asked = match url.strip_prefix("sqlite:").map(|path| path.trim_start_matches("//")) {
        None => postgres(url).await,
        Some(path) if !Path::new(path).exists() => return Probe::Missing,
        Some(path) => sqlite(path).await,
    };
    match asked {
        Ok(()) => Probe::Answers,
        Err(error) => Probe::Fails(error.to_string()),
    }
}

async fn postgres(url: &str) -> sqlx::Result<()> {
    let mut connection = sqlx::PgConnection::connect(url).await?;
    connection.ping().await?;
    connection.close().await
}

async fn sqlite(path: &str) -> sqlx::Result<()> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).read_only(true);
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await?;
    connection.ping().await?;
    connection.close().await
}
