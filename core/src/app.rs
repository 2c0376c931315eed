//! The composition root: builds the parts and runs the server. The only file naming every room.

mod declared;
mod demo;
mod desk;
mod greeting;
mod offline;
mod only_process;
mod plugin_packages;
mod rules_room;
mod service_manager;
mod socket_events;
mod sockets;

pub use self::{demo::simulated, offline::open_packages};

use crate::{
    accounts::{self, Accounts, AccountsGround},
    announcements::{self, Announcements},
    assist,
    blobs::{BlobConfig, Blobs},
    branding::{self, Branding},
    calls,
    channels::{self, Channels, Usage},
    clock::Clock,
    conditions::{self, Conditions},
    config::{BlobStore, Config},
    contacts::{self, Contacts},
    crypto::Keys,
    dashboards,
    db::{Db, Kind, listen},
    emoji,
    entry::{self, Entries},
    events::consume,
    fields, hours,
    http::{self, ConnectionLimit, Front, Patience, Readiness, assemble, openapi},
    ids::Ids,
    imports,
    jobs::{Handlers, Workers, queue},
    knowledge, labels,
    livechat::{self, Livechat},
    mail, mcp,
    notifications::{self, Notifications, Push, PushParts},
    packages::{self, Packages},
    plugins::{CompileLimits, Compiler, Exceptions, Host, HostConfig, Purpose},
    presence::{self, Presence},
    profiles,
    realtime::{Hub, HubOptions},
    replies::{self, CannedReplies, Replies, Signatures},
    reports,
    routing::{self, Watcher},
    rules, search, sla, supervisory, surveys,
    tickets::{self, Tickets},
    views::{self, Views},
    webhooks::{self, Webhooks},
};
use anyhow::{Context as _, Result};
use desk::Rooms;
use std::{fs::File, sync::Arc, time::Duration};
use tokio::net::TcpListener;
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use utoipa_axum::router::OpenApiRouter;

/// How the server is run, beyond its configuration.
pub struct ServeOptions {
    /// Cancelled when the server shall finish what was begun and end.
    pub stop: CancellationToken,
    pub demo: Option<DemoOptions>,
}

/// The demo's surroundings.
#[derive(Clone)]
pub struct DemoOptions {
    /// Where the provider simulator listens.
    pub simulator: Option<String>,
    /// Without queues, promises and articles.
    pub bare: bool,
}

/// Runs the server until `options.stop`.
///
/// # Errors
/// When a part cannot be built or the address cannot be listened on.
pub async fn serve(config: Config, options: ServeOptions) -> Result<()> {
    let parts = Parts::build(&config, &options).await?;
    let bound = parts.listener.local_addr()?;
    let tracker = parts.start().await?;
    let router = parts.router(&config);
    if let Some(demo) = options.demo {
        let print = demo::prepare(&parts.rooms, &parts.accounts, &demo, bound).await?;
        tracker.spawn(print);
    }
    greeting::greet(&parts.accounts, bound, &config.public_url(bound)).await?;

    let (stop, readiness) = (options.stop.clone(), parts.readiness.clone());
    let patience = Patience {
        head: Duration::from_millis(config.server.head_timeout_ms),
        body: Duration::from_millis(config.server.body_idle_timeout_ms),
    };
    let limit =
        ConnectionLimit::new(config.server.connections_per_address, &config.server.trusted_proxies);
    tracker.spawn(async move {
        stop.cancelled().await;
        service_manager::stopping();
        readiness.drain();
    });
    service_manager::ready();
    let server = http::serve(parts.listener, router, (patience, limit), options.stop.clone());
    let grace = Duration::from_millis(config.server.shutdown_grace_ms);
    let over = async {
        options.stop.cancelled().await;
        tokio::time::sleep(grace).await;
    };
    tokio::select! {
        () = server => {}
        () = over => tracing::warn!("requests were still running when the grace ended"),
    }
    tracker.close();
    // Sends that were begun finish and record their outcome; what does not in time is settled at
    // the next start.
    if tokio::time::timeout(grace, tracker.wait()).await.is_err() {
        tracing::warn!("background work was still running when the grace ended");
    }
    parts.db.close().await;
    Ok(())
}

struct Parts {
    db: Db,
    clock: Clock,
    ids: Ids,
    node: String,
    hub: Hub,
    accounts: Accounts,
    branding: Branding,
    contacts: Contacts,
    rooms: Rooms,
    notifications: Notifications,
    webhooks: Webhooks,
    packages: Packages,
    readiness: Readiness,
    listener: TcpListener,
    stop: CancellationToken,
    /// Held while this process serves the data folder.
    _lock: Option<File>,
}

