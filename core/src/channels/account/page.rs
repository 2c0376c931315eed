//! Public pages of accounts: what the live chat room needs to show them.

use crate::channels::Channels;
use crate::{plugins::Interface, tickets::SendRules};
use serde_json::Value;

/// A public page's account.
#[derive(Clone, Debug, Default)]
pub struct PageSettings {
    /// The account exists, is switched on and has a page.
    pub enabled: bool,
    pub name: String,
    /// The value of the plugin's first channel, such as `LIVECHAT`; empty without a plugin.
    pub channel: String,
    /// Settings that are not secret.
    pub settings: Value,
    pub rules: SendRules,
}

impl PageSettings {
    /// What visitors read over the page: its title, or else the account's name.
    #[must_use]
    pub fn title(&self) -> &str {
        let title = self.settings["page_title"].as_str().unwrap_or_default();
        if title.is_empty() { &self.name } else { title }
    }
}

impl Channels {
    /// The client and account behind a public page's key.
    #[must_use]
    pub fn page(&self, key: &str) -> Option<(i64, i64)> {
        let channel = self.registry.by_page(key).filter(|c| c.row.enabled)?;
        let has_page = channel.plugin.as_ref()?.manifest.offers(Interface::Visitor);
        has_page.then_some((channel.row.client_id, channel.row.id))
    }

    /// The key of an account's public page.
    #[must_use]
    pub fn page_key(&self, client_id: i64, channel_id: i64) -> Option<String> {
        Some(self.registry.of_client(client_id, channel_id)?.row.page_key.clone())
    }

    /// How an account's page looks.
    #[must_use]
    pub fn page_settings(&self, client_id: i64, channel_id: i64) -> PageSettings {
        let Some(channel) = self.registry.of_client(client_id, channel_id) else {
            return PageSettings::default();
        };
        let offers = channel.plugin.as_ref().is_some_and(|p| p.manifest.offers(Interface::Visitor));
        let value = channel.plugin.as_ref().and_then(|p| p.manifest.channels.first());
        PageSettings {
            enabled: channel.row.enabled && offers,
            name: channel.row.name.clone(),
            channel: value.map(|channel| channel.value.clone()).unwrap_or_default(),
            settings: serde_json::from_str(&channel.row.settings).unwrap_or_default(),
            rules: channel.rules.clone(),
        }
    }

    /// The client's accounts that have a page and are switched on: id and name, oldest first.
    #[must_use]
    pub fn pages(&self, client_id: i64) -> Vec<(i64, String)> {
        let mut pages: Vec<(i64, String)> = self
            .registry
            .all_across_clients()
            .into_iter()
            .filter(|c| c.row.client_id == client_id && self.page(&c.row.page_key).is_some())
            .map(|c| (c.row.id, c.row.name.clone()))
            .collect();
        pages.sort_unstable_by_key(|page| page.0);
        pages
    }

    /// The address of some public page, for the demo's links.
    #[must_use]
    pub fn first_page_link(&self) -> Option<String> {
        let mut pages: Vec<_> = self
            .registry
            .all_across_clients()
            .into_iter()
            .filter(|c| self.page(&c.row.page_key).is_some())
            .collect();
        pages.sort_by_key(|c| c.row.id);
        pages.first().map(|c| self.absolute(&format!("/visit/{}", c.row.page_key)))
    }

    /// An absolute address of this desk, for links that people pass on.
    #[must_use]
    pub fn absolute(&self, path: &str) -> String {
        let base = if self.public_url.is_empty() { &self.base_url } else { &self.public_url };
        format!("{}{path}", base.trim_end_matches('/'))
    }
}
