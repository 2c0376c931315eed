//! Accounts and plugins as the API shows them.

use super::registry::Channel;
use crate::channels::{
    Channels,
    api::{ChannelAccount, ChannelDeclaration, ChannelList, ChannelState, PluginFace},
    model::{ChannelRow, takes_signatures},
};
use crate::{
    http::AnyJson,
    plugins::{
        Face, Interface,
        manifest::{self, Opens},
    },
};
use base64::Engine as _;
use serde_json::{Value, json};

/// An account. Secrets are shown only as set or not.
#[must_use]
pub(in crate::channels) fn channel_view(channels: &Channels, channel: &Channel) -> ChannelAccount {
    let row = &channel.row;
    let secrets = channels.secrets(channel);
    let mut settings: Value = serde_json::from_str(&row.settings).unwrap_or_default();
    if let Some(plugin) = &channel.plugin
        && let Some(properties) = plugin.schema["properties"].as_object()
        && let Value::Object(settings) = &mut settings
    {
        for (name, property) in properties {
            if property["x-secret"] == true {
                settings.insert(name.clone(), json!({ "set": secrets.get(name).is_some() }));
            }
        }
    }
    let (inbound, outbound) = channel.breaker.traffic();
    let newest = |stored: Option<i64>, seen: i64| stored.max((seen > 0).then_some(seen));
    let live = channel.plugin.as_ref().is_some_and(|p| p.manifest.offers(Interface::Visitor));
    ChannelAccount {
        id: row.id,
        plugin: row.plugin.clone(),
        name: row.name.clone(),
        title: row.title.clone(),
        enabled: row.enabled,
        webhook_url: webhook_url(channels, channel),
        public_link: live.then(|| page_url(channels, row)),
        state: ChannelState {
            status: row.status.clone(),
            reason: row.status_reason.clone(),
            since: row.status_at,
        },
        settings: AnyJson(settings),
        created_at: row.created_at,
        last_inbound_at: newest(row.last_inbound_at, inbound),
        last_outbound_at: newest(row.last_outbound_at, outbound),
    }
}

/// The address to give to the provider; shown even where it is not public, so that a tunnel or a
/// test can use it. Empty for plugins that are never called.
fn webhook_url(channels: &Channels, channel: &Channel) -> String {
    let called = channel.plugin.as_ref().is_some_and(|p| p.manifest.offers(Interface::Webhook));
    if !called {
        return String::new();
    }
    let public = channels.webhook_url(channel);
    if public.is_empty() {
        format!("{}/hooks/{}", channels.base_url.trim_end_matches('/'), channel.row.hook_key)
    } else {
        public
    }
}

fn page_url(channels: &Channels, row: &ChannelRow) -> String {
    let base =
        if channels.public_url.is_empty() { &channels.base_url } else { &channels.public_url };
    format!("{}/visit/{}", base.trim_end_matches('/'), row.page_key)
}

/// A plugin, as everybody who works with its channels needs it.
#[must_use]
pub fn plugin_face(plugin: &Face<'_>) -> PluginFace {
    let m = plugin.manifest;
    let icon = data_uri(plugin.icon_svg);
    let declared = |c: &manifest::Channel| {
        let own = c.icon.as_ref().and_then(|name| plugin.icons.get(name));
        ChannelDeclaration {
            value: c.value.clone(),
            name: c.name.clone(),
            group: c.group.clone(),
            report_group: c.report_group.as_ref().unwrap_or(&c.group).clone(),
            identity: c.identity,
            signature: takes_signatures(m),
            opens: match c.opens {
                Opens::Ticket => ChannelList::Ticket,
                Opens::Livechat => ChannelList::Livechat,
            },
            color: c.color.as_ref().unwrap_or(&m.color).clone(),
            icon: own.map_or_else(|| icon.clone(), |svg| data_uri(svg)),
        }
    };
    let texts = plugin.texts.iter();
    PluginFace {
        id: m.id.clone(),
        name: m.name.clone(),
        version: m.version.clone(),
        description: m.description.clone(),
        maker: m.maker.clone(),
        license: m.license.clone(),
        color: m.color.clone(),
        channels: m.channels.iter().map(declared).collect(),
        icon,
        interfaces: m.interfaces.clone(),
        send: m.send.clone(),
        hosts: m.net.hosts.clone(),
        texts: texts.map(|(lang, texts)| (lang.clone(), AnyJson(texts.clone()))).collect(),
    }
}

fn data_uri(svg: &str) -> String {
    let encoded = base64::engine::general_purpose::STANDARD.encode(svg);
    format!("data:image/svg+xml;base64,{encoded}")
}