impl Parts {
    async fn build(config: &Config, options: &ServeOptions) -> Result<Self> {
        let stop = options.stop.clone();
        let (ids, clock) = (Ids::system(), Clock::system());
        let given = std::env::var("PATCHBAY_SECRET_KEY").ok();
        let keys = Keys::open(&config.data, given.as_deref(), &ids)?;
        let db = Db::open(&config.database_url()).await.context("the database cannot be opened")?;
        let lock = (db.kind() == Kind::Sqlite).then(|| only_process::lock(config)).transpose()?;
        let listener = TcpListener::bind(config.server.listen)
            .await
            .with_context(|| format!("{} cannot be listened on", config.server.listen))?;
        let base_url = config.public_url(listener.local_addr()?);
        // The simulator stands beside the demo and can call it where it listens; no provider could.
        let called = match &options.demo {
            Some(DemoOptions { simulator: Some(_), .. }) => &base_url,
            _ => &config.server.public_url,
        };
        let node = ids.token(12);
        let realtime = HubOptions {
            queue: config.realtime.queue,
            write_timeout_ms: config.realtime.write_timeout_ms,
            replay_max: config.realtime.replay_max,
            seats: sockets::seats(&config.realtime),
        };
        let hub = Hub::new(db.clone(), node.clone(), realtime, stop.clone());
        let blobs = Blobs::open(&blob_config(config), clock.clone(), ids.clone())?;
        let usage = Usage::new(clock.clone(), &node);
        let host = plugin_host(config, &keys, &ids, &blobs, &clock, &usage)?;
        let network = mail::Network::new(Arc::new(host.egress().to_public()), ids.clone());
        let ground = AccountsGround {
            db: db.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            keys: keys.clone(),
            hub: Some(hub.clone()),
            network: Some(network.through(host.egress().to(Purpose::OperatorMail))),
            egress: Some(host.egress().clone()),
            blobs: Some(blobs.clone()),
            features: branding::features(),
        };
        let accounts = Accounts::new(ground, config, &base_url);
        let branding = Branding::read(&config.branding, accounts.clone())?;
        let channels = Channels::new(channels::Parts {
            db: db.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            keys: keys.clone(),
            blobs: blobs.clone(),
            host: host.clone(),
            hub: hub.clone(),
            accounts: accounts.clone(),
            network,
            public_url: called.trim_end_matches('/').to_owned(),
            base_url: base_url.clone(),
            node: node.clone(),
            mail_max_bytes: config.mail.max_bytes,
            usage,
        });
        let packages = plugin_packages::plugin_packages(
            config,
            &db,
            &clock,
            &blobs,
            &host,
            (&accounts, &channels),
            true,
        )?;
        let contacts = Contacts::new(contacts::Parts {
            db: db.clone(),
            clock: clock.clone(),
            keys: keys.clone(),
            blobs: blobs.clone(),
            accounts: accounts.clone(),
        });
        let tickets = Tickets::new(tickets::Parts {
            db: db.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            keys: keys.clone(),
            blobs: blobs.clone(),
            accounts: accounts.clone(),
            carrier: Arc::new(channels.clone()),
            signer: Arc::new(Signatures),
            saved_replies: Arc::new(CannedReplies),
            upload_max: config.limits.upload_max_bytes,
        });
        let livechat = Livechat::new(livechat::Parts {
            db: db.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            keys: keys.clone(),
            blobs,
            hub: hub.clone(),
            channels: channels.clone(),
            tickets: tickets.clone(),
            node: node.clone(),
            upload_max: config.limits.upload_max_bytes,
            limits: config.livechat.clone(),
            secure_cookies: config.secure_cookies(),
        });
        channels.host_visitors(Arc::new(livechat.clone()));
        let presence = Presence::new(presence::Parts {
            db: db.clone(),
            clock: clock.clone(),
            accounts: accounts.clone(),
            hub: hub.clone(),
            node: node.clone(),
            watcher: Arc::new(Watcher { clock: clock.clone() }),
            away_after_ms: config.presence.away_after_seconds * 1_000,
        });
        let notifications = Notifications {
            db: db.clone(),
            clock: clock.clone(),
            accounts: accounts.clone(),
            hub: hub.clone(),
            push: Push::new(PushParts {
                ids: ids.clone(),
                keys: keys.clone(),
                egress: host.egress().clone(),
                base_url: base_url.clone(),
            }),
        };
        let webhooks = Webhooks {
            db: db.clone(),
            clock: clock.clone(),
            ids: ids.clone(),
            keys: keys.clone(),
            accounts: accounts.clone(),
            egress: host.egress().clone(),
        };
        let announcements =
            Announcements { db: db.clone(), clock: clock.clone(), accounts: accounts.clone() };
        let rooms =
            Rooms { hub: hub.clone(), tickets, channels, livechat, presence, announcements };
        let readiness = Readiness::new(db.clone());
        Ok(Self {
            db,
            clock,
            ids,
            node,
            hub,
            accounts,
            branding,
            contacts,
            rooms,
            notifications,
            webhooks,
            packages,
            readiness,
            listener,
            stop,
            _lock: lock,
        })
    }

