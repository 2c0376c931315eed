//! A visitor's act goes through the plugin into the same intake as every other input.

use super::process::{Answered, Claim, Processed, Why, plugin_hop};
use crate::channels::{Channels, store};
use crate::{
    db::DbError,
    plugins::{Called, VisitorAct, VisitorSession},
};

/// Why an act was not taken.
#[derive(Debug, thiserror::Error)]
pub enum ActError {
    #[error("this chat is switched off")]
    Off,
    #[error("{0}")]
    Refused(String),
    #[error(transparent)]
    Db(#[from] DbError),
}

impl Channels {
    /// Takes an act. `key` makes it unique within the account: an act that was taken before changes
    /// nothing and is answered like the first time. Acts without a key are not stored.
    ///
    /// # Errors
    /// [`ActError`]; then nothing was stored, except that an act the plugin crashed on is kept in the
    /// quarantine.
    pub async fn visitor_act(
        &self,
        (client_id, channel_id): (i64, i64),
        who: &VisitorSession,
        act: &VisitorAct,
        key: Option<&str>,
    ) -> Result<Vec<i64>, ActError> {
        let started = self.clock.now_ms();
        let channel = self
            .registry
            .of_client(client_id, channel_id)
            .filter(|c| c.row.enabled && c.plugin.is_some())
            .ok_or(ActError::Off)?;
        let account = self.account(&channel);
        let Called { result, report } = self.host.visitor(&account, who, act.clone()).await;
        let input = serde_json::to_string(&(who, act)).unwrap_or_default();
        let (account, now) = ((client_id, channel_id), self.clock.now_ms());
        let new = store::NewInput {
            input: &input,
            ..store::NewInput::of(account, "visitor", key.unwrap_or_default(), started, now)
        };
        let batch = match result {
            Ok(batch) => batch,
            Err(error) => {
                let mut tx = self.db.begin().await?;
                if key.is_some() && error.is_deterministic() {
                    let why = Why::Failed(&error, &report);
                    self.set_aside(&mut tx, &channel, new, &why, None).await?;
                } else {
                    self.record_fault(&mut tx, &channel, "visitor", &error, &report).await?;
                }
                tx.commit().await?;
                return Err(ActError::Refused(error.to_string()));
            }
        };
        let hops = [plugin_hop(now, &report)];
        let answered = Answered { call: "visitor", batch: &batch, report: &report, hops: &hops };
        let claim = if key.is_some() { Claim::Key(&new) } else { Claim::Unclaimed };
        match self.process(&channel, &answered, claim).await? {
            Processed::Taken(taken) => Ok(taken.commit(self).await?),
            Processed::Repeat(tx) => {
                tx.commit().await?;
                Ok(vec![])
            }
            Processed::Behind | Processed::Lost => Ok(vec![]),
            Processed::Poison(text) => Err(ActError::Refused(text)),
        }
    }
}
