//! Admins connect, check, change and remove accounts.

use super::{audit_lines, checked::Checked};
use crate::channels::{
    Channels,
    account::{
        call_context::seal_context,
        health::{Status, code_of},
        registry::{CHANGED, Channel},
        view::channel_view,
    },
    api::{Change, ChannelAccount, ChannelCheck, ChannelCheckProblem, NewAccount},
    inbound::mailbox::{imap_settings, smtp_settings},
    model::{ChannelRow, check_settings, split_settings},
    store,
};
use crate::{
    accounts::Caller,
    audit::{self, Author},
    http::{Code, Problem},
    mail::{self, MailError},
    plugins::{CallError, Called, Detail, Failure, Interface, Plugin, Secrets, Validation},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};

impl Channels {
    /// An admin connects an account.
    pub(in crate::channels) async fn connect(
        &self,
        caller: &Caller,
        new: &NewAccount,
    ) -> Result<ChannelAccount, Problem> {
        self.connect_by(&caller.admin()?, new).await
    }

    /// Connects an account: stores it, checks it with the plugin, and tells the provider where to
    /// call. An account that does not check out is kept, with its state saying what to do.
    async fn connect_by(
        &self,
        author: &Author,
        new: &NewAccount,
    ) -> Result<ChannelAccount, Problem> {
        let client_id = author.client_id;
        let plugin = self.host.plugin(&new.plugin).ok_or_else(|| {
            Problem::field("plugin", format!("There is no plugin {:?}.", new.plugin))
        })?;
        if self.registry.is_switched_off(client_id, &new.plugin) {
            let text = "The plugin is switched off for this desk: switch it on first.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let (settings, secrets) =
            self.read_settings(&plugin, &new.settings, &Secrets::default(), &Value::Null)?;
        let name = match new.name.trim() {
            "" => plugin.manifest.name.clone(),
            name => name.chars().take(80).collect(),
        };
        let (hook_key, page_key) = (self.ids.token(32), self.ids.token(16));
        let sealed = self.seal(client_id, &hook_key, &secrets);
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let settings = settings.to_string();
        let row = store::NewChannel {
            client_id,
            plugin: &new.plugin,
            name: &name,
            settings: &settings,
            secrets: &sealed,
            hook_key: &hook_key,
            page_key: &page_key,
            now,
        };
        let id = store::insert(&mut tx, &row).await?;
        let act = audit_lines::connected(id, &new.plugin, &name, &new.settings);
        audit::note(&mut tx, author, &act, now).await?;
        tx.queued(CHANGED);
        tx.commit().await?;
        self.reload_account(client_id, id).await?;
        self.establish(client_id, id, self.clock.now_ms()).await?;
        self.reconsider.notify_one();
        self.view_of(client_id, id)
    }

    /// Connects an account from inside the program: the demo's.
    ///
    /// # Errors
    /// What the admin's call answers.
    pub async fn connect_account(
        &self,
        client_id: i64,
        plugin: &str,
        name: &str,
        settings: Value,
    ) -> Result<ChannelAccount, Problem> {
        let new = NewAccount { plugin: plugin.to_owned(), name: name.to_owned(), settings };
        self.connect_by(&Author::patchbay(client_id), &new).await
    }

    /// Changes an account; a change of settings connects it anew.
    pub(in crate::channels) async fn change(
        &self,
        caller: &Caller,
        id: i64,
        change: &Change,
    ) -> Result<ChannelAccount, Problem> {
        let author = &caller.admin()?;
        let client_id = author.client_id;
        let channel = self.find(client_id, id)?;
        let row = &channel.row;
        let plugin = channel.plugin.clone();
        let old = self.secrets(&channel);
        let before: Value = serde_json::from_str(&row.settings).unwrap_or_default();
        let (settings, sealed) = match (&change.settings, plugin) {
            (Some(entered), Some(plugin)) => {
                let (settings, secrets) = self.read_settings(&plugin, entered, &old, &before)?;
                (settings, self.seal(client_id, &row.hook_key, &secrets))
            }
            (Some(_), None) => {
                return Err(Problem::new(Code::Conflict, "The plugin is not installed."));
            }
            (None, _) => (before, row.secrets.clone()),
        };
        let name = change.name.as_deref().map_or(row.name.as_str(), str::trim);
        if name.is_empty() {
            return Err(Problem::field("name", "This cannot be empty."));
        }
        let switched_off = self.registry.is_switched_off(client_id, &row.plugin);
        if change.enabled == Some(true) && switched_off {
            let text = "The plugin is switched off for this desk: switch it on first.";
            return Err(Problem::new(Code::Conflict, text));
        }
        let enabled = change.enabled.unwrap_or(channel.on);
        let mut tx = self.db.begin().await?;
        let text = settings.to_string();
        store::update(&mut tx, client_id, id, name, &text, &sealed, enabled).await?;
        if let Some(act) = audit_lines::changed(row, channel.on, name, change) {
            audit::note(&mut tx, author, &act, self.clock.now_ms()).await?;
        }
        if !enabled {
            self.set_status(&mut tx, &channel, Status::Paused, "An admin paused it.", None).await?;
        } else if !channel.on {
            self.set_status(&mut tx, &channel, Status::Connecting, "", None).await?;
        }
        tx.queued(CHANGED);
        // From here on the account is at work with these settings, whenever the check comes to run.
        let changed_at = self.clock.now_ms();
        tx.commit().await?;
        self.reload_account(client_id, id).await?;
        if enabled && !switched_off && (change.settings.is_some() || !channel.on) {
            self.establish(client_id, id, changed_at).await?;
        }
        self.reconsider.notify_one();
        self.view_of(client_id, id)
    }

    /// Removes an account. Its tickets and messages stay.
    pub(in crate::channels) async fn disconnect(
        &self,
        caller: &Caller,
        id: i64,
    ) -> Result<(), Problem> {
        let author = &caller.admin()?;
        let client_id = author.client_id;
        let channel = self.find(client_id, id)?;
        let account = self.account(&channel);
        let mut tx = self.db.begin().await?;
        let now = self.clock.now_ms();
        store::remove(&mut tx, client_id, id, now).await?;
        audit::note(&mut tx, author, &audit_lines::removed(&channel.row), now).await?;
        tx.queued(CHANGED);
        tx.commit().await?;
        self.reload_account(client_id, id).await?;
        self.reconsider.notify_one();
        // The provider is told afterwards and best effort: an account that no longer works must
        // still be removable.
        if channel.plugin.is_some() {
            let called = self.host.connect(&account, "").await;
            if let Err(error) = called.result {
                tracing::info!(channel.id = id, %error, "the provider was not told of a removal");
            }
        }
        Ok(())
    }

    /// Checks an account: mail servers by the host, everything else by the plugin.
    pub(in crate::channels) async fn check(
        &self,
        caller: &Caller,
        id: i64,
    ) -> Result<ChannelCheck, Problem> {
        caller.require_admin()?;
        let channel = self.find(caller.client_id, id)?;
        let outcome = self.validate(&channel, self.clock.now_ms(), 0).await?;
        let problem = |(setting, detail): (String, Detail)| ChannelCheckProblem {
            setting,
            code: detail.code,
            message: detail.message,
            provider: detail.provider,
        };
        let problems: Vec<_> = outcome.problems.into_iter().map(problem).collect();
        let ok = problems.is_empty();
        Ok(ChannelCheck { ok, title: outcome.title, facts: outcome.facts, problems })
    }

    /// Runs the check and records its outcome as the account's state, which does not hide trouble that
    /// showed since the settings were there, in milliseconds. Where only the network was in the way, it
    /// is looked at again; `looks` is how often that was in vain.
    async fn validate(
        &self,
        channel: &Channel,
        since: i64,
        looks: i64,
    ) -> Result<Validation, Problem> {
        let account = self.account(channel);
        let Called { result, report } = self.host.check(&account).await;
        let mut checked = Checked::new(result);
        if channel.plugin.as_ref().is_some_and(|p| p.manifest.mail.is_some()) {
            self.check_mail(channel, &mut checked.outcome).await;
        }
        let mut tx = self.db.begin().await?;
        self.record_call(&mut tx, channel, "check", &report).await?;
        let (status, reason) = checked.state();
        if channel.row.enabled {
            let title = checked.outcome.title.as_deref();
            let seen_at = if status == Status::Ok { since } else { i64::MAX };
            self.set_status_seen(&mut tx, channel, status, &reason, title, seen_at).await?;
            if status == Status::Degraded {
                self.plan_look(&mut tx, (channel.row.client_id, channel.row.id), looks).await?;
            }
        }
        tx.commit().await?;
        self.reload_account(channel.row.client_id, channel.row.id).await?;
        Ok(checked.outcome)
    }

    async fn check_mail(&self, channel: &Channel, outcome: &mut Validation) {
        let account = self.account(channel);
        let names = channel.plugin.as_ref().and_then(|p| p.manifest.mail.clone());
        let Some(names) = names else { return };
        let network = self.network_of(&account);
        match imap_settings(channel, &account.config, &account.secrets) {
            Some(settings) => match mail::check_imap(&settings, &network).await {
                Ok(facts) => outcome.facts.extend(facts),
                Err(error) => outcome.problems.push(mail_problem(&names.imap, "imap", &error)),
            },
            None => outcome.problems.push(missing(&names.imap.host)),
        }
        match smtp_settings(channel, &account.config, &account.secrets) {
            Some(settings) => match mail::check_smtp(&settings, &network).await {
                Ok(facts) => outcome.facts.extend(facts),
                Err(error) => outcome.problems.push(mail_problem(&names.smtp, "smtp", &error)),
            },
            None => outcome.problems.push(missing(&names.smtp.host)),
        }
    }

    /// Checks an account whose settings are new since a time in milliseconds and, when that goes well,
    /// tells the provider where to call.
    pub(in crate::channels) async fn establish(
        &self,
        client_id: i64,
        id: i64,
        since: i64,
    ) -> Result<(), Problem> {
        self.establish_after(client_id, id, since, 0).await
    }

    /// The same after so many looks in vain.
    pub(in crate::channels) async fn establish_after(
        &self,
        client_id: i64,
        id: i64,
        since: i64,
        looks: i64,
    ) -> Result<(), Problem> {
        let channel = self.find(client_id, id)?;
        let Some(plugin) = &channel.plugin else { return Ok(()) };
        let outcome = self.validate(&channel, since, looks).await?;
        if !outcome.problems.is_empty() || !plugin.manifest.offers(Interface::Settings) {
            return Ok(());
        }
        let account = self.account(&channel);
        let Called { result, report } =
            self.host.connect(&account, &self.webhook_url(&channel)).await;
        let mut tx = self.db.begin().await?;
        self.record_call(&mut tx, &channel, "connect", &report).await?;
        if let Err(error) = result {
            let text = format!("{}: {error}", code_of(&error));
            self.note(&mut tx, &channel, "error", "connect", &text).await?;
            let status = match &error {
                CallError::Failure(Failure::AuthExpired(_)) => Status::AuthFailed,
                CallError::Failure(Failure::NeedsConfig(_)) => Status::NeedsConfig,
                _ => Status::Degraded,
            };
            self.set_status(&mut tx, &channel, status, &error.to_string(), None).await?;
            let for_good = matches!(error, CallError::Failure(Failure::Permanent(_)));
            if status == Status::Degraded && !for_good {
                self.plan_look(&mut tx, (client_id, id), looks).await?;
            }
        }
        tx.commit().await?;
        self.reload_account(client_id, id).await?;
        Ok(())
    }

    fn read_settings(
        &self,
        plugin: &Arc<Plugin>,
        entered: &Value,
        old: &Secrets,
        before: &Value,
    ) -> Result<(Value, Vec<(String, String)>), Problem> {
        let empty = json!({});
        let entered = if entered.is_null() { &empty } else { entered };
        let Some(given) = entered.as_object() else {
            return Err(Problem::field("settings", "Settings are an object of names and values."));
        };
        let mut merged = before.as_object().cloned().unwrap_or_default();
        // `{"set": …}` is how a secret is shown; sent back, it means "keep it".
        merged.extend(
            given.iter().filter(|(_, v)| !v.is_object()).map(|(k, v)| (k.clone(), v.clone())),
        );
        let merged = Value::Object(merged);
        let (settings, mut secrets) = split_settings(&plugin.schema, &merged, old);
        if let Some(properties) = plugin.schema["properties"].as_object() {
            for (name, property) in properties {
                let length = property["x-generated"].as_u64();
                if let Some(length) = length
                    && !secrets.iter().any(|(have, _)| have == name)
                {
                    let length = usize::try_from(length).unwrap_or(32).clamp(16, 256);
                    secrets.push((name.clone(), self.ids.token(length)));
                }
            }
        }
        let wrong = check_settings(&plugin.schema, &settings, &secrets, &merged);
        if wrong.is_empty() {
            return Ok((settings, secrets));
        }
        let problem = Problem::invalid("Some settings are missing or wrong.");
        Err(wrong.into_iter().fold(problem, |p, (name, text)| p.with_field(&name, text)))
    }

    fn seal(&self, client_id: i64, hook_key: &str, secrets: &[(String, String)]) -> Vec<u8> {
        let map: BTreeMap<&str, &str> =
            secrets.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        let json = serde_json::to_vec(&map).unwrap_or_default();
        self.keys.seal(&seal_context(client_id, hook_key), &json, &self.ids)
    }

    pub(in crate::channels) fn find(
        &self,
        client_id: i64,
        id: i64,
    ) -> Result<Arc<Channel>, Problem> {
        self.registry.of_client(client_id, id).ok_or_else(Problem::not_found)
    }

    pub(in crate::channels) fn view_of(
        &self,
        client_id: i64,
        id: i64,
    ) -> Result<ChannelAccount, Problem> {
        Ok(channel_view(self, &*self.find(client_id, id)?))
    }

    /// All accounts of a client, oldest first.
    pub(in crate::channels) fn views(&self, client_id: i64) -> Vec<ChannelAccount> {
        let mut own: Vec<Arc<Channel>> = self
            .registry
            .all_across_clients()
            .into_iter()
            .filter(|c| c.row.client_id == client_id)
            .collect();
        own.sort_by_key(|c: &Arc<Channel>| c.row.id);
        own.iter().map(|c| channel_view(self, c)).collect()
    }
}

fn missing(setting: &str) -> (String, Detail) {
    (setting.to_owned(), Detail::new("mail.settings", "Enter the server's name and port."))
}

fn mail_problem(
    names: &crate::plugins::manifest::MailServer,
    kind: &str,
    error: &MailError,
) -> (String, Detail) {
    let (setting, code, text) = match error {
        MailError::Auth(_) => (&names.password, "auth", "The server refused this login."),
        MailError::Address(_) => {
            (&names.host, "address", "The server cannot be reached by that name.")
        }
        MailError::Connect(_) => (&names.host, "connect", "No connection to the server."),
        MailError::Tls(_) => (&names.security, "tls", "The encrypted connection failed."),
        MailError::Server(_) => (&names.host, "server", "The server answered with an error."),
        MailError::Folder(_) => {
            (names.folder.as_ref().unwrap_or(&names.host), "folder", "The folder cannot be opened.")
        }
    };
    let detail = Detail {
        code: format!("{kind}.{code}"),
        message: format!("{text} {error}"),
        provider: Some(error.to_string()),
    };
    (setting.clone(), detail)
}

impl ChannelRow {
    /// Whether this account belongs to a client.
    #[must_use]
    pub fn is_of(&self, client_id: i64) -> bool {
        self.client_id == client_id
    }
}