    /// Settles what an earlier life left behind, then starts the background work.
    async fn start(&self) -> Result<TaskTracker> {
        let (channels, livechat) = (&self.rooms.channels, &self.rooms.livechat);
        channels.reload().await?;
        self.packages.open().await?;
        let alone = self.db.kind() == Kind::Sqlite;
        if alone {
            let mut tx = self.db.begin().await?;
            channels::forget_leases_of_other_owners(&mut tx, &self.node).await?;
            queue::forget_leases_of_other_owners(&mut tx, &self.node).await?;
            tx.commit().await?;
            self.rooms.presence.alone().await?;
        }
        let settled = channels.settle_interrupted(alone).await?;
        channels.settle_interrupted_changes(alone).await?;
        if settled > 0 {
            tracing::warn!(settled, "messages were being sent when the server last stopped");
        }
        let tracker = TaskTracker::new();
        let stop = &self.stop;
        let mut handlers = Handlers::default();
        let search = self.search();
        search::job_handlers(&mut handlers, &search);
        channels::job_handlers(&mut handlers, channels);
        livechat::job_handlers(&mut handlers, livechat);
        tickets::job_handlers(&mut handlers, &self.rooms.tickets);
        accounts::job_handlers(&mut handlers, &self.accounts);
        notifications::job_handlers(&mut handlers, &self.notifications);
        webhooks::job_handlers(&mut handlers, &self.webhooks);
        let rules = self.rules();
        rules::job_handlers(&mut handlers, &rules);
        sla::job_handlers(&mut handlers, &self.sla());
        imports::job_handlers(&mut handlers, &self.imports());
        routing::job_handlers(&mut handlers, &self.routing());
        surveys::job_handlers(&mut handlers, &self.surveys());
        assist::job_handlers(&mut handlers, &self.assist());
        let facts = self.facts();
        reports::job_handlers(&mut handlers, &facts, &self.reports());
        let workers = Workers::new(
            self.db.clone(),
            self.clock.clone(),
            self.ids.clone(),
            handlers,
            self.node.clone().into(),
        );
        workers.start(&tracker, stop).await?;
        search.plan_fill().await?;
        facts.plan_fill().await?;
        self.notifications.open_push().await?;
        tracker.spawn(self.hub.clone().follow());
        tracker.spawn(listen(self.db.clone(), stop.clone()));
        tracker.spawn(self.packages.clone().keep_fresh(stop.clone()));
        tracker.spawn(self.packages.clone().watch_trials(stop.clone()));
        tracker.spawn(channels.clone().keep_fresh(stop.clone()));
        tracker.spawn(channels.clone().write_usage(stop.clone()));
        tracker.spawn(channels.clone().retry_inputs(stop.clone()));
        tracker.spawn(channels.clone().deliver(tracker.clone(), stop.clone()));
        tracker.spawn(channels.clone().change_sent(tracker.clone(), stop.clone()));
        tracker.spawn(channels.clone().fire_timers(tracker.clone(), stop.clone()));
        tracker.spawn(channels.clone().supervise(tracker.clone(), stop.clone()));
        livechat.start(&tracker, stop);
        tracker.spawn(self.rooms.presence.clone().watch_idle(stop.clone()));
        tracker.spawn(self.rooms.presence.clone().keep_leases(stop.clone()));
        let db = &self.db;
        tracker.spawn(consume(self.notifications.clone(), db.clone(), stop.clone()));
        tracker.spawn(consume(self.webhooks.clone(), db.clone(), stop.clone()));
        self.follow_log(&tracker);
        Ok(tracker)
    }

