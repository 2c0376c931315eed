//! What a plugin call is told about its account.

use super::registry::Channel;
use crate::channels::{Channels, store};
use crate::{
    db::Db,
    mail::Network,
    plugins::{Account, KvRead, Purpose, Secrets},
};
use futures_util::future::BoxFuture;
use std::{collections::BTreeMap, sync::Arc};

struct DbKv {
    db: Db,
    channel_id: i64,
}

impl KvRead for DbKv {
    fn get<'a>(&'a self, key: &'a str) -> BoxFuture<'a, anyhow::Result<Option<Vec<u8>>>> {
        Box::pin(async move {
            let mut conn = self.db.read().await?;
            Ok(store::kv(&mut conn, self.channel_id, key).await?)
        })
    }
}

/// The context under which an account's secrets are sealed.
pub(in crate::channels) fn seal_context(client_id: i64, hook_key: &str) -> String {
    format!("channel/{client_id}/{hook_key}")
}

impl Channels {
    /// An account's secrets. Ones that do not open (another key) are reported as absent, so that the
    /// admin is asked for them again.
    pub(in crate::channels) fn secrets(&self, channel: &Channel) -> Secrets {
        let row = &channel.row;
        let context = seal_context(row.client_id, &row.hook_key);
        match self.keys.open_sealed(&context, &row.secrets) {
            Ok(json) => {
                let map: BTreeMap<String, String> =
                    serde_json::from_slice(&json).unwrap_or_default();
                Secrets::from(map)
            }
            Err(error) => {
                tracing::error!(channel.id = row.id, %error, "an account's secrets do not open");
                Secrets::default()
            }
        }
    }

    /// The account as plugin calls get it.
    pub(in crate::channels) fn account(&self, channel: &Channel) -> Account {
        let row = &channel.row;
        Account {
            client_id: row.client_id,
            channel_id: row.id,
            plugin_id: row.plugin.clone(),
            config: serde_json::from_str(&row.settings).unwrap_or_default(),
            secrets: self.secrets(channel),
            public_url: self.public_url.clone(),
            kv: Arc::new(DbKv { db: self.db.clone(), channel_id: row.id }),
        }
    }

    /// The mail servers that an account may reach: its plugin's for its client.
    pub(in crate::channels) fn network_of(&self, account: &Account) -> Network {
        let purpose = Purpose::plugin(&account.plugin_id, account.client_id);
        self.network.through(self.host.egress().to(purpose))
    }

    /// Where the provider calls; empty when this desk has no public address.
    pub(in crate::channels) fn webhook_url(&self, channel: &Channel) -> String {
        if self.public_url.is_empty() {
            return String::new();
        }
        format!("{}/hooks/{}", self.public_url.trim_end_matches('/'), channel.row.hook_key)
    }
}
