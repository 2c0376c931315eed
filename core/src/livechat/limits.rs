//! What people without an account may do how often: by network, visit, page and client.
//!
//! What passes quickly is counted in memory, on each node; what fills a disk is counted in the
//! database, over all nodes and restarts.

use super::{Livechat, store};
use crate::{
    db::Tx,
    http::{Code, Problem},
};

const DAY_MS: i64 = 86_400_000;

/// What is counted in a minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    LinkOfNetwork,
    LinkOfPage,
    LinkOfClient,
    JoinOfNetwork,
    MessageOfVisit,
    MessageOfNetwork,
    CallOfNetwork,
}

/// Seconds until the next day begins, when what is counted by day is free again.
fn tomorrow(now_ms: i64) -> u64 {
    u64::try_from((DAY_MS - now_ms.rem_euclid(DAY_MS)) / 1_000 + 1).unwrap_or(1)
}

const BUSY_PAGE: &str = "Many people are opening this chat page right now.";

impl Livechat {
    fn count(&self, what: What, key: &str, max: i64, text: &str) -> Result<(), Problem> {
        let now = self.clock.now_ms();
        self.0.rates.count(what, key, (max, now), text)
    }

    /// Counts a call of a page that has no limit of its own.
    pub(super) fn count_call(&self, network: &str) -> Result<(), Problem> {
        let text = "Too much is asked from your network.";
        self.count(What::CallOfNetwork, network, self.limits.calls_per_address, text)
    }

    /// Counts a new link. Those of a day are kept, because each may become a ticket.
    pub(super) async fn count_link(
        &self,
        (client_id, channel_id): (i64, i64),
        network: &str,
    ) -> Result<(), Problem> {
        let limits = &self.limits;
        let text = "Too many chats were opened from your network.";
        self.count(What::LinkOfNetwork, network, limits.links_per_address, text)?;
        let page = channel_id.to_string();
        self.count(What::LinkOfPage, &page, limits.links_per_page, BUSY_PAGE)?;
        let client = client_id.to_string();
        self.count(What::LinkOfClient, &client, limits.links_per_client, BUSY_PAGE)?;
        let now = self.clock.now_ms();
        let key = self.network_key(network);
        let mut tx = self.db.begin().await?;
        let spent = store::Spent { client_id: 0, what: "links/address", key: &key };
        let links = store::spend(&mut tx, &spent, now.div_euclid(DAY_MS), 1).await?;
        if links > limits.links_per_address_day {
            let text = "No more chats can be opened from your network today. Try again tomorrow.";
            return Err(Problem::new(Code::RateLimited, text).retry_after(tomorrow(now)));
        }
        tx.commit().await?;
        Ok(())
    }

    /// Counts an attempt to wait.
    pub(super) fn count_join(&self, network: &str) -> Result<(), Problem> {
        let max = self.limits.waiting_per_address.saturating_mul(3);
        let text = "Too many people from your network want to wait.";
        self.count(What::JoinOfNetwork, network, max, text)
    }

    /// Refuses a place in the queue when page, client or network have theirs.
    pub(super) async fn room_to_wait(
        &self,
        tx: &mut Tx,
        row: &store::Row,
        network_key: &str,
    ) -> Result<(), Problem> {
        let limits = &self.limits;
        let waiting = store::waiting(tx, row.client_id, row.channel_id, network_key).await?;
        let text = if waiting.network >= limits.waiting_per_address {
            "Too many people from your network are waiting already. Try again in a few minutes."
        } else if waiting.page >= limits.waiting_per_page
            || waiting.client >= limits.waiting_per_client
        {
            "Too many people are waiting right now. Try again in a few minutes."
        } else {
            return Ok(());
        };
        Err(Problem::new(Code::RateLimited, text).retry_after(60))
    }

    /// Counts a message.
    pub(super) fn count_message(&self, visit: i64, network: &str) -> Result<(), Problem> {
        let text = "You write faster than this chat can take.";
        let key = visit.to_string();
        self.count(What::MessageOfVisit, &key, self.limits.messages_per_visit, text)?;
        let text = "Too many messages come from your network.";
        self.count(What::MessageOfNetwork, network, self.limits.messages_per_address, text)
    }

    /// A network under which the database keeps counts: not readable there.
    pub(super) fn network_key(&self, network: &str) -> String {
        self.keys.sign("livechat/network", network.as_bytes())
    }

    /// Sets bytes aside for an upload, before any of them is read.
    ///
    /// # Errors
    /// `rate_limited` when visit, network, page or client have no room for them.
    pub(super) async fn reserve(
        &self,
        row: &store::Row,
        network: &str,
        bytes: i64,
    ) -> Result<Reserved, Problem> {
        let limits = &self.limits;
        let now = self.clock.now_ms();
        let reserved = Reserved {
            client_id: row.client_id,
            visit: row.id.to_string(),
            network: self.network_key(network),
            page: row.channel_id.to_string(),
            client: row.client_id.to_string(),
            days: (row.created_at.div_euclid(DAY_MS), now.div_euclid(DAY_MS)),
            bytes,
        };
        let own = "You have sent as many files as one chat may hold. Send a link to them instead.";
        let others =
            "No more files can be taken today. Send a link to them instead, or try again tomorrow.";
        let most = [
            (limits.upload_visit_bytes, own),
            (limits.upload_address_day_bytes, others),
            (limits.upload_page_day_bytes, others),
            (limits.upload_client_day_bytes, others),
        ];
        let mut tx = self.db.begin().await?;
        for ((spent, day), (max, text)) in reserved.parts().into_iter().zip(most) {
            if store::spend(&mut tx, &spent, day, bytes).await? > max {
                return Err(Problem::new(Code::RateLimited, text).retry_after(tomorrow(now)));
            }
        }
        tx.commit().await?;
        Ok(reserved)
    }

    /// Gives back what was set aside and not used.
    pub(super) async fn give_back(&self, reserved: &Reserved, used: i64) -> Result<(), Problem> {
        let rest = reserved.bytes - used;
        if rest <= 0 {
            return Ok(());
        }
        let mut tx = self.db.begin().await?;
        for (spent, day) in reserved.parts() {
            store::spend(&mut tx, &spent, day, -rest).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}

/// Bytes set aside for an upload.
pub(super) struct Reserved {
    client_id: i64,
    visit: String,
    network: String,
    page: String,
    client: String,
    /// Of the visit, whose bytes are counted as long as it lasts, and of the others.
    days: (i64, i64),
    bytes: i64,
}

impl Reserved {
    fn parts(&self) -> [(store::Spent<'_>, i64); 4] {
        let (own, today) = self.days;
        let of = |client_id, what, key| store::Spent { client_id, what, key };
        [
            (of(self.client_id, "bytes/visit", self.visit.as_str()), own),
            (of(0, "bytes/address", self.network.as_str()), today),
            (of(self.client_id, "bytes/page", self.page.as_str()), today),
            (of(self.client_id, "bytes/client", self.client.as_str()), today),
        ]
    }
}
