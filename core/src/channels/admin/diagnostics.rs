//! Admins look at what they connected: accounts, their logs and costs, and what could not be read.

use crate::channels::{
    Channels,
    account::registry::Channel,
    api::{ChannelAccount, ChannelLogLine, InputError, Page, PluginUsage, QuarantinedInput},
    inbound::replay::{Replayed, Version},
    store::{self, UsageScope},
    usage::Period,
};
use crate::{
    accounts::Caller,
    http::{AnyJson, Code, Problem},
};
use serde_json::Value;
use std::sync::Arc;

/// Entries of a page, of whatever is listed.
const PAGE: i64 = 50;

impl Channels {
    /// The client's accounts.
    pub(in crate::channels) fn list(
        &self,
        caller: &Caller,
    ) -> Result<Vec<ChannelAccount>, Problem> {
        caller.require_admin()?;
        Ok(self.views(caller.client_id))
    }

    /// One account.
    pub(in crate::channels) fn show(
        &self,
        caller: &Caller,
        id: i64,
    ) -> Result<ChannelAccount, Problem> {
        caller.require_admin()?;
        self.view_of(caller.client_id, id)
    }

    /// A page of an account's log.
    pub(in crate::channels) async fn log_of(
        &self,
        caller: &Caller,
        id: i64,
        before: i64,
    ) -> Result<Page<ChannelLogLine>, Problem> {
        caller.require_admin()?;
        let channel = self.find(caller.client_id, id)?;
        let mut conn = self.db.read().await?;
        let (client_id, id) = (caller.client_id, channel.row.id);
        Ok(log_lines(store::log_page(&mut conn, client_id, id, before, PAGE).await?))
    }

    /// A page of a plugin's log, over all accounts of the client.
    pub(in crate::channels) async fn plugin_log(
        &self,
        caller: &Caller,
        plugin: &str,
        before: i64,
    ) -> Result<Page<ChannelLogLine>, Problem> {
        caller.require_admin()?;
        let client_id = self.client_of(caller, plugin)?;
        let mut conn = self.db.read().await?;
        Ok(log_lines(store::log_page_of_plugin(&mut conn, client_id, plugin, before, PAGE).await?))
    }

    /// What the calls of a plugin cost the client.
    pub(in crate::channels) async fn plugin_usage(
        &self,
        caller: &Caller,
        plugin: &str,
        period: Period,
    ) -> Result<PluginUsage, Problem> {
        caller.require_admin()?;
        let client_id = self.client_of(caller, plugin)?;
        Ok(self.usage_of(UsageScope { client_id, plugin, channel_id: None }, period).await?)
    }

    /// What the calls of an account cost.
    pub(in crate::channels) async fn channel_usage(
        &self,
        caller: &Caller,
        id: i64,
        period: Period,
    ) -> Result<PluginUsage, Problem> {
        caller.require_admin()?;
        let channel = self.find(caller.client_id, id)?;
        let (client_id, plugin) = (caller.client_id, channel.row.plugin.as_str());
        let channel_id = Some(channel.row.id);
        Ok(self.usage_of(UsageScope { client_id, plugin, channel_id }, period).await?)
    }

    /// The caller's client, which has to know the plugin.
    fn client_of(&self, caller: &Caller, plugin: &str) -> Result<i64, Problem> {
        if self.knows_plugin(caller.client_id, plugin) {
            Ok(caller.client_id)
        } else {
            Err(Problem::not_found())
        }
    }

    /// A page of the inputs that could not be read, of one account or of all.
    pub(in crate::channels) async fn quarantined(
        &self,
        caller: &Caller,
        channel: Option<i64>,
        before: i64,
    ) -> Result<Page<QuarantinedInput>, Problem> {
        caller.require_admin()?;
        let mut conn = self.db.read().await?;
        let rows = store::quarantined(&mut conn, caller.client_id, channel, before, PAGE).await?;
        let more = i64::try_from(rows.len()).is_ok_and(|n| n == PAGE);
        let shown = |row: &store::Input| {
            let channel = self.registry.of_client(caller.client_id, row.channel_id);
            let body = row.body.as_deref().unwrap_or_default();
            QuarantinedInput {
                id: row.id,
                channel_id: row.channel_id,
                channel_name: channel.map(|c| c.row.name.clone()).unwrap_or_default(),
                kind: row.kind.clone(),
                received_at: row.received_at,
                attempts: row.attempts,
                error: InputError {
                    code: row.error_code.clone(),
                    message: row.error_message.clone(),
                },
                size: body.len(),
                blob: row.body_blob.clone(),
                preview: String::from_utf8_lossy(body).chars().take(300).collect(),
            }
        };
        Ok(Page { data: rows.iter().map(shown).collect(), more })
    }

    /// An admin has a quarantined input run again.
    pub(in crate::channels) async fn replay_for(
        &self,
        caller: &Caller,
        id: i64,
        version: Version,
    ) -> Result<Replayed, Problem> {
        let author = caller.admin()?;
        let input = self.kept_input(caller, id).await?;
        if input.state == "done" {
            return Ok(Replayed::Gone);
        }
        let channel = self.channel_of(caller, &input)?;
        Ok(self.replay_with(Some(&author), &channel, &input, version).await?)
    }

    /// A quarantined input as a file, and the plugin it is for.
    pub(in crate::channels) async fn export_for(
        &self,
        caller: &Caller,
        id: i64,
    ) -> Result<(String, Value), Problem> {
        caller.require_admin()?;
        let input = self.kept_input(caller, id).await?;
        let channel = self.channel_of(caller, &input)?;
        Ok((channel.row.plugin.clone(), self.export(&channel, &input).await))
    }

    async fn kept_input(&self, caller: &Caller, id: i64) -> Result<store::Input, Problem> {
        let mut conn = self.db.read().await?;
        store::input(&mut conn, caller.client_id, id).await?.ok_or_else(Problem::not_found)
    }

    fn channel_of(&self, caller: &Caller, input: &store::Input) -> Result<Arc<Channel>, Problem> {
        let found = self.registry.of_client(caller.client_id, input.channel_id);
        found.ok_or_else(|| Problem::new(Code::Conflict, "The account of this input was removed."))
    }
}

/// A page of lines; the page is full when there may be more.
fn log_lines(rows: Vec<store::LogRow>) -> Page<ChannelLogLine> {
    let more = i64::try_from(rows.len()).is_ok_and(|n| n == PAGE);
    let line = |row: store::LogRow| ChannelLogLine {
        id: row.id,
        channel_id: row.channel_id,
        ts_ms: row.created_at,
        level: row.level,
        call: row.call,
        message: row.message,
        fields: AnyJson(serde_json::from_str(&row.fields).unwrap_or_default()),
        code: row.code,
        input_id: row.input_id,
    };
    Page { data: rows.into_iter().map(line).collect(), more }
}
