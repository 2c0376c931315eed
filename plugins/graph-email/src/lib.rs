//! Mailboxes of Microsoft 365 and Outlook.com, by Microsoft Graph.
//!
//! Mail is read and written as RFC 5322 messages by the crate `letters`, as the channel Email does;
//! Graph carries it. What is new is found in Graph's list of changes; notifications only say when to
//! look.

mod api;
mod date;
mod hook;
mod place;
mod read;
mod refusal;
mod send;
mod settings;
mod subscription;
mod sync;
mod upload;
mod verify;

use crate::settings::Settings;
use api::{Api, CallError};
use patchbay_plugin::prelude::*;
use patchbay_plugin::settings as check;
use place::SyncCursor;
use subscription::SubscriptionState;

struct GraphEmail;

/// While Graph tells us of mail, the mailbox is looked at this often only.
const TOLD_MS: u64 = 300_000;
/// Otherwise this often.
const ASKED_MS: u64 = 15_000;

/// HMAC with the account's reply secret. Without one nothing is signed and nothing is trusted.
fn sign(data: &[u8]) -> Option<Vec<u8>> {
    host::sign("reply_secret", data).ok()
}

impl check::Guest for GraphEmail {
    fn check(acc: Account) -> Result<check::Validation, Failure> {
        verify::check(&config::<Settings>(&acc)?)
    }

    fn connect(acc: Account, webhook_url: String) -> Result<(), Failure> {
        verify::connect(&config::<Settings>(&acc)?, &webhook_url)
    }
}

impl webhook::Guest for GraphEmail {
    fn handle(
        _acc: Account,
        req: webhook::Request,
    ) -> Result<(Option<webhook::Reply>, Batch), Failure> {
        hook::handle(&req)
    }
}

impl poll::Guest for GraphEmail {
    fn pull(acc: Account, cursor: Option<Vec<u8>>) -> Result<poll::Outcome, Failure> {
        let settings: Settings = config(&acc)?;
        let api = Api::open(&settings).map_err(CallError::while_asking)?;
        let step = sync::step(&api, &settings, SyncCursor::find(cursor.as_deref()))?;
        let mut outcome = poll::Outcome { more: step.more, ..Default::default() };
        let (mut batch, again_ms) =
            (Batch { events: step.events, ..Batch::empty() }, step.again_ms);
        if let Some(mut place) = step.place {
            let bytes = place.written();
            batch = batch.store(place::KEY, bytes.clone());
            batch.cursor = Some(bytes);
        }
        let mut known = SubscriptionState::stored();
        if !acc.public_url.is_empty()
            && let Some(fresh) = subscription::look_after(&api, &settings, false)
        {
            batch = subscription::store(batch, &fresh);
            known = Some(fresh);
        }
        let now = host::now_ms();
        let told = !acc.public_url.is_empty() && known.is_some_and(|known| known.lives(now));
        let usual = if told { TOLD_MS } else { ASKED_MS };
        let soon = again_ms.map_or(usual, |at| at.saturating_sub(now).max(1_000));
        outcome.next_in_ms = Some(usual.min(soon));
        outcome.batch = batch;
        Ok(outcome)
    }
}

impl timers::Guest for GraphEmail {
    fn fire(acc: Account, name: String, _at_ms: u64) -> Result<Batch, Failure> {
        let settings: Settings = config(&acc)?;
        match name.as_str() {
            hook::SYNC => {
                let api = Api::open(&settings).map_err(CallError::while_asking)?;
                let step = sync::step(&api, &settings, SyncCursor::find(None))?;
                let mut batch = Batch { events: step.events, ..Batch::empty() };
                if let Some(mut place) = step.place {
                    batch = batch.store(place::KEY, place.written());
                }
                // The poll may sleep for minutes while Graph tells us of mail.
                let next_ms = if step.more { Some(host::now_ms()) } else { step.again_ms };
                if next_ms.is_some() {
                    batch = batch.timer(hook::SYNC, next_ms);
                }
                Ok(batch)
            }
            hook::RENEW => {
                let api = Api::open(&settings).map_err(CallError::while_asking)?;
                let fresh = subscription::look_after(&api, &settings, true);
                Ok(fresh
                    .map_or_else(Batch::empty, |fresh| subscription::store(Batch::empty(), &fresh)))
            }
            // Of an earlier version.
            _ => Ok(Batch::empty()),
        }
    }
}

impl outbound::Guest for GraphEmail {
    fn send(acc: Account, msg: Message) -> Result<outbound::Sent, Failure> {
        send::send(&config::<Settings>(&acc)?, msg)
    }
}

impl oauth::Guest for GraphEmail {
    fn granted(acc: Account, _what: oauth::Grant) -> Result<Vec<(String, String)>, Failure> {
        let settings = Settings { sign_in: "user".to_owned(), ..config(&acc)? };
        let api = Api::open(&settings).map_err(CallError::while_asking)?;
        let owner = verify::owner(&api).map_err(CallError::while_asking)?;
        Ok(vec![("mailbox".to_owned(), owner)])
    }
}

patchbay_plugin::export!(GraphEmail: settings, webhook, poll, timers, outbound, oauth);

#[cfg(test)]
mod tests;
