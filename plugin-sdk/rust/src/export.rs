//! The macro that makes a type the plugin: only what it names is exported.

/// Exports the interfaces that `$plugin` implements, for example
/// `export!(Telegram: settings, webhook, poll, outbound, presence)`.
///
/// The names are those of the manifest's `interfaces`; `cargo patchbay build` compares the two.
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
    ($plugin:ident presence) => {
        #[cfg(target_arch = "wasm32")]
        $crate::bindings::presence::export_presence!($plugin with_types_in $crate::bindings::presence);
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = { fn check<T: $crate::presence::Guest>() {} check::<$plugin> };
    };
}
