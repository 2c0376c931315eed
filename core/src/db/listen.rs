//! Wake-up calls from the other processes on the same PostgreSQL.

use super::Db;
use sqlx::postgres::PgListener;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Listens until told to stop; on SQLite there is nobody to listen to. A broken connection is
/// opened again, and then every sleeper is woken, because calls were missed meanwhile.
pub async fn listen(db: Db, stop: CancellationToken) {
    let Some(pool) = db.postgres().cloned() else { return };
    loop {
        let run = async {
            let mut listener = PgListener::connect_with(&pool).await?;
            listener.listen("patchbay").await?;
            db.wake().everything();
            loop {
                let note = listener.recv().await?;
                hear(&db, note.payload());
            }
            #[expect(unreachable_code, reason = "gives the block its error type")]
            Ok::<(), sqlx::Error>(())
        };
        tokio::select! {
            () = stop.cancelled() => return,
            result = run => if let Err(error) = result {
                tracing::warn!(error = %error, "listening for wake-up calls broke; connecting again");
            },
        }
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(Duration::from_secs(1)) => {}
        }
    }
}

fn hear(db: &Db, payload: &str) {
    match payload.split_once(':') {
        Some(("events", id)) => {
            if let Ok(id) = id.parse() {
                db.wake().events(id);
            }
        }
        Some(("work", kind)) => db.wake().work(kind),
        Some(("frame", frame)) => db.wake().ephemeral(frame.into()),
        _ => tracing::warn!("a wake-up call of an unknown kind was ignored"),
    }
}
