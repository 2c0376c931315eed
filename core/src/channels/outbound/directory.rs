//! Who is behind an id: looked up when a person is first seen and at most once a day, by a job, so that
//! no message waits for it.

use crate::channels::{Channels, account::registry::Channel};
use crate::{
    contacts::{
        self, Person, ProviderProfile,
        events::{ContactUpdated, EventContact},
    },
    db::{DbResult, Tx},
    events::{Audience, NewEvent},
    jobs::{Class, Job, JobError, NewJob, queue},
    plugins::{CallError, Called, Failure, Interface, Profile},
    tickets,
};
use serde::Deserialize;
use serde_json::json;

/// The kind of job.
pub(in crate::channels) const LOOKUP: &str = "directory";

const DAY_MS: i64 = 86_400_000;
/// Attempts of one look-up; tomorrow is another day.
const ATTEMPTS_MAX: i64 = 5;
/// A picture that is larger is none of a face.
const AVATAR_MAX: u64 = 1 << 20;
const AVATAR_TYPES: [&str; 4] = ["image/png", "image/jpeg", "image/webp", "image/gif"];
/// Facts that are kept of a profile.
const FACTS_MAX: usize = 20;

#[derive(Deserialize)]
struct LookupJob {
    channel_id: i64,
    scope: String,
    external_id: String,
    thread: String,
}

impl Channels {
    /// Plans a look-up of somebody who wrote, when it is time for one.
    pub(in crate::channels) async fn plan_lookup(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        person: &Person,
        thread: &str,
        now: i64,
    ) -> DbResult<()> {
        let offers =
            channel.plugin.as_ref().is_some_and(|p| p.manifest.offers(Interface::Directory));
        let client_id = channel.row.client_id;
        let (scope, external_id) = (&person.scope, &person.external_id);
        if !offers || external_id.is_empty() {
            return Ok(());
        }
        if !contacts::claim_lookup(tx, client_id, scope, external_id, now, now - DAY_MS).await? {
            return Ok(());
        }
        let channel_id = channel.row.id;
        let job = NewJob {
            client_id,
            class: Class::Normal,
            kind: LOOKUP,
            key: format!("{channel_id}:{external_id}"),
            payload: json!({
                "channel_id": channel_id, "scope": scope, "external_id": external_id,
                "thread": thread,
            }),
            run_at_ms: now,
        };
        queue::enqueue(tx, job).await
    }

    /// Looks somebody up and keeps what the provider says.
    pub(in crate::channels) async fn look_up(&self, job: &Job) -> Result<(), JobError> {
        let wanted: LookupJob = serde_json::from_value(job.payload.clone())
            .map_err(|e| JobError::GiveUp(e.to_string()))?;
        let found = self.registry.of_client(job.client_id, wanted.channel_id);
        let Some(channel) = found.filter(|c| c.row.enabled && c.plugin.is_some()) else {
            return Ok(());
        };
        if channel.breaker.is_open(self.clock.now_ms()) {
            return Err(JobError::Retry("the plugin's calls wait".to_owned()));
        }
        let account = self.account(&channel);
        let Called { result, report } =
            self.host.lookup(&account, &wanted.external_id, &wanted.thread).await;
        let mut tx = self.db.begin().await?;
        match result {
            Ok(profile) => {
                self.record_call(&mut tx, &channel, "directory", &report).await?;
                if let Some(profile) = profile {
                    self.keep_profile(&mut tx, job.client_id, &wanted, &profile).await?;
                }
                Ok(tx.commit().await?)
            }
            Err(error) => {
                self.record_fault(&mut tx, &channel, "directory", &error, &report).await?;
                tx.commit().await?;
                let again = matches!(
                    error,
                    CallError::Failure(Failure::Retryable(..) | Failure::RateLimited(..))
                        | CallError::Busy
                        | CallError::WallTime
                );
                if again && job.attempt < ATTEMPTS_MAX {
                    return Err(JobError::Retry(error.to_string()));
                }
                Ok(())
            }
        }
    }

    async fn keep_profile(
        &self,
        tx: &mut Tx,
        client_id: i64,
        wanted: &LookupJob,
        profile: &Profile,
    ) -> DbResult<()> {
        let now = self.clock.now_ms();
        let fact = |name: &str| {
            let found = profile.attrs.iter().find(|(have, _)| have == name);
            found.map(|(_, value)| value.chars().take(200).collect::<String>()).unwrap_or_default()
        };
        let facts: serde_json::Map<String, serde_json::Value> = profile
            .attrs
            .iter()
            .take(FACTS_MAX)
            .map(|(k, v)| (k.clone(), v.chars().take(500).collect::<String>().into()))
            .collect();
        let avatar = profile
            .avatar
            .as_ref()
            .filter(|blob| blob.size <= AVATAR_MAX && AVATAR_TYPES.contains(&blob.mime.as_str()));
        let seen = ProviderProfile {
            scope: &wanted.scope,
            external_id: &wanted.external_id,
            name: profile.display_name.as_deref().map(str::trim).filter(|n| !n.is_empty()),
            email: fact("email"),
            phone: fact("phone"),
            language: fact("language"),
            facts: serde_json::Value::Object(facts).to_string(),
            avatar,
            now,
        };
        let Some(contact) = contacts::keep_profile(tx, client_id, &seen).await? else {
            return Ok(());
        };
        if let Some(name) = seen.name {
            tickets::name_sender(tx, client_id, contact.id, seen.external_id, name).await?;
        }
        let card = contacts::view(&self.keys, client_id, &contact, now);
        let data = ContactUpdated { contact: EventContact { card, salutation: None } };
        tx.announce(NewEvent::new(client_id, Audience::everyone(), &data, now));
        Ok(())
    }
}
