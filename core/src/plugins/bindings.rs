//! Code generated from `plugin-sdk/wit/patchbay.wit`: one world per exported interface.
//!
//! The `imports` world is generated once and the others borrow its types, so that a batch is the
//! same Rust type whichever interface returned it. A plugin exports any subset of the interfaces;
//! each has its own pre-linked world, made only when the manifest claims it.

/// What the host offers to every guest.
pub mod lent {
    wasmtime::component::bindgen!({
        path: "../plugin-sdk/wit",
        world: "imports",
        imports: { default: async | trappable },
        with: {
            "patchbay:plugin/media.blob": crate::plugins::capabilities::media::BlobHandle,
            "patchbay:plugin/media.blob-writer": crate::plugins::capabilities::media::WriterHandle,
        },
    });
}

pub use lent::patchbay::plugin::{effects, host, http, media, outgoing, talk, types};

/// One module per exported interface, borrowing every shared type from `lent`.
macro_rules! exported {
    ($module:ident, $world:literal) => {
        pub mod $module {
            wasmtime::component::bindgen!({
                path: "../plugin-sdk/wit",
                world: $world,
                exports: { default: async },
                with: {
                    "patchbay:plugin/types": crate::plugins::bindings::types,
                    "patchbay:plugin/media": crate::plugins::bindings::media,
                    "patchbay:plugin/http": crate::plugins::bindings::http,
                    "patchbay:plugin/host": crate::plugins::bindings::host,
                    "patchbay:plugin/effects": crate::plugins::bindings::effects,
                    "patchbay:plugin/outgoing": crate::plugins::bindings::outgoing,
                    "patchbay:plugin/talk": crate::plugins::bindings::talk,
                },
            });
        }
    };
}

exported!(settings, "settings-plugin");
exported!(webhook, "webhook-plugin");
exported!(poll, "poll-plugin");
exported!(socket, "socket-plugin");
exported!(mail, "mail-plugin");
exported!(visitor, "visitor-plugin");
exported!(outbound, "outbound-plugin");
exported!(outbound_parts, "outbound-parts-plugin");
exported!(outbound_edits, "outbound-edits-plugin");
exported!(presence, "presence-plugin");
exported!(directory, "directory-plugin");
exported!(calls, "calls-plugin");
exported!(timers, "timers-plugin");
exported!(oauth, "oauth-plugin");
exported!(suggest, "suggest-plugin");
exported!(translate, "translate-plugin");
exported!(analyse_text, "analyse-text-plugin");
exported!(transcribe, "transcribe-plugin");
exported!(analyse_voice, "analyse-voice-plugin");
exported!(answer, "answer-plugin");
exported!(message_insight, "message-insight-plugin");
