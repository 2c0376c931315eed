//! One installed component, linked ahead of time: what is left to do per call is instantiation.

use super::{
    bindings::{self, lent},
    host_interfaces,
    manifest::{Interface, Manifest},
    state::CallState,
};
use wasmtime::{
    Engine, Store,
    component::{Component, HasSelf, Linker, types::ComponentItem},
};

/// Declares [`Guest`] with a pre-linked world per interface, and what is done with all of them.
macro_rules! worlds {
    ($($field:ident: $interface:ident, $pre:ident;)*) => {
        /// The pre-linked worlds of a component, one per interface its manifest claims.
        pub struct Guest {
            $(pub $field: Option<bindings::$field::$pre<CallState>>,)*
        }

        impl Guest {
            /// Links a component. The error is one sentence for the person who uploaded it.
            pub fn link(
                linker: &Linker<CallState>,
                component: &Component,
                manifest: &Manifest,
            ) -> Result<Self, String> {
                functions_exist(component, linker.engine())?;
                let pre =
                    linker.instantiate_pre(component).map_err(|e| misfit("its imports", &e))?;
                Ok(Self {
                    $($field: if manifest.offers(Interface::$interface) {
                        let world = bindings::$field::$pre::new(pre.clone());
                        Some(world.map_err(|e| misfit(Interface::$interface.name(), &e))?)
                    } else {
                        None
                    },)*
                })
            }

            /// Instantiates every claimed world once: only that compares the types of the exports
            /// and shows whether the component starts within its limits.
            pub async fn try_all(
                &self,
                store: impl Fn() -> Store<CallState>,
            ) -> Result<(), String> {
                $(if let Some(pre) = &self.$field {
                    let mut store = store();
                    let started = pre.instantiate_async(&mut store).await;
                    let name = Interface::$interface.name();
                    started.map_err(|e| started_badly(name, &store, &e))?;
                })*
                Ok(())
            }
        }
    };
}

worlds! {
    settings: Settings, SettingsPluginPre;
    webhook: Webhook, WebhookPluginPre;
    poll: Poll, PollPluginPre;
    socket: Socket, SocketPluginPre;
    mail: Mail, MailPluginPre;
    visitor: Visitor, VisitorPluginPre;
    outbound: Outbound, OutboundPluginPre;
    outbound_parts: OutboundParts, OutboundPartsPluginPre;
    outbound_edits: OutboundEdits, OutboundEditsPluginPre;
    presence: Presence, PresencePluginPre;
    directory: Directory, DirectoryPluginPre;
    calls: Calls, CallsPluginPre;
    timers: Timers, TimersPluginPre;
    oauth: Oauth, OauthPluginPre;
    suggest: Suggest, SuggestPluginPre;
    translate: Translate, TranslatePluginPre;
    analyse_text: AnalyseText, AnalyseTextPluginPre;
    transcribe: Transcribe, TranscribePluginPre;
    analyse_voice: AnalyseVoice, AnalyseVoicePluginPre;
    answer: Answer, AnswerPluginPre;
    message_insight: MessageInsight, MessageInsightPluginPre;
}

/// A linker with everything that is lent: the plugin interface, and WASI with nothing behind it.
pub fn linker(engine: &Engine) -> wasmtime::Result<Linker<CallState>> {
    let mut linker = Linker::new(engine);
    lent::Imports::add_to_linker::<_, HasSelf<_>>(&mut linker, |state| state)?;
    wasmtime_wasi::p2::add_to_linker_async(&mut linker)?;
    Ok(linker)
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
        let missing = host_interfaces::missing(interface, functions.into_iter());
        if !missing.is_empty() {
            return Err(format!(
                "the plugin wants {} of `{path}`, which this host ({}) does not have",
                missing.join(", "),
                host_interfaces::VERSION,
            ));
        }
    }
    Ok(())
}

fn misfit(what: &str, e: &wasmtime::Error) -> String {
    format!(
        "the types of {what} are not those of patchbay:plugin@{}: {}",
        host_interfaces::VERSION,
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
