//! Links that show a dashboard to whoever has them: admins make and revoke them.

use super::{
    Dashboards,
    model::{
        DashboardShare, DashboardShareDraft, DashboardShares, MadeDashboardShare, Range,
        SharedDashboard,
    },
    store::{self, ShareRow},
};
use crate::{
    accounts::{self, Caller},
    audit::{self, Act, Action},
    crypto::sha256_hex,
    days,
    http::{Code, Problem},
};
use serde_json::json;
use std::net::IpAddr;

const DAY_MS: i64 = 86_400_000;
const SHARES_MAX: i64 = 50;
/// Characters of the word in a link.
const WORD: usize = 32;
/// Times that one place and all places open shared dashboards in the window of failed sign-ins.
const TRIES: (i64, i64) = (300, 20_000);

impl ShareRow {
    fn shown(&self, now: i64) -> DashboardShare {
        DashboardShare {
            id: self.id,
            name: self.name.clone(),
            days: self.days,
            created_by: self.created_by.clone(),
            created_at: self.created_at,
            expires_at: self.expires_at,
            last_used_at: self.last_used_at,
            uses: self.uses,
            expired: self.expires_at <= now,
        }
    }
}

impl Dashboards {
    /// The client's links.
    pub(super) async fn shares(&self, caller: &Caller) -> Result<DashboardShares, Problem> {
        caller.require_admin()?;
        let now = self.clock.now_ms();
        let mut conn = self.db.read().await?;
        let rows = store::shares(&mut conn, caller.client_id, SHARES_MAX).await?;
        Ok(DashboardShares { shares: rows.iter().map(|row| row.shown(now)).collect() })
    }

    /// Makes a link. Days begin where the admin is who makes it.
    pub(super) async fn share(
        &self,
        caller: &Caller,
        draft: &DashboardShareDraft,
    ) -> Result<MadeDashboardShare, Problem> {
        let author = caller.admin()?;
        let name = draft.checked()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let word = self.ids.token(WORD);
        let mut tx = self.db.begin().await?;
        accounts::hold_client(&mut tx, client_id).await?;
        let there = store::shares(&mut tx, client_id, SHARES_MAX).await?.len();
        if i64::try_from(there).unwrap_or(i64::MAX) >= SHARES_MAX {
            let text = format!("There are {SHARES_MAX} links already. Revoke one first.");
            return Err(Problem::new(Code::Conflict, text));
        }
        let new = ShareRow {
            id: 0,
            client_id,
            name: name.to_owned(),
            days: draft.days,
            timezone: accounts::timezone(&mut tx, client_id, caller.user_id).await?,
            created_by: caller.username.clone(),
            created_at: now,
            expires_at: now + draft.expires_in_days * DAY_MS,
            last_used_at: None,
            uses: 0,
        };
        let made = store::insert_share(&mut tx, &new, &sha256_hex(word.as_bytes())).await?;
        let act = Act {
            action: Action::DashboardShared,
            kind: "dashboard",
            id: made.id.to_string(),
            name: &made.name,
            changes: json!({ "days": made.days, "expires_at": made.expires_at }),
        };
        audit::note(&mut tx, &author, &act, now).await?;
        tx.commit().await?;
        let base = self.accounts.public_url().trim_end_matches('/');
        let link = format!("{base}/dashboard/{word}");
        Ok(MadeDashboardShare { share: made.shown(now), link })
    }

    /// Revokes a link at once.
    pub(super) async fn revoke(&self, caller: &Caller, id: i64) -> Result<(), Problem> {
        let author = caller.admin()?;
        let (client_id, now) = (caller.client_id, self.clock.now_ms());
        let mut tx = self.db.begin().await?;
        let name = store::delete_share(&mut tx, client_id, id).await?;
        let name = name.ok_or_else(Problem::not_found)?;
        let act = Act {
            action: Action::DashboardShareRevoked,
            kind: "dashboard",
            id: id.to_string(),
            name: &name,
            changes: json!({}),
        };
        audit::note(&mut tx, &author, &act, now).await?;
        tx.commit().await?;
        Ok(())
    }

    /// What a link shows to anybody who has it.
    ///
    /// # Errors
    /// `rate_limited`; `not_found` for a word that is unknown, was revoked, or is over.
    pub(super) async fn shared(
        &self,
        word: &str,
        from: IpAddr,
    ) -> Result<SharedDashboard, Problem> {
        self.accounts.count_stranger("dashboard", from, TRIES).await?;
        let now = self.clock.now_ms();
        let mut tx = self.db.begin().await?;
        let share =
            store::use_share_across_clients(&mut tx, &sha256_hex(word.as_bytes()), now).await?;
        let share = share.ok_or_else(Problem::not_found)?;
        tx.commit().await?;
        let range = Range::of_days(share.days, days::zone(&share.timezone), now);
        let mut conn = self.db.read().await?;
        let client_id = share.client_id;
        let dashboard = self.figures(&mut conn, client_id, (&range, &share.timezone), now).await?;
        Ok(SharedDashboard { name: share.name, dashboard })
    }
}
