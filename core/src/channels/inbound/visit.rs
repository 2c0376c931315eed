//! A visitor's act goes through the plugin into the same intake as every other input.

use super::intake::is_poison;
use crate::channels::{
    Channels,
    account::health::{Fault, code_of},
    store,
};
use crate::{
    db::DbError,
    plugins::{Called, VisitorAct, VisitorSession},
    tickets::Hop,
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
        let mut new = store::NewInput {
            client_id,
            channel_id,
            kind: "visitor",
            provider_key: key.unwrap_or_default(),
            input: &input,
            body: None,
            body_blob: None,
            state: "done",
            next_at: None,
            error: None,
            received_at: started,
            now: self.clock.now_ms(),
        };
        let batch = match result {
            Ok(batch) => batch,
            Err(error) => {
                let (code, text) = (code_of(&error), error.to_string());
                let mut tx = self.db.begin().await?;
                let mut input_id = None;
                if key.is_some() && error.is_deterministic() {
                    new.state = "quarantined";
                    new.error = Some((&code, &text));
                    input_id = self.keep_input(&mut tx, &new).await?;
                }
                let fault = Fault { call: "visitor", error: &error, report: &report, input_id };
                self.record_fault_of(&mut tx, &channel, &fault).await?;
                tx.commit().await?;
                return Err(ActError::Refused(text));
            }
        };
        let hop = Hop {
            name: "plugin".into(),
            at_ms: new.now,
            took_us: i64::try_from(report.wall_us).unwrap_or(i64::MAX),
            detail: format!("{} bytes of memory", report.peak_memory),
        };
        let mut tx = self.begin_batch(&channel, &batch).await?;
        if key.is_some()
            && store::insert_input(&mut tx, &new, self.young_since(new.now)).await?.is_none()
        {
            // The first may not be on disk yet: its commit comes before this answer.
            tx.commit().await?;
            return Ok(vec![]);
        }
        self.record_call(&mut tx, &channel, "visitor", &report).await?;
        match self.take_batch(&mut tx, &channel, &batch, &[hop]).await {
            Ok(after) => {
                tx.commit().await?;
                self.finish(&channel, &after).await;
                Ok(after.messages)
            }
            Err(error) if is_poison(&error) => Err(ActError::Refused(error.to_string())),
            Err(error) => Err(error.into()),
        }
    }
}
