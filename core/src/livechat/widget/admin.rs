//! An admin sets the widgets of a client's pages.

use super::{
    check,
    model::{LivechatWidget, LivechatWidgetDraft, WidgetSecret},
    store::{self, WidgetRow},
};
use crate::{
    accounts::Caller,
    audit::{self, Act, Action},
    db::Conn,
    http::Problem,
    livechat::Livechat,
};
use serde_json::{Value, json};

/// Bytes of a secret: what HS256 asks for (RFC 7518, section 3.2).
const SECRET: usize = 32;

/// What a widget's secret is sealed with.
pub(super) fn secret_context(client_id: i64, channel_id: i64) -> String {
    format!("client/{client_id}/widget/{channel_id}")
}

impl Livechat {
    /// The widgets of the client's pages, the oldest page first. A page whose widget nobody has set has
    /// one that is switched off.
    pub(in crate::livechat) async fn widgets(
        &self,
        caller: &Caller,
    ) -> Result<Vec<LivechatWidget>, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        let rows = store::all(&mut conn, caller.client_id).await?;
        drop(conn);
        let pages = self.channels.pages(caller.client_id).into_iter();
        let view = |(channel_id, name)| {
            let row = rows.iter().find(|row| row.channel_id == channel_id);
            self.widget_view((caller.client_id, channel_id), name, row)
        };
        Ok(pages.map(view).collect())
    }

    /// Keeps the widget of a page.
    pub(in crate::livechat) async fn set_widget(
        &self,
        caller: &Caller,
        channel_id: i64,
        draft: &LivechatWidgetDraft,
    ) -> Result<LivechatWidget, Problem> {
        let author = caller.admin()?;
        let (page, now) = ((caller.client_id, channel_id), self.clock.now_ms());
        let name = self.page_name(page)?;
        let (draft, wrong) = check::kept(draft);
        wrong.refuse("The widget cannot be kept like this.")?;
        let mut tx = self.db.begin().await?;
        let before = store::one(&mut tx, page.0, channel_id).await?;
        let before = before.map(|row| row.draft()).unwrap_or_default();
        store::put(&mut tx, page, &draft, now).await?;
        if before != draft {
            let act = act(
                Action::LivechatWidgetChanged,
                (channel_id, &name),
                audit::changes(&before, &draft),
            );
            audit::note(&mut tx, &author, &act, now).await?;
        }
        let row = store::one(&mut tx, page.0, channel_id).await?;
        tx.commit().await?;
        Ok(self.widget_view(page, name, row.as_ref()))
    }

    /// Makes a new secret for a page's widget, and gives it this once. What was signed with the one before
    /// counts no longer.
    pub(in crate::livechat) async fn make_widget_secret(
        &self,
        caller: &Caller,
        channel_id: i64,
    ) -> Result<WidgetSecret, Problem> {
        let author = caller.admin()?;
        let (page, now) = ((caller.client_id, channel_id), self.clock.now_ms());
        let name = self.page_name(page)?;
        let secret: String =
            self.ids.bytes(SECRET).iter().map(|byte| format!("{byte:02x}")).collect();
        let context = secret_context(page.0, channel_id);
        let sealed = self.keys.seal(&context, secret.as_bytes(), &self.ids);
        let mut tx = self.db.begin().await?;
        if store::set_secret(&mut tx, page, &sealed, now).await? == 0 {
            store::put(&mut tx, page, &LivechatWidgetDraft::default(), now).await?;
            store::set_secret(&mut tx, page, &sealed, now).await?;
        }
        let act = act(Action::LivechatWidgetSecretMade, (channel_id, &name), json!({}));
        audit::note(&mut tx, &author, &act, now).await?;
        tx.commit().await?;
        Ok(WidgetSecret { secret })
    }

    /// Switches the widget of a page on for one site, for the demo.
    ///
    /// # Errors
    /// What is wrong with the site, or what the database said.
    pub async fn demo_widget(&self, page: (i64, i64), site: &str) -> Result<(), Problem> {
        let sites = vec![check::origin_of(site).map_err(Problem::invalid)?];
        let draft = LivechatWidgetDraft { enabled: true, sites, ..LivechatWidgetDraft::default() };
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        store::put(&mut tx, page, &draft, now).await?;
        tx.commit().await?;
        Ok(())
    }

    fn page_name(&self, (client_id, channel_id): (i64, i64)) -> Result<String, Problem> {
        let page = self.channels.page_settings(client_id, channel_id);
        if page.enabled { Ok(page.name) } else { Err(Problem::not_found()) }
    }

    fn widget_view(
        &self,
        (client_id, channel_id): (i64, i64),
        name: String,
        row: Option<&WidgetRow>,
    ) -> LivechatWidget {
        let key = self.channels.page_key(client_id, channel_id).unwrap_or_default();
        LivechatWidget {
            channel_id,
            name,
            page_title: self.channels.page_settings(client_id, channel_id).title().to_owned(),
            page_accent: self.page_accent(client_id, channel_id),
            script_url: self.channels.absolute(&format!("/widget/{key}.js")),
            has_secret: row.is_some_and(|row| row.identity_secret.is_some()),
            draft: row.map(WidgetRow::draft).unwrap_or_default(),
        }
    }

    /// The colour that an admin gave a page; empty for the product's.
    pub(super) fn page_accent(&self, client_id: i64, channel_id: i64) -> String {
        let page = self.channels.page_settings(client_id, channel_id);
        page.settings["accent"].as_str().unwrap_or_default().to_owned()
    }

    /// The secret that identities at a page are signed with, if there is one.
    pub(super) async fn widget_secret(
        &self,
        conn: &mut Conn,
        (client_id, channel_id): (i64, i64),
    ) -> Result<Option<String>, Problem> {
        let row = store::one(conn, client_id, channel_id).await?;
        let Some(sealed) = row.and_then(|row| row.identity_secret) else { return Ok(None) };
        let context = secret_context(client_id, channel_id);
        let plain = self.keys.open_sealed(&context, &sealed);
        let plain = plain.map_err(|error| Problem::internal(error.to_string()))?;
        Ok(Some(String::from_utf8_lossy(&plain).into_owned()))
    }
}

fn act<'a>(action: Action, (id, name): (i64, &'a str), changes: Value) -> Act<'a> {
    Act { action, kind: "livechat_widget", id: id.to_string(), name, changes }
}
