//! The macro that makes a type the plugin: only what it names is exported.

/// Exports the interfaces that `$plugin` implements, for example
/// `export!(Telegram: settings, webhook, poll, outbound, presence)`.
///
/// The names are those of the manifest's `interfaces`, with `_` for `-`; `cargo patchbay build` compares the two.
/// Outside WebAssembly it only checks that the interfaces are implemented: symbol names such as
/// `patchbay:plugin/settings@1.0.0#check` mean something else to other linkers.
#[macro_export]
macro_rules! export {
    ($plugin:ident : $($interface:ident),+ $(,)?) => {
        $( $crate::__export_one!($plugin $interface); )+
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __export_one {
    ($plugin:ident settings) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::settings::export_settings!($plugin with_types_in $crate::bindings::settings);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::settings::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident webhook) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::webhook::export_webhook!($plugin with_types_in $crate::bindings::webhook);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::webhook::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident poll) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::poll::export_poll!($plugin with_types_in $crate::bindings::poll);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::poll::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident socket) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::socket::export_socket!($plugin with_types_in $crate::bindings::socket);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::socket::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident mail) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::mail::export_mail!($plugin with_types_in $crate::bindings::mail);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::mail::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident visitor) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::visitor::export_visitor!($plugin with_types_in $crate::bindings::visitor);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::visitor::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident outbound) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::outbound::export_outbound!($plugin with_types_in $crate::bindings::outbound);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::outbound::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident outbound_parts) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::outbound_parts::export_outbound_parts!($plugin with_types_in $crate::bindings::outbound_parts);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::outbound_parts::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident outbound_edits) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::outbound_edits::export_outbound_edits!($plugin with_types_in $crate::bindings::outbound_edits);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::outbound_edits::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident presence) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::presence::export_presence!($plugin with_types_in $crate::bindings::presence);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::presence::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident directory) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::directory::export_directory!($plugin with_types_in $crate::bindings::directory);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::directory::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident calls) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::calls::export_calls!($plugin with_types_in $crate::bindings::calls);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::calls::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident timers) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::timers::export_timers!($plugin with_types_in $crate::bindings::timers);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::timers::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident oauth) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::oauth::export_oauth!($plugin with_types_in $crate::bindings::oauth);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::oauth::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident suggest) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::suggest::export_suggest!($plugin with_types_in $crate::bindings::suggest);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::suggest::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident translate) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::translate::export_translate!($plugin with_types_in $crate::bindings::translate);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::translate::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident analyse_text) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::analyse_text::export_analyse_text!($plugin with_types_in $crate::bindings::analyse_text);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::analyse_text::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident transcribe) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::transcribe::export_transcribe!($plugin with_types_in $crate::bindings::transcribe);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::transcribe::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident analyse_voice) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::analyse_voice::export_analyse_voice!($plugin with_types_in $crate::bindings::analyse_voice);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::analyse_voice::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident answer) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::answer::export_answer!($plugin with_types_in $crate::bindings::answer);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::answer::Guest>() {} check::<$plugin> };
    };
    ($plugin:ident message_insight) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::message_insight::export_message_insight!($plugin with_types_in $crate::bindings::message_insight);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::message_insight::Guest>() {} check::<$plugin> };
    };
}
