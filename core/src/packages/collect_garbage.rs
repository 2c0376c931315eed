//! Letting go of the bytes of packages that nobody can put into use any more.

use super::{
    Packages,
    model::{PackageProblem, State, litter},
    store,
};

impl Packages {
    /// Deletes the bytes of removed versions, and those that a crash left without a version. What
    /// fails is left for the next time.
    pub(super) async fn sweep(&self) {
        match self.swept().await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "the bytes of removed plugin packages were deleted"),
            Err(error) => tracing::warn!(%error, "removed plugin packages could not be deleted"),
        }
    }

    async fn swept(&self) -> Result<usize, PackageProblem> {
        // Nobody brings a package back meanwhile.
        let _one_at_a_time = self.staging.lock().await;
        let names = self.shelf.names().await?;
        let mut conn = self.db.read().await?;
        let rows = store::digests(&mut conn).await?;
        drop(conn);
        let rows: Vec<_> =
            rows.into_iter().map(|(digest, state)| (digest, State::parse(&state))).collect();
        let litter = litter(names, &rows, self.clock.now_ms());
        for digest in &litter {
            self.shelf.delete(digest).await?;
        }
        Ok(litter.len())
    }
}
