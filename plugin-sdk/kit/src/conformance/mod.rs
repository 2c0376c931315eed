//! The conformance kit: what every plugin must bear, tried on the plugin's own samples.
//!
//! Reading order: `samples` (which inputs), `trial` (one check and its verdict), `every` and
//! `network` (checks of all interfaces), then one file for each kind of interface.

mod assist;
mod cost;
mod digits;
mod every;
mod inbound;
mod mail;
mod network;
mod outbound;
mod parts;
mod poll;
mod samples;
mod socket;
mod trial;
mod visitor;
mod webhook;

use crate::{language::Language, stage::Stage};
use anyhow::Result;
pub use cost::{Cost, measure};
use patchbay::plugins::Interface;
use samples::Samples;
use std::path::Path;
use trial::Trial;
pub use trial::{Line, Verdict};

/// Runs all checks for the interfaces the plugin offers.
pub async fn check(stage: &Stage, folder: &Path) -> Result<Vec<Line>> {
    let samples = Samples::read(folder)?;
    let language = Language::of(folder);
    let mut lines = Vec::new();
    for interface in stage.manifest().interfaces.clone() {
        let found = match samples.of(interface) {
            Ok(found) => found,
            Err(problem) => {
                let verdict = match samples.skipped(interface, "sample") {
                    Some(reason) => Verdict::NotApplicable(reason),
                    None => Verdict::Failed(format!("{problem:#}")),
                };
                lines.push(Line { interface, check: "sample", verdict });
                continue;
            }
        };
        let mut trial = Trial::begin(stage, &samples, &found, language).await?;
        every::check(&mut trial).await;
        if trial.answered() {
            network::check(&mut trial).await;
            if matches!(
                interface,
                Interface::Webhook
                    | Interface::Poll
                    | Interface::Outbound
                    | Interface::OutboundParts
            ) {
                let found = digits::check(&trial).await;
                trial.note("ids above 2^53", found);
            }
            if matches!(
                interface,
                Interface::Webhook | Interface::Poll | Interface::Socket | Interface::Mail
            ) {
                let found = inbound::filled(&trial).await;
                trial.note("no empty message", found);
            }
            match interface {
                Interface::Webhook => webhook::check(&mut trial).await,
                Interface::Poll => poll::check(&mut trial).await,
                Interface::Outbound => outbound::send(&mut trial).await,
                Interface::OutboundParts => {
                    outbound::send(&mut trial).await;
                    parts::send(&mut trial).await;
                }
                Interface::OutboundEdits => outbound::edits(&mut trial).await,
                Interface::Socket => socket::check(&mut trial).await,
                Interface::Mail => mail::check(&mut trial).await,
                Interface::Visitor => visitor::check(&mut trial).await,
                Interface::Timers => visitor::timers(&mut trial).await,
                other if other.is_assist() => assist::check(&mut trial).await,
                _ => {}
            }
        }
        lines.append(&mut trial.lines);
    }
    for (name, _) in samples.unused_skips(&lines) {
        lines.push(Line {
            interface: Interface::Settings,
            check: "conformance.toml",
            verdict: Verdict::Failed(format!("[skip] names `{name}`, which is no check here")),
        });
    }
    Ok(lines)
}
