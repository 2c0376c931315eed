//! What a widget is: as an admin sets it, and as a site's script carries it.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Which edge of the window the button stands at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::livechat) enum WidgetPosition {
    Left,
    #[default]
    Right,
}

impl WidgetPosition {
    /// As it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// From its column.
    pub fn named(word: &str) -> Self {
        if word == "left" { Self::Left } else { Self::Right }
    }
}

/// The words of a widget in one language. What is empty is the product's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub(in crate::livechat) struct WidgetTexts {
    /// Over the chat: at most 60 characters.
    pub title: String,
    /// Beside the button's mark: at most 40.
    pub launcher: String,
    /// What the greeting says: at most 200.
    pub greeting: String,
}

/// A greeting that shows by itself, at most once a day in a browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(in crate::livechat) struct WidgetGreeting {
    /// Seconds on the page, 3 to 3,600.
    pub after_seconds: i64,
    /// Beginnings of paths, at most 20; none for every page.
    #[serde(default)]
    pub pages: Vec<String>,
}

/// A widget as an admin sets it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub(in crate::livechat) struct LivechatWidgetDraft {
    pub enabled: bool,
    /// Who may embed it, at most 50: `https://shop.example`, `https://*.shop.example`. Without a scheme it
    /// is https.
    pub sites: Vec<String>,
    pub position: WidgetPosition,
    /// `#` and six hex digits; empty for the page's.
    pub accent: String,
    /// By language: `en`, `ms` or `zh`.
    pub texts: BTreeMap<String, WidgetTexts>,
    pub greeting: Option<WidgetGreeting>,
    /// Whether a chat begins anew when its site is loaded again.
    pub fresh_on_reload: bool,
}

/// A page's widget.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::livechat) struct LivechatWidget {
    pub channel_id: i64,
    /// Of the page.
    pub name: String,
    /// What visitors read over the page, which a widget without a title of its own has.
    pub page_title: String,
    /// The colour of the page, which a widget without one has.
    pub page_accent: String,
    /// What a site loads.
    pub script_url: String,
    /// Whether sites can sign who a visitor is.
    pub has_secret: bool,
    #[serde(flatten)]
    pub draft: LivechatWidgetDraft,
}

/// What a site signs identities with. It is shown once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::livechat) struct WidgetSecret {
    /// 64 hex digits, used as they are written.
    pub secret: String,
}

/// What the script on a site is told.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WidgetSettings<'a> {
    pub key: &'a str,
    pub origin: String,
    pub position: WidgetPosition,
    pub accent: &'a str,
    pub texts: &'a BTreeMap<String, WidgetTexts>,
    pub greeting: Option<&'a WidgetGreeting>,
    pub fresh: bool,
}
