//! Rooms that are built where they are needed: they are only handles.

use super::{Parts, declared};
use crate::{
    assist::Assist,
    calls::Calls,
    config::Config,
    dashboards::Dashboards,
    emoji::Emoji,
    events::consume,
    fields::Fields,
    hours::Hours,
    imports::{Imports, TABLE_MAX_BYTES},
    knowledge::Knowledge,
    labels::Labels,
    mcp::{self, Mcp},
    profiles::Profiles,
    reports::{Facts, Reports},
    routing::{Journals, Routing},
    rules::Rules,
    search::Search,
    sla::Sla,
    supervisory::Supervisory,
    surveys::Surveys,
};
use tokio_util::task::TaskTracker;

impl Parts {
    /// Starts what these rooms do about what the log tells.
    pub(super) fn follow_log(&self, tracker: &TaskTracker) {
        let (db, stop) = (&self.db, &self.stop);
        tracker.spawn(consume(self.rules(), db.clone(), stop.clone()));
        tracker.spawn(consume(self.surveys(), db.clone(), stop.clone()));
        tracker.spawn(consume(self.sla(), db.clone(), stop.clone()));
        tracker.spawn(consume(self.routing(), db.clone(), stop.clone()));
        tracker.spawn(consume(self.assist(), db.clone(), stop.clone()));
        tracker.spawn(consume(self.facts(), db.clone(), stop.clone()));
        tracker.spawn(consume(self.rooms.tickets.clone(), db.clone(), stop.clone()));
    }

    pub(super) fn facts(&self) -> Facts {
        Facts { db: self.db.clone(), clock: self.clock.clone() }
    }

    pub(super) fn search(&self) -> Search {
        Search { db: self.db.clone(), clock: self.clock.clone(), accounts: self.accounts.clone() }
    }

    pub(super) fn knowledge(&self, config: &Config) -> Knowledge {
        let parts = (self.db.clone(), self.clock.clone(), self.accounts.clone());
        Knowledge::new(parts, config.knowledge.clone(), self.accounts.public_url())
    }

    pub(super) fn labels(&self) -> Labels {
        Labels {
            db: self.db.clone(),
            clock: self.clock.clone(),
            accounts: self.accounts.clone(),
            tickets: self.rooms.tickets.clone(),
        }
    }

    pub(super) fn profiles(&self) -> Profiles {
        Profiles {
            db: self.db.clone(),
            clock: self.clock.clone(),
            keys: self.contacts.keys.clone(),
            accounts: self.accounts.clone(),
            tickets: self.rooms.tickets.clone(),
        }
    }

    pub(super) fn reports(&self) -> Reports {
        Reports {
            db: self.db.clone(),
            clock: self.clock.clone(),
            keys: self.contacts.keys.clone(),
            accounts: self.accounts.clone(),
            presence: self.rooms.presence.clone(),
            group_of: declared::report_groups(&self.rooms.channels),
        }
    }

    pub(super) fn fields(&self) -> Fields {
        Fields { db: self.db.clone(), clock: self.clock.clone(), accounts: self.accounts.clone() }
    }

    pub(super) fn calls(&self) -> Calls {
        Calls { db: self.db.clone(), clock: self.clock.clone(), accounts: self.accounts.clone() }
    }

    pub(super) fn hours(&self) -> Hours {
        Hours { db: self.db.clone(), clock: self.clock.clone(), accounts: self.accounts.clone() }
    }

    pub(super) fn emoji(&self) -> Emoji {
        Emoji {
            db: self.db.clone(),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            blobs: self.rooms.tickets.blobs.clone(),
            accounts: self.accounts.clone(),
        }
    }

    pub(super) fn imports(&self) -> Imports {
        Imports {
            db: self.db.clone(),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            keys: self.contacts.keys.clone(),
            blobs: self.rooms.tickets.blobs.shelf("imports"),
            accounts: self.accounts.clone(),
            tickets: self.rooms.tickets.clone(),
            file_max: TABLE_MAX_BYTES.min(self.rooms.tickets.upload_max),
        }
    }

    pub(super) fn assist(&self) -> Assist {
        Assist {
            db: self.db.clone(),
            clock: self.clock.clone(),
            accounts: self.accounts.clone(),
            channels: self.rooms.channels.clone(),
            tickets: self.rooms.tickets.clone(),
        }
    }

    pub(super) fn dashboards(&self) -> Dashboards {
        Dashboards {
            db: self.db.clone(),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            accounts: self.accounts.clone(),
            group_of: declared::report_groups(&self.rooms.channels),
        }
    }

    pub(super) fn supervisory(&self) -> Supervisory {
        Supervisory {
            db: self.db.clone(),
            clock: self.clock.clone(),
            accounts: self.accounts.clone(),
            channels: self.rooms.channels.clone(),
            presence: self.rooms.presence.clone(),
            tickets: self.rooms.tickets.clone(),
        }
    }

    pub(super) fn mcp(&self) -> Mcp {
        Mcp::new(mcp::Parts {
            db: self.db.clone(),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            accounts: self.accounts.clone(),
            tickets: self.rooms.tickets.clone(),
            search: self.search(),
            profiles: self.profiles(),
            dashboards: self.dashboards(),
            supervisory: self.supervisory(),
        })
    }

    pub(super) fn rules(&self) -> Rules {
        Rules {
            db: self.db.clone(),
            clock: self.clock.clone(),
            accounts: self.accounts.clone(),
            tickets: self.rooms.tickets.clone(),
            labels: self.labels(),
        }
    }

    pub(super) fn sla(&self) -> Sla {
        Sla {
            db: self.db.clone(),
            clock: self.clock.clone(),
            accounts: self.accounts.clone(),
            tickets: self.rooms.tickets.clone(),
        }
    }

    pub(super) fn routing(&self) -> Routing {
        Routing {
            db: self.db.clone(),
            clock: self.clock.clone(),
            accounts: self.accounts.clone(),
            tickets: self.rooms.tickets.clone(),
            livechat: self.rooms.livechat.clone(),
            // Only what gives tickets writes them, and there is one of it.
            journals: Journals::default(),
        }
    }

    pub(super) fn surveys(&self) -> Surveys {
        Surveys {
            db: self.db.clone(),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            accounts: self.accounts.clone(),
            tickets: self.rooms.tickets.clone(),
        }
    }
}
