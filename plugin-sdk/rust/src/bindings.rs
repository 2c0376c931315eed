//! What wit-bindgen generates from `plugin-sdk/wit`: one world of imports, and one per interface
//! that a plugin may export, so that a plugin exports only what it implements.
#![expect(missing_docs, reason = "the documentation of these types is in patchbay.wit")]

/// What the host lends to every plugin.
pub mod imports {
    wit_bindgen::generate!({
        path: "../wit",
        world: "imports",
        generate_all,
        generate_unused_types: true,
    });
}

/// One module per exported interface. The shared types are those of [`imports`], so a value made
/// for one interface fits another.
macro_rules! interface {
    ($module:ident, $world:literal, $export:literal) => {
        pub mod $module {
            wit_bindgen::generate!({
                path: "../wit",
                world: $world,
                with: {
                    "patchbay:plugin/types@1.0.0": crate::bindings::imports::patchbay::plugin::types,
                    "patchbay:plugin/media@1.0.0": crate::bindings::imports::patchbay::plugin::media,
                    "patchbay:plugin/http@1.0.0": crate::bindings::imports::patchbay::plugin::http,
                    "patchbay:plugin/host@1.0.0": crate::bindings::imports::patchbay::plugin::host,
                    "patchbay:plugin/effects@1.0.0": crate::bindings::imports::patchbay::plugin::effects,
                    "patchbay:plugin/outgoing@1.0.0": crate::bindings::imports::patchbay::plugin::outgoing,
                    "patchbay:plugin/talk@1.0.0": crate::bindings::imports::patchbay::plugin::talk,
                },
                generate_all,
                pub_export_macro: true,
                export_macro_name: $export,
            });
        }
    };
}

interface!(settings, "settings-plugin", "export_settings");
interface!(webhook, "webhook-plugin", "export_webhook");
interface!(poll, "poll-plugin", "export_poll");
interface!(socket, "socket-plugin", "export_socket");
interface!(mail, "mail-plugin", "export_mail");
interface!(visitor, "visitor-plugin", "export_visitor");
interface!(outbound, "outbound-plugin", "export_outbound");
interface!(outbound_parts, "outbound-parts-plugin", "export_outbound_parts");
interface!(outbound_edits, "outbound-edits-plugin", "export_outbound_edits");
interface!(presence, "presence-plugin", "export_presence");
interface!(directory, "directory-plugin", "export_directory");
interface!(calls, "calls-plugin", "export_calls");
interface!(timers, "timers-plugin", "export_timers");
interface!(oauth, "oauth-plugin", "export_oauth");
interface!(suggest, "suggest-plugin", "export_suggest");
interface!(translate, "translate-plugin", "export_translate");
interface!(analyse_text, "analyse-text-plugin", "export_analyse_text");
interface!(transcribe, "transcribe-plugin", "export_transcribe");
interface!(analyse_voice, "analyse-voice-plugin", "export_analyse_voice");
interface!(answer, "answer-plugin", "export_answer");
interface!(message_insight, "message-insight-plugin", "export_message_insight");
