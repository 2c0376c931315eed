//! Background work of visits: everything that strangers leave behind has an end.

use super::{Livechat, store};
use crate::{db::DbResult, jobs::Handlers};

const SWEEP: &str = "livechat.sweep";
const EVERY_MS: i64 = 600_000;
const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 86_400_000;
const STEP: i64 = 500;

/// Registers the room's jobs.
pub fn job_handlers(handlers: &mut Handlers, livechat: &Livechat) {
    let sweeping = livechat.clone();
    handlers.every(SWEEP, EVERY_MS, move || {
        let livechat = sweeping.clone();
        async move { livechat.sweep().await }
    });
}

impl Livechat {
    /// Ends chats whose visitors stay away, retires old links, and removes what nobody used.
    ///
    /// # Errors
    /// What the database said. A store that cannot be listed is only logged.
    pub async fn sweep(&self) -> DbResult<()> {
        self.end_deserted().await?;
        self.retire_links().await?;
        let now = self.clock.now_ms();
        let unused = now - self.limits.unused_hours * HOUR_MS;
        let old = now - self.limits.link_days * DAY_MS;
        loop {
            // Short transactions, so that live work never waits for the sweep.
            let mut tx = self.db.begin().await?;
            let gone = store::drop_unused_across_clients(&mut tx, (unused, old), STEP).await?;
            tx.commit().await?;
            if gone == 0 {
                break;
            }
        }
        let mut tx = self.db.begin().await?;
        store::forget_counts_across_clients(&mut tx, old.div_euclid(DAY_MS) - 1).await?;
        tx.commit().await?;
        if let Err(error) = self.drop_files(unused).await {
            tracing::warn!(error = %error, "unused files of visitors were not removed");
        }
        Ok(())
    }

    async fn end_deserted(&self) -> DbResult<()> {
        let before = self.clock.now_ms() - self.limits.away_hours * HOUR_MS;
        loop {
            let mut conn = self.db.read().await?;
            let away = store::away_with_ticket_across_clients(&mut conn, before, STEP).await?;
            drop(conn);
            if away.is_empty() {
                return Ok(());
            }
            for (client_id, session) in away {
                let mut tx = self.db.begin().await?;
                self.close(&mut tx, client_id, session, "The visitor stayed away.").await?;
                tx.commit().await?;
            }
        }
    }

    async fn retire_links(&self) -> DbResult<()> {
        let now = self.clock.now_ms();
        let before = now - self.limits.link_days * DAY_MS;
        loop {
            let mut tx = self.db.begin().await?;
            let over = store::over_across_clients(&mut tx, before, STEP).await?;
            for (client_id, id) in &over {
                // Nobody has ever seen this one.
                let token = self.ids.token(32);
                store::retire(&mut tx, *client_id, *id, &token, now).await?;
            }
            tx.commit().await?;
            if over.is_empty() {
                return Ok(());
            }
        }
    }

    /// Removes files that no message took along. One that was sent again is younger than this.
    async fn drop_files(&self, before: i64) -> Result<(), crate::blobs::BlobError> {
        let shelf = self.shelf();
        for (name, at) in shelf.names().await? {
            if at < before {
                shelf.delete(&name).await?;
            }
        }
        Ok(())
    }
}
