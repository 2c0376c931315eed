//! What sites and their visitors get without a login: the script, the frame, and who a visitor is.

use super::{
    check,
    identity::{self, VisitorIdentity},
    model::{LivechatWidgetDraft, WidgetSettings},
    store,
};
use crate::{
    db::DbResult,
    http::{Problem, web_file_text},
    livechat::Livechat,
};

/// The colour where nobody chose one.
const ACCENT: &str = "#0B7A75";
/// Bytes of the address of a site's page.
const ADDRESS_MAX: usize = 2_000;
/// The web build's script, and what stands in it for the settings.
const LOADER: &str = "widget/loader.js";
const PLACEHOLDER: &str = "__PATCHBAY_WIDGET__";

impl Livechat {
    /// The widget behind a page's key, if it is switched on.
    async fn widget_of(&self, key: &str) -> DbResult<Option<((i64, i64), LivechatWidgetDraft)>> {
        let Some((client_id, channel_id)) = self.channels.page(key) else { return Ok(None) };
        let mut conn = self.db.read().await?;
        let row = store::one(&mut conn, client_id, channel_id).await?;
        let draft = row.map(|row| row.draft()).filter(|draft| draft.enabled);
        Ok(draft.map(|draft| ((client_id, channel_id), draft)))
    }

    /// The script that a site loads, with how its widget looks; none where there is no widget.
    pub(in crate::livechat) async fn widget_script(
        &self,
        key: &str,
    ) -> Result<Option<String>, Problem> {
        let Some(((client_id, channel_id), draft)) = self.widget_of(key).await? else {
            return Ok(None);
        };
        let page = self.page_accent(client_id, channel_id);
        let accent = [draft.accent.as_str(), page.as_str(), ACCENT];
        let settings = WidgetSettings {
            key,
            origin: self.channels.absolute("").trim_end_matches('/').to_owned(),
            position: draft.position,
            accent: accent.into_iter().find(|colour| !colour.is_empty()).unwrap_or(ACCENT),
            texts: &draft.texts,
            greeting: draft.greeting.as_ref(),
            fresh: draft.fresh_on_reload,
        };
        // JSON is JavaScript (ECMA-262, since 2019). It stands in a file of its own, never in a page.
        let settings = serde_json::to_string(&settings)
            .map_err(|error| Problem::internal(error.to_string()))?;
        let loader = web_file_text(LOADER)
            .ok_or_else(|| Problem::internal("the web files have no widget".to_owned()))?;
        Ok(Some(loader.replacen(PLACEHOLDER, &settings, 1)))
    }

    /// Which sites may embed the frame, as a content policy lists them.
    pub(in crate::livechat) async fn widget_ancestors(&self, key: &str) -> Result<String, Problem> {
        let Some((_, draft)) = self.widget_of(key).await? else { return Ok("'none'".to_owned()) };
        // The desk itself shows it to who sets it.
        Ok(format!("'self' {}", draft.sites.join(" ")))
    }

    /// The address of the page on which a widget was opened, if it is one of the widget's sites: agents
    /// follow it, so that nobody may name another. Queries and fragments may hold secrets and are left out.
    pub(in crate::livechat) async fn site_page(&self, key: &str, text: &str) -> DbResult<String> {
        let Ok(mut url) = url::Url::parse(text.trim()) else { return Ok(String::new()) };
        url.set_fragment(None);
        url.set_query(None);
        let plain = url.username().is_empty() && url.password().is_none();
        if !plain || url.as_str().len() > ADDRESS_MAX {
            return Ok(String::new());
        }
        let widget = self.widget_of(key).await?;
        let named = widget.is_some_and(|(_, draft)| check::allows(&draft.sites, &url));
        Ok(if named { url.into() } else { String::new() })
    }

    /// Who a site says its visitor is.
    ///
    /// # Errors
    /// `invalid`, with what the site has to do.
    pub(in crate::livechat) async fn visitor_identity(
        &self,
        page: (i64, i64),
        token: &str,
    ) -> Result<VisitorIdentity, Problem> {
        let mut conn = self.db.read().await?;
        let secret = self.widget_secret(&mut conn, page).await?;
        drop(conn);
        let Some(secret) = secret else {
            let text = "This widget has no secret to sign with. Make one in the settings first.";
            return Err(Problem::field("identity", text));
        };
        let now_s = self.clock.now_ms().div_euclid(1_000);
        identity::read(token, &secret, now_s).map_err(|why| Problem::field("identity", why))
    }
}
