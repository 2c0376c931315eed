//! Whether the dashboard is the first page of whoever may see it.

use super::{Dashboards, model::DashboardSetting};
use crate::{
    accounts::{self, Caller, events::SettingsChanged},
    audit::{self, Act, Action, step},
    events::{Audience, NewEvent},
    http::Problem,
};
use serde_json::{Map, json};

/// The setting of the account, as the session check tells it.
const DASHBOARD_ON: &str = "dashboard_on";

impl Dashboards {
    pub(super) async fn setting(&self, caller: &Caller) -> Result<DashboardSetting, Problem> {
        let mut conn = self.db.read().await?;
        let on = accounts::setting(&mut conn, caller.client_id, DASHBOARD_ON).await?;
        Ok(DashboardSetting { on: on == json!(1) })
    }

    /// Switches it for everybody; the same again changes nothing.
    pub(super) async fn set(
        &self,
        caller: &Caller,
        setting: DashboardSetting,
    ) -> Result<DashboardSetting, Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let value = json!(i64::from(setting.on));
        let before = accounts::set_setting(&mut tx, client_id, DASHBOARD_ON, &value).await?;
        let mut changes = Map::new();
        step(&mut changes, "on", before == json!(1), setting.on);
        if changes.is_empty() {
            return Ok(setting);
        }
        let act = Act {
            action: Action::DashboardSwitched,
            kind: "dashboard",
            id: String::new(),
            name: "",
            changes: changes.into(),
        };
        audit::note(&mut tx, &author, &act, now).await?;
        let data = SettingsChanged {
            dashboard_on: Some(i64::from(setting.on)),
            ..SettingsChanged::default()
        };
        tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
        tx.commit().await?;
        Ok(setting)
    }
}