    fn router(&self, config: &Config) -> axum::Router {
        let rooms = &self.rooms;
        let reports = self.reports();
        let knowledge = self.knowledge(config);
        let api = OpenApiRouter::with_openapi(openapi::base())
            .merge(accounts::routes(self.accounts.clone()))
            .merge(branding::routes(self.branding.clone()))
            .merge(contacts::routes(self.contacts.clone()))
            .merge(tickets::routes(rooms.tickets.clone()))
            .merge(search::routes(self.search()))
            .merge(calls::routes(self.calls()))
            .merge(channels::routes(rooms.channels.clone()))
            .merge(packages::routes(self.packages.clone()))
            .merge(livechat::routes(rooms.livechat.clone()))
            .merge(profiles::routes(self.profiles()))
            .merge(labels::routes(self.labels()))
            .merge(conditions::routes(Conditions {
                db: self.db.clone(),
                clock: self.clock.clone(),
                accounts: self.accounts.clone(),
            }))
            .merge(rules::routes(self.rules()))
            .merge(sla::routes(self.sla()))
            .merge(routing::routes(self.routing()))
            .merge(surveys::routes(self.surveys()))
            .merge(fields::routes(self.fields()))
            .merge(emoji::routes(self.emoji()))
            .merge(imports::routes(self.imports()))
            .merge(dashboards::routes(self.dashboards()))
            .merge(entry::routes(Entries {
                db: self.db.clone(),
                clock: self.clock.clone(),
                ids: self.ids.clone(),
                blobs: rooms.tickets.blobs.clone(),
                accounts: self.accounts.clone(),
                tickets: rooms.tickets.clone(),
                upload_max: config.limits.upload_max_bytes,
                // Where a form is named, the page leads there instead.
                contact_page: config.branding.contact_page
                    && config.branding.contact_form.is_empty(),
            }))
            .merge(replies::routes(Replies {
                db: self.db.clone(),
                clock: self.clock.clone(),
                accounts: self.accounts.clone(),
                tickets: rooms.tickets.clone(),
                signs: declared::signs(&rooms.channels),
            }))
            .merge(views::routes(Views {
                db: self.db.clone(),
                clock: self.clock.clone(),
                accounts: self.accounts.clone(),
                tickets: rooms.tickets.clone(),
            }))
            .merge(knowledge::routes(knowledge.clone()))
            .merge(hours::routes(self.hours()))
            .merge(announcements::routes(rooms.announcements.clone()))
            .merge(presence::routes(rooms.presence.clone()))
            .merge(notifications::routes(self.notifications.clone()))
            .merge(webhooks::routes(self.webhooks.clone()))
            .merge(reports::routes(reports.clone()))
            .merge(supervisory::routes(self.supervisory()))
            .merge(assist::routes(self.assist()))
            .merge(mcp::routes(self.mcp()));
        let other = channels::other_routes(rooms.channels.clone())
            .merge(livechat::other_routes(rooms.livechat.clone()))
            .merge(knowledge::other_routes(knowledge))
            .merge(reports::other_routes(reports))
            .merge(sockets::routes(rooms.clone(), self.accounts.clone()));
        let socket = socket_events::shapes();
        assemble(Front { api, socket, other, readiness: self.readiness.clone() }, config)
    }
}

fn blob_config(config: &Config) -> BlobConfig {
    let blobs = &config.blobs;
    match blobs.store {
        BlobStore::Folder => BlobConfig::Folder(config.path(&blobs.folder)),
        BlobStore::S3 => BlobConfig::S3 {
            endpoint: blobs.endpoint.clone(),
            bucket: blobs.bucket.clone(),
            region: blobs.region.clone(),
            access_key: blobs.access_key.clone(),
            secret_key: blobs.secret_key.clone(),
            allow_http: blobs.endpoint.starts_with("http://"),
        },
    }
}

fn plugin_host(
    config: &Config,
    keys: &Keys,
    ids: &Ids,
    blobs: &Blobs,
    clock: &Clock,
    usage: &Usage,
) -> Result<Host> {
    let host = Host::new(
        HostConfig {
            cache_dir: Some(config.path(&config.plugins.cache)),
            cache_key: keys.derive("plugins/cache").to_vec(),
            compiler: Some(Compiler::this_program(CompileLimits {
                seconds: config.plugins.compile_seconds,
                memory: config.plugins.compile_memory_bytes,
            })?),
            exceptions: Exceptions::new(&config.egress.allow_private)
                .simulated(&config.egress.simulated),
            max_concurrent: config.plugins.max_concurrent,
            wait_ms: config.plugins.wait_ms,
            ids: ids.clone(),
            observer: Some(Arc::new(usage.clone())),
            ..HostConfig::default()
        },
        blobs.clone(),
        clock.clone(),
    )?;
    Ok(host)
}
