//! Patchbay's core: a *ground* of mechanisms and *rooms* named after the business.
//!
//! The ground imports no room. Rooms import the ground and the rooms that the table in
//! `docs/ARCHITECTURE.md` lists; `cargo xtask tidy` checks it.

// The ground.
pub mod audit;
pub mod blobs;
pub mod bundled;
pub mod clock;
pub mod config;
pub mod crypto;
pub mod dashboards;
pub mod days;
pub mod db;
pub mod events;
pub mod fields;
pub mod fulltext;
pub mod http;
pub mod ids;
pub mod imports;
pub mod jobs;
pub mod mail;
pub mod metrics;
pub mod plugins;
pub mod realtime;
pub mod telemetry;
pub mod tls;

// The rooms.
pub mod accounts;
pub mod announcements;
pub mod assist;
pub mod branding;
pub mod calls;
pub mod channels;
pub mod conditions;
pub mod contacts;
pub mod emoji;
pub mod entry;
pub mod generate;
pub mod hours;
pub mod knowledge;
pub mod labels;
pub mod livechat;
pub mod mcp;
pub mod notifications;
pub mod packages;
pub mod presence;
pub mod profiles;
pub mod replies;
pub mod reports;
pub mod routing;
pub mod rules;
pub mod search;
pub mod sla;
pub mod supervisory;
pub mod surveys;
pub mod tickets;
pub mod views;
pub mod webhooks;

// The composition root.
pub mod app;
