//! Plugin packages: which plugins this installation has, in which version, and who said so.
//!
//! * `stage` takes a package in: read, signature, version, compile, trial run. Nothing uses it yet.
//! * `activate` puts a staged version into use when its permissions were granted; `rollback` goes
//!   back to the version before it, by hand or because the new one kept failing (`relapse`);
//!   `remove` uninstalls.
//! * `follow` brings the plugin host in line with the tables: at the start, and whenever this or
//!   another process has changed them.
//!
//! Installing is for the operator: the admins of the client that was made first, and the command
//! line. Other clients' admins switch installed plugins on and off for themselves (`offer`).

mod activate;
mod api;
mod auto_rollback;
mod bundle;
mod collect_garbage;
mod keys;
mod model;
mod offer;
mod permissions;
mod reconcile;
mod remove;
mod routes;
mod source;
mod stage;
mod store;
#[cfg(test)]
mod tests;
mod view;

pub use crate::channels::PluginLine;
pub use api::{PluginPackage, event_shapes};
pub use model::{Actor, PackageProblem, State};
pub use routes::routes;
pub use stage::Brought;

use crate::{
    accounts::{self, Accounts},
    audit::{self, Act, Action, Author},
    blobs::Blobs,
    bundled::BundledPackage,
    channels::Channels,
    clock::Clock,
    db::{Conn, Db, DbResult, Tx},
    events::{Audience, NewEvent},
    plugins::{Host, Package, Plugin},
};
use api::PluginsChanged;
use parking_lot::Mutex;
use serde_json::json;
use std::{collections::HashMap, sync::Arc};

/// The kind of wake-up call that says packages have changed.
const CHANGED: &str = "packages";

/// The room's handle. Cheap to clone.
#[derive(Clone)]
pub struct Packages(Arc<Inner>);

/// What the room needs.
pub struct Parts {
    pub db: Db,
    pub clock: Clock,
    /// Earlier releases put packages among the attachments.
    pub blobs: Blobs,
    pub host: Host,
    pub accounts: Accounts,
    pub channels: Channels,
    /// The packages inside the program and in the operator's folder.
    pub bundled: Vec<BundledPackage>,
    /// Packages without a trusted signature may be installed.
    pub allow_unsigned: bool,
    /// The API may install from a path of this machine.
    pub from_path: bool,
    /// This process serves: it runs what the tables say. The command line only writes them.
    pub serving: bool,
}

pub struct Inner {
    parts: Parts,
    /// The packages' bytes, by digest.
    shelf: Blobs,
    /// Versions that were prepared a moment ago, by digest: putting them into use takes no time.
    ready: Mutex<HashMap<String, Arc<Plugin>>>,
    /// Plugins that came into use since accounts were last connected again.
    returned: Mutex<Vec<String>>,
    /// Versions in use that cannot be prepared, and when that was last tried.
    broken: Mutex<HashMap<String, i64>>,
    /// One package is taken in at a time: each may need a lot of memory.
    staging: tokio::sync::Mutex<()>,
    following: tokio::sync::Mutex<()>,
}

impl std::ops::Deref for Packages {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl std::ops::Deref for Inner {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.parts
    }
}

impl Packages {
    /// Builds the room.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(Inner {
            shelf: parts.blobs.shelf("packages"),
            parts,
            ready: Mutex::default(),
            returned: Mutex::default(),
            broken: Mutex::default(),
            staging: tokio::sync::Mutex::default(),
            following: tokio::sync::Mutex::default(),
        }))
    }

    /// The bundled packages: where each comes from, and its plugin, version and digest, or why it
    /// cannot be used.
    pub fn bundled(
        &self,
    ) -> impl Iterator<Item = (&str, Result<(String, String, String), String>)> {
        self.bundled.iter().map(|found| {
            let read = Package::read(&found.bytes)
                .map(|p| (p.manifest.id, p.manifest.version, p.digest))
                .map_err(|e| e.to_string());
            (found.origin.as_str(), read)
        })
    }

    /// The newest log lines of all accounts of a plugin, of every client: for the command line.
    ///
    /// # Errors
    /// What the database said.
    pub async fn log(&self, plugin: &str, lines: i64) -> DbResult<Vec<PluginLine>> {
        self.channels.log_of_plugin_across_clients(plugin, lines).await
    }

    /// Refuses everybody but the operator.
    async fn operator_only(&self, who: &Actor) -> Result<(), PackageProblem> {
        let Actor::User { author, admin } = who else { return Ok(()) };
        let mut conn = self.db.read().await?;
        let operator = accounts::operator(&mut conn).await?;
        if *admin && operator == Some(author.client_id) {
            Ok(())
        } else {
            Err(PackageProblem::NotOperator)
        }
    }

    /// Tells everybody that the plugins have changed, and the other processes to follow.
    async fn announce(&self, tx: &mut Tx, data: &PluginsChanged) -> DbResult<()> {
        for client_id in accounts::all_across_clients(tx).await? {
            self.announce_to(tx, client_id, data);
        }
        tx.queued(CHANGED);
        Ok(())
    }

    fn announce_to(&self, tx: &mut Tx, client_id: i64, data: &PluginsChanged) {
        let now = self.clock.now_ms();
        tx.announce(NewEvent::new(client_id, Audience::everyone(), data, now));
    }

    /// One package.
    async fn row(&self, conn: &mut Conn, id: i64) -> Result<store::PackageRow, PackageProblem> {
        store::package(conn, id).await?.ok_or(PackageProblem::NotFound)
    }

    /// Writes an act into the audit log: of the author's client, or else of the operator's.
    async fn note(&self, tx: &mut Tx, who: &Actor, act: &Act<'_>) -> DbResult<()> {
        let author = match who {
            Actor::User { author, .. } => Some(author.clone()),
            Actor::CommandLine => accounts::operator(tx).await?.map(Author::command_line),
            Actor::Patchbay => accounts::operator(tx).await?.map(Author::patchbay),
        };
        match author {
            Some(author) => audit::note(tx, &author, act, self.clock.now_ms()).await,
            // There is no client yet, and so nobody to read it.
            None => Ok(()),
        }
    }

    /// The same of an act on a version of a plugin.
    async fn note_version(
        &self,
        tx: &mut Tx,
        who: &Actor,
        action: Action,
        row: &store::PackageRow,
    ) -> DbResult<()> {
        let changes = json!({ "version": row.version, "package": row.id, "digest": row.digest });
        let (id, name) = (row.plugin.clone(), row.plugin.as_str());
        self.note(tx, who, &Act { action, kind: "plugin", id, name, changes }).await
    }
}
