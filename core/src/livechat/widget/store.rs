//! The SQL of widgets.

use super::model::{LivechatWidgetDraft, WidgetPosition};
use crate::{
    db::{Conn, DbResult},
    execute, fetch_all, fetch_optional,
};

/// A widget as it is stored.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct WidgetRow {
    pub channel_id: i64,
    pub enabled: bool,
    pub sites: String,
    pub position: String,
    pub accent: String,
    pub texts: String,
    pub greeting: Option<String>,
    pub fresh_on_reload: bool,
    pub identity_secret: Option<Vec<u8>>,
}

impl WidgetRow {
    pub fn draft(&self) -> LivechatWidgetDraft {
        // The lists were written by us.
        LivechatWidgetDraft {
            enabled: self.enabled,
            sites: serde_json::from_str(&self.sites).unwrap_or_default(),
            position: WidgetPosition::named(&self.position),
            accent: self.accent.clone(),
            texts: serde_json::from_str(&self.texts).unwrap_or_default(),
            greeting: self.greeting.as_deref().and_then(|text| serde_json::from_str(text).ok()),
            fresh_on_reload: self.fresh_on_reload,
        }
    }
}

/// A client's widgets.
pub(super) async fn all(conn: &mut Conn, client_id: i64) -> DbResult<Vec<WidgetRow>> {
    fetch_all!(
        conn,
        WidgetRow,
        "select channel_id, enabled, sites, position, accent, texts, greeting, fresh_on_reload,
                identity_secret
           from livechat_widgets
          where client_id = $1
          limit 1000",
        client_id,
    )
}

/// A page's widget.
pub(super) async fn one(
    conn: &mut Conn,
    client_id: i64,
    channel_id: i64,
) -> DbResult<Option<WidgetRow>> {
    fetch_optional!(
        conn,
        WidgetRow,
        "select channel_id, enabled, sites, position, accent, texts, greeting, fresh_on_reload,
                identity_secret
           from livechat_widgets
          where client_id = $1 and channel_id = $2",
        client_id,
        channel_id,
    )
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Keeps a page's widget. Its secret stays.
pub(super) async fn put(
    conn: &mut Conn,
    (client_id, channel_id): (i64, i64),
    draft: &LivechatWidgetDraft,
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "insert into livechat_widgets
                (client_id, channel_id, enabled, sites, position, accent, texts, greeting,
                 fresh_on_reload, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         on conflict (client_id, channel_id) do update
            set enabled = excluded.enabled, sites = excluded.sites, position = excluded.position,
                accent = excluded.accent, texts = excluded.texts, greeting = excluded.greeting,
                fresh_on_reload = excluded.fresh_on_reload, updated_at = excluded.updated_at",
        client_id,
        channel_id,
        draft.enabled,
        json(&draft.sites),
        draft.position.word(),
        draft.accent.as_str(),
        json(&draft.texts),
        draft.greeting.as_ref().map(json),
        draft.fresh_on_reload,
        now,
    )
}

/// Keeps what identities are signed with, of a widget that there is.
pub(super) async fn set_secret(
    conn: &mut Conn,
    (client_id, channel_id): (i64, i64),
    sealed: &[u8],
    now: i64,
) -> DbResult<u64> {
    execute!(
        conn,
        "update livechat_widgets set identity_secret = $3, updated_at = $4
          where client_id = $1 and channel_id = $2",
        client_id,
        channel_id,
        sealed,
        now,
    )
}
