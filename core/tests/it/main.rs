//! Stories across the rooms, told to the real program: each on SQLite and on PostgreSQL.
//!
//! A story starts `patchbay serve` with a data folder of its own, a simulator in this process, and
//! talks HTTP and WebSocket like a browser and a provider do. The PostgreSQL stories need
//! `PATCHBAY_TEST_POSTGRES_URL`.
#![expect(clippy::print_stdout, reason = "stories print what they counted")]

mod harness;
#[path = "../mail_host/stack.rs"]
#[expect(dead_code, reason = "each test binary uses its part of the stack")]
mod stack;

use containment::rig::reach;

/// Tells each story once on SQLite and once on PostgreSQL.
macro_rules! on_both_engines {
    ($($story:ident),* $(,)?) => {
        $(mod $story {
            use crate::harness::Ground;

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                let story = super::$story(Ground::sqlite());
                crate::harness::timed(concat!(module_path!(), "::sqlite"), story).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                let story = super::$story(Ground::postgres());
                crate::harness::timed(concat!(module_path!(), "::postgres"), story).await;
            }
        })*
    };
}

mod api_host;
mod assist;
mod audit;
mod batches;
mod beacon;
mod branding;
mod call_list;
mod call_settings;
mod call_voices;
mod calls;
mod colleagues;
mod concurrency;
mod conditions;
mod contact_fields;
mod contacts;
mod containment;
mod conversation;
mod conversation_notes;
mod conversation_work;
mod dashboards;
mod database;
mod declared;
mod demo;
mod desk;
mod emoji;
mod endpoints;
mod entry;
mod failure;
mod fields;
mod first_day;
mod forwarding;
mod generate;
mod given_away;
mod grouped;
mod hooks;
mod hostile;
mod imports;
mod in_turn;
mod integrations;
mod interfaces;
mod isolation;
mod knowledge;
mod labels;
mod lists;
mod livechat;
mod matrix;
mod mcp;
mod merging;
mod nodes;
mod notifications;
mod oidc;
mod own_network;
mod packages;
mod password_reset;
mod performance;
mod periodic_jobs;
mod plugin_command;
mod presence;
mod profile;
mod reaching;
mod realtime;
mod replies;
mod reports;
mod roles;
mod routed_visits;
mod routing;
mod routing_crowds;
mod routing_races;
mod routing_replay;
mod rules;
mod rules_later;
mod scheduled_reports;
mod search;
mod secrets;
mod seeing;
mod session;
mod sla;
mod sla_policies;
mod sockets;
mod splitting;
mod starting;
mod supervisory;
mod survey;
mod telegram;
mod tidy;
mod traces;
mod translation;
mod unfinished;
mod updates;
mod users;
mod views;
mod visitor_limits;
mod visits;
mod web_push;
mod widget;
mod workbooks;
