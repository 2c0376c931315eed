//! What an admin decides about AI helpers for the whole account.

use super::{Assist, events::AssistChanged};
use crate::{
    accounts::{self, Caller},
    audit::{self, Act, Action, step},
    db::{Conn, DbResult},
    events::{Audience, LogConsumer as _, NewEvent, log, offsets},
    http::Problem,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};
use utoipa::ToSchema;

const SETTING: &str = "assist";

/// What helpers do by themselves, and what they get to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct AssistSetting {
    /// Each message of a customer is looked at for emotions. Customers have to be told.
    pub emotions: bool,
    /// A helper hears the recording of each call: how loud and fast the customer spoke, and with which
    /// emotions. People have to be told.
    pub voices: bool,
    /// Addresses, telephone, card and identity numbers and secrets are hidden from helpers outside.
    pub redact: bool,
}

impl Default for AssistSetting {
    fn default() -> Self {
        Self { emotions: false, voices: false, redact: true }
    }
}

impl AssistSetting {
    /// Whether helpers are asked by themselves for something that they were not asked for before.
    fn acts_anew(self, before: Self) -> bool {
        self.emotions && !before.emotions || self.voices && !before.voices
    }
}

/// The setting of a client.
pub(super) async fn read(conn: &mut Conn, client_id: i64) -> DbResult<AssistSetting> {
    let value = accounts::setting(conn, client_id, SETTING).await?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

impl Assist {
    pub(super) async fn setting(&self, client_id: i64) -> DbResult<AssistSetting> {
        read(&mut self.db.read().await?, client_id).await
    }

    /// Chooses the setting; the same again changes nothing.
    pub(super) async fn choose(
        &self,
        caller: &Caller,
        setting: AssistSetting,
    ) -> Result<AssistSetting, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        offsets::lock(&mut tx, Self::NAME, client_id).await?;
        let value = json!(setting);
        let before = accounts::set_setting(&mut tx, client_id, SETTING, &value).await?;
        let before: AssistSetting = serde_json::from_value(before).unwrap_or_default();
        let mut changes = Map::new();
        step(&mut changes, "emotions", before.emotions, setting.emotions);
        step(&mut changes, "voices", before.voices, setting.voices);
        if setting.acts_anew(before) {
            // What was written and said before nobody asked for.
            let head = log::head(&mut tx, client_id).await?;
            offsets::begin_at(&mut tx, Self::NAME, client_id, head).await?;
        }
        step(&mut changes, "redact", before.redact, setting.redact);
        if !changes.is_empty() {
            let act = Act {
                action: Action::AssistChanged,
                kind: "assist",
                id: String::new(),
                name: "",
                changes: changes.into(),
            };
            audit::note(&mut tx, &author, &act, now).await?;
            let data = AssistChanged { setting };
            tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
        }
        tx.commit().await?;
        Ok(setting)
    }
}
