//! What an admin decides about assistants for the whole account.

use super::{Mcp, events::McpChanged};
use crate::{
    accounts::{self, Caller, Permission},
    audit::{self, Act, Action, step},
    db::DbResult,
    events::{Audience, NewEvent},
    http::Problem,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};
use utoipa::ToSchema;

const SETTING: &str = "mcp";
/// Where assistants ask, behind the address of the installation.
pub(super) const PATH: &str = "/api/mcp";

/// Whether assistants may ask, and what they get to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct McpSetting {
    /// Assistants with an API key may ask over the Model Context Protocol.
    pub on: bool,
    /// Addresses, telephone, card and identity numbers and secrets are hidden from them.
    pub redact: bool,
}

impl Default for McpSetting {
    fn default() -> Self {
        Self { on: false, redact: true }
    }
}

/// The setting, and where assistants ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct McpState {
    #[serde(flatten)]
    pub setting: McpSetting,
    /// The whole address for an assistant's settings.
    pub address: String,
}

impl Mcp {
    /// The setting of a client.
    pub(super) async fn setting(&self, client_id: i64) -> DbResult<McpSetting> {
        let mut conn = self.db.read().await?;
        let value = accounts::setting(&mut conn, client_id, SETTING).await?;
        Ok(serde_json::from_value(value).unwrap_or_default())
    }

    /// The setting as those see it who may have keys.
    ///
    /// # Errors
    /// `forbidden`.
    pub(super) async fn state(&self, caller: &Caller) -> Result<McpState, Problem> {
        caller.require(Permission::ApiKeys)?;
        Ok(self.with_address(self.setting(caller.client_id).await?))
    }

    /// Chooses the setting; the same again changes nothing.
    ///
    /// # Errors
    /// `forbidden`, also for programs: a person decides what programs may read.
    pub(super) async fn choose(
        &self,
        caller: &Caller,
        setting: McpSetting,
    ) -> Result<McpState, Problem> {
        let author = caller.admin()?;
        caller.require_person()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let value = json!(setting);
        let before = accounts::set_setting(&mut tx, client_id, SETTING, &value).await?;
        let before: McpSetting = serde_json::from_value(before).unwrap_or_default();
        let mut changes = Map::new();
        step(&mut changes, "on", before.on, setting.on);
        step(&mut changes, "redact", before.redact, setting.redact);
        if !changes.is_empty() {
            let act = Act {
                action: Action::McpChanged,
                kind: "mcp",
                id: String::new(),
                name: "",
                changes: changes.into(),
            };
            audit::note(&mut tx, &author, &act, now).await?;
            let data = McpChanged { setting };
            tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
        }
        tx.commit().await?;
        Ok(self.with_address(setting))
    }

    fn with_address(&self, setting: McpSetting) -> McpState {
        let base = self.accounts.public_url().trim_end_matches('/');
        McpState { setting, address: format!("{base}{PATH}") }
    }
}
