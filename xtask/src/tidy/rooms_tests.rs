//! The import table and the owners of names, on made-up files.

use super::super::said;
use super::{imports, owners};

#[test]
fn imports_against_the_table_are_shown() {
    for (path, code, expected) in [
        (
            "tickets/reply.rs",
            "use crate::channels::deliver;",
            "`tickets` must not import `channels`",
        ),
        ("tickets/reply.rs", "use crate::realtime::hub;", "`tickets` must not import `realtime`"),
        (
            "tickets/reply.rs",
            "let x = crate::livechat::Session;",
            "`tickets` must not import `livechat`",
        ),
        (
            "tickets/reply.rs",
            "use super::super::channels::x;",
            "`tickets` must not import `channels`",
        ),
        ("tickets/mod.rs", "use super::channels;", "`tickets` must not import `channels`"),
        (
            "contacts/model.rs",
            "use crate::{ids::Ids, tickets::{model, store}};",
            "must not import `tickets`",
        ),
        ("events/log.rs", "use crate::tickets;", "`events` is ground"),
        ("clock.rs", "use crate::accounts::User;", "`clock` is ground"),
        ("channels/intake.rs", "use crate::app::App;", "where the parts are put together"),
        ("webhooks/reactions.rs", "use crate::tickets::store;", "tells programs of others"),
    ] {
        let found = said(imports, &format!("core/src/{path}"), &format!("//! x\n{code}"));
        assert!(!found.is_empty(), "{path} {code}");
        assert!(found[0].starts_with(&format!("core/src/{path}:2: ")), "{found:?}");
        assert!(found[0].contains(expected), "{found:?}");
    }
}

#[test]
fn imports_of_the_table_pass() {
    for (path, code) in [
        (
            "tickets/reply.rs",
            "use crate::{accounts::{self, User}, contacts, db::Tx, tickets::model};",
        ),
        ("tickets/reply.rs", "// crate::channels\nlet s = \"crate::channels\";"),
        ("tickets/tests.rs", "use crate::channels::intake;"),
        ("tickets/reply.rs", "#[cfg(test)]\nmod tests { use crate::channels::intake; }"),
        ("channels/intake.rs", "use crate::{plugins::Host, tickets::intake as open};"),
        ("webhooks/reactions.rs", "use crate::accounts::Caller;"),
        ("app.rs", "use crate::{channels, tickets, livechat};"),
        ("plugins/host.rs", "use super::instance; use crate::blobs::Blobs;"),
    ] {
        let found = said(imports, &format!("core/src/{path}"), code);
        assert!(found.is_empty(), "{path}: {found:?}");
    }
}

#[test]
fn a_folder_the_table_does_not_know_has_to_be_entered() {
    let found = said(imports, "core/src/surprises/mod.rs", "//! x");
    assert!(found[0].contains("neither ground nor room"), "{found:?}");
}

#[test]
fn names_stay_with_their_owners() {
    for (path, code) in [
        ("tickets/reply.rs", "use axum::Json;"),
        ("accounts/store.rs", "use axum::Json;"),
        ("channels/deliver.rs", "fn f(e: wasmtime::Error) {}"),
        ("livechat/receive.rs", "fn f(s: WebSocket) {}"),
    ] {
        let found = said(owners, &format!("core/src/{path}"), code);
        assert_eq!(found.len(), 1, "{path}: {found:?}");
        assert!(found[0].contains(":1: L6: "), "{found:?}");
    }
    for (path, code) in [
        ("tickets/routes.rs", "use axum::Json;"),
        ("tickets/routes/reply.rs", "use axum::Json;"),
        ("http/router.rs", "use axum::Router;"),
        ("realtime/socket.rs", "use axum::extract::ws::WebSocket;"),
        ("app.rs", "use axum::Router;"),
        ("plugins/host.rs", "use wasmtime::Engine;"),
        ("tickets/reply.rs", "// axum and wasmtime"),
    ] {
        let found = said(owners, &format!("core/src/{path}"), code);
        assert!(found.is_empty(), "{path}: {found:?}");
    }
}
