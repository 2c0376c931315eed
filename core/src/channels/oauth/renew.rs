//! Renewing tokens: before they expire, and when a provider refuses one.

use super::{recipe, tokens::Refusal};
use crate::{
    channels::{
        Channels,
        account::{health::Status, registry::Channel},
        store,
    },
    db::{DbResult, Tx},
    jobs::{Class, Job, JobError, NewJob, queue},
    plugins::{CallError, Failure},
};
use serde::Deserialize;
use serde_json::json;

/// The kind of job.
pub(in crate::channels) const RENEW: &str = "oauth";

/// A token that was renewed just now and is refused is not refused for its age.
const NOT_AGAIN_MS: i64 = 60_000;

#[derive(Deserialize)]
struct RenewalJob {
    channel_id: i64,
    name: String,
    #[serde(default)]
    refused: bool,
}

/// How long after it was given a token is renewed: a fifth of its life before the end, at least a
/// second after the beginning.
#[must_use]
pub(super) fn renew_after(lives_ms: i64) -> i64 {
    (lives_ms - (lives_ms / 5).min(600_000)).max(1_000)
}

/// Plans a renewal, in the caller's transaction.
pub(super) async fn plan(
    tx: &mut Tx,
    (client_id, channel_id, name): (i64, i64, &str),
    at: i64,
) -> DbResult<()> {
    let job = NewJob {
        client_id,
        class: Class::Normal,
        kind: RENEW,
        // Each token has a renewal of its own; one whose token was replaced finds nothing to do.
        key: format!("{channel_id}:{name}:{at}"),
        payload: json!({ "channel_id": channel_id, "name": name }),
        run_at_ms: at,
    };
    queue::enqueue(tx, job).await
}

impl Channels {
    /// A provider refused an account's token: plans a renewal where the account has what it takes.
    /// True when one is under way, so that the refusal is not yet the account's state.
    pub(in crate::channels) async fn renewing(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        error: &CallError,
    ) -> DbResult<bool> {
        if !matches!(error, CallError::Failure(Failure::AuthExpired(_))) {
            return Ok(false);
        }
        let Some(plugin) = &channel.plugin else { return Ok(false) };
        let (client_id, channel_id) = (channel.row.client_id, channel.row.id);
        let now = self.clock.now_ms();
        let secrets = self.secrets(channel);
        let mut any = false;
        for (name, recipe) in &plugin.manifest.oauth {
            let refresh = recipe.refresh_token.as_ref().and_then(|setting| secrets.get(setting));
            let grant = store::grant(tx, client_id, channel_id, name).await?;
            let (Some(_), Some((_, _, renewed_at))) = (refresh, grant) else { continue };
            if now - renewed_at < NOT_AGAIN_MS {
                continue;
            }
            let job = NewJob {
                client_id,
                class: Class::Live,
                kind: RENEW,
                key: format!("{channel_id}:{name}:refused"),
                payload: json!({ "channel_id": channel_id, "name": name, "refused": true }),
                run_at_ms: now,
            };
            queue::enqueue(tx, job).await?;
            any = true;
        }
        Ok(any)
    }

    /// The job: renews a token whose time has come.
    pub(in crate::channels) async fn renew_token(&self, job: &Job) -> Result<(), JobError> {
        let wanted: RenewalJob = serde_json::from_value(job.payload.clone())
            .map_err(|e| JobError::GiveUp(e.to_string()))?;
        let Some(channel) = self.registry.of_client(job.client_id, wanted.channel_id) else {
            return Ok(());
        };
        let Some(recipe) = recipe(&channel, &wanted.name) else { return Ok(()) };
        let now = self.clock.now_ms();
        let key = (job.client_id, wanted.channel_id, wanted.name.as_str());
        let mut conn = self.db.read().await?;
        let grant = store::grant(&mut conn, key.0, key.1, key.2).await?;
        drop(conn);
        let Some((_, expires_at, renewed_at)) = grant else { return Ok(()) };
        if let Some(lives_ms) = expires_at.map(|at| at - renewed_at)
            && !wanted.refused
            && now < renewed_at + renew_after(lives_ms)
        {
            return Ok(());
        }
        if wanted.refused && now - renewed_at < NOT_AGAIN_MS {
            return Ok(());
        }
        let secrets = self.secrets(&channel);
        let refresh = recipe.refresh_token.as_ref().and_then(|setting| secrets.get(setting));
        let Some(refresh) = refresh else { return Ok(()) };
        let form =
            vec![("grant_type", "refresh_token".to_owned()), ("refresh_token", refresh.to_owned())];
        match self.fetch_tokens(&channel, &recipe, form).await {
            Ok(mut tokens) => {
                if tokens.scopes.is_empty() {
                    tokens.scopes = recipe.scopes.join(" ");
                }
                self.keep_tokens(None, &channel, &wanted.name, (&recipe, &tokens)).await?;
                self.reconsider.notify_one();
                Ok(())
            }
            Err(Refusal { text, for_good: true }) => {
                let mut tx = self.db.begin().await?;
                let reason = format!("The sign-in could not be renewed; sign in again. {text}");
                self.note(&mut tx, &channel, "error", "oauth", &reason).await?;
                self.set_status(&mut tx, &channel, Status::AuthFailed, &reason, None).await?;
                Ok(tx.commit().await?)
            }
            Err(Refusal { text, .. }) => Err(JobError::Retry(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::renew_after;

    #[test]
    fn tokens_are_renewed_before_their_end() {
        assert_eq!(renew_after(3_600_000), 3_000_000);
        assert_eq!(renew_after(60_000), 48_000);
        assert_eq!(renew_after(10), 1_000);
    }
}
