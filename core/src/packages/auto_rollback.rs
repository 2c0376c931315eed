//! Automatic rollback: an update that keeps failing is taken back by itself.

use super::{
    Packages,
    model::{Actor, PackageProblem, TRIAL_MS},
};
use tokio_util::sync::CancellationToken;

impl Packages {
    /// Rolls back versions that fail their trial, until told to stop.
    pub async fn watch_trials(self, stop: CancellationToken) {
        let bell = self.host.relapsed();
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                () = bell.notified() => {}
            }
            for plugin in self.host.plugins() {
                if let Some(fault) = plugin.trial.failed() {
                    let again = self.take_back(&plugin.manifest.id, &fault).await;
                    // What the database kept from happening is tried at the next faults.
                    let until = if again { self.clock.now_ms() + TRIAL_MS } else { 0 };
                    plugin.trial.begin(until);
                }
            }
        }
    }

    /// True when it has to be tried again.
    async fn take_back(&self, plugin: &str, fault: &str) -> bool {
        let reason = format!("it kept failing after the update, at last because {fault}");
        match self.rollback(&Actor::Patchbay, plugin, &reason).await {
            Ok(_) => {
                tracing::error!(plugin.id = plugin, reason, "an update was rolled back");
                false
            }
            // Another node has done it, or there is nothing to go back to; the breaker holds.
            Err(PackageProblem::State(text)) => {
                tracing::warn!(plugin.id = plugin, text, "a failing update stays");
                false
            }
            Err(error) => {
                tracing::error!(plugin.id = plugin, %error, "a failing update could not be rolled back");
                true
            }
        }
    }
}
