//! One installed component, linked ahead of time: what is left to do per call is instantiation.

use super::{
    bindings::{self, lent, mail, outbound, poll, presence, settings, visitor, webhook},
    manifest::{Interface, Manifest},
    offered,
    state::CallState,
};
use wasmtime::{
    Engine, Store,
    component::{Component, HasSelf, Linker, types::ComponentItem},
};

/// The pre-linked worlds of a component, one per interface its manifest claims.
pub struct Guest {
    pub settings: Option<settings::SettingsPluginPre<CallState>>,
    pub webhook: Option<webhook::WebhookPluginPre<CallState>>,
    pub poll: Option<poll::PollPluginPre<CallState>>,
    pub mail: Option<mail::MailPluginPre<CallState>>,
    pub visitor: Option<visitor::VisitorPluginPre<CallState>>,
    pub outbound: Option<outbound::OutboundPluginPre<CallState>>,
    pub presence: Option<presence::PresencePluginPre<CallState>>,
}

/// A linker with everything that is lent: the plugin interface, and WASI with nothing behind it.
pub fn linker(engine: &Engine) -> wasmtime::Result<Linker<CallState>> {
    let mut linker = Linker::new(engine);
    lent::Imports::add_to_linker::<_, HasSelf<_>>(&mut linker, |state| state)?;
    wasmtime_wasi::p2::add_to_linker_async(&mut linker)?;
    Ok(linker)
}

impl Guest {
    /// Links a component. The error is one sentence for the person who uploaded it.
    pub fn link(
        linker: &Linker<CallState>,
        component: &Component,
        manifest: &Manifest,
    ) -> Result<Self, String> {
        functions_exist(component, linker.engine())?;
        let pre = linker.instantiate_pre(component).map_err(|e| misfit("its imports", &e))?;
        macro_rules! world {
            ($interface:ident, $pre:path) => {
                if manifest.offers(Interface::$interface) {
                    let name = Interface::$interface.name();
                    Some(<$pre>::new(pre.clone()).map_err(|e| misfit(name, &e))?)
                } else {
                    None
                }
            };
        }
        Ok(Self {
            settings: world!(Settings, bindings::settings::SettingsPluginPre<CallState>),
            webhook: world!(Webhook, bindings::webhook::WebhookPluginPre<CallState>),
            poll: world!(Poll, bindings::poll::PollPluginPre<CallState>),
            mail: world!(Mail, bindings::mail::MailPluginPre<CallState>),
            visitor: world!(Visitor, bindings::visitor::VisitorPluginPre<CallState>),
            outbound: world!(Outbound, bindings::outbound::OutboundPluginPre<CallState>),
            presence: world!(Presence, bindings::presence::PresencePluginPre<CallState>),
        })
    }

    /// Instantiates every claimed world once: only that compares the types of the exports and
    /// shows whether the component starts within its limits.
    pub async fn try_all(&self, store: impl Fn() -> Store<CallState>) -> Result<(), String> {
        macro_rules! start {
            ($($world:ident),*) => {$(
                if let Some(pre) = &self.$world {
                    let mut store = store();
                    let started = pre.instantiate_async(&mut store).await;
                    started.map_err(|e| started_badly(stringify!($world), &store, &e))?;
                }
            )*};
        }
        start!(settings, webhook, poll, mail, visitor, outbound, presence);
        Ok(())
    }
}

/// Says which functions a guest wants that this host does not have, before the linker would.
fn functions_exist(component: &Component, engine: &Engine) -> Result<(), String> {
    for (name, import) in component.component_type().imports(engine) {
        let path = name.split('@').next().unwrap_or(name);
        let Some(interface) = path.strip_prefix("patchbay:plugin/") else {
            continue;
        };
        let ComponentItem::ComponentInstance(instance) = import.ty else {
            continue;
        };
        let functions: Vec<_> = instance
            .exports(engine)
            .filter(|(_, item)| matches!(item.ty, ComponentItem::ComponentFunc(_)))
            .map(|(name, _)| name)
            .collect();
        let missing = offered::missing(interface, functions.into_iter());
        if !missing.is_empty() {
            return Err(format!(
                "the plugin wants {} of `{path}`, which this host ({}) does not have",
                missing.join(", "),
                offered::VERSION,
            ));
        }
    }
    Ok(())
}

fn misfit(what: &str, e: &wasmtime::Error) -> String {
    format!(
        "the types of {what} are not those of patchbay:plugin@{}: {}",
        offered::VERSION,
        e.root_cause()
    )
}

fn started_badly(world: &str, store: &Store<CallState>, e: &wasmtime::Error) -> String {
    if store.data().limiter.refused().is_some() {
        return "the plugin does not start within limits.memory of its manifest".to_owned();
    }
    let typed = e.downcast_ref::<wasmtime::Trap>().is_none() && store.data().stop.is_none();
    if typed { misfit(world, e) } else { format!("the plugin crashes at its start: {e:#}") }
}
