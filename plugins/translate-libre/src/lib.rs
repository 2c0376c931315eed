//! Machine translation by a LibreTranslate server.

mod languages;
mod placeholders;
mod server;
mod translating;
mod verify;

use patchbay_plugin::prelude::*;
use patchbay_plugin::translate;
use serde::Deserialize;
use server::Server;

/// Begins every code of a failure.
const ID: &str = "translate-libre";

struct LibreTranslate;

/// The plain settings of `settings.json`, with the schema's defaults.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
struct Settings {
    server_url: String,
    request_chars: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { server_url: String::new(), request_chars: 2000 }
    }
}

impl settings::Guest for LibreTranslate {
    fn check(acc: Account) -> Result<settings::Validation, Failure> {
        verify::check(&config(&acc)?)
    }

    /// The server calls nobody.
    fn connect(_acc: Account, _webhook_url: String) -> Result<(), Failure> {
        Ok(())
    }
}

impl translate::Guest for LibreTranslate {
    fn translate(
        acc: Account,
        texts: Vec<String>,
        source: Option<String>,
        target: String,
    ) -> Result<translate::Translation, Failure> {
        let settings: Settings = config(&acc)?;
        let server = Server::new(&settings.server_url);
        translating::translate(&server, settings.request_chars, &texts, source.as_deref(), &target)
    }
}

patchbay_plugin::export!(LibreTranslate: settings, translate);

#[cfg(test)]
mod tests;
