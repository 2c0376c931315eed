//! What a provider told for which there is no record: it is kept and shown as such.

use crate::channels::{Channels, account::registry::Channel, store};
use crate::{
    crypto::sha256_hex,
    db::{DbResult, Tx},
    plugins::{Custom, manifest::Opens},
    tickets::{self, ProviderNotice},
};
use serde_json::{Value, json};

/// Of what no conversation is known for, so much stands in the account's log; the input has all of it.
const LOGGED_MAX: usize = 2_000;

impl Channels {
    /// Where it names a conversation that goes on, it is a line there, with everything that was told
    /// beside it; told again it is the same line. Otherwise the account's log has it.
    pub(in crate::channels) async fn take_custom(
        &self,
        tx: &mut Tx,
        channel: &Channel,
        custom: &Custom,
        now: i64,
    ) -> DbResult<()> {
        let row = &channel.row;
        self.take_consent(tx, channel, custom, now).await?;
        let guests = self.guests.read().clone();
        if let (Some(guests), true) = (guests, hosts_visitors(channel)) {
            return guests.custom(tx, row.client_id, row.id, &custom.kind, &custom.payload).await;
        }
        let payload = serde_json::from_slice(&custom.payload)
            .unwrap_or_else(|_| Value::from(String::from_utf8_lossy(&custom.payload)));
        let text = words(&custom.kind, &payload);
        let known = match payload["thread"].as_str() {
            Some(thread) => store::ticket_of_thread(tx, row.client_id, row.id, thread).await?,
            None => None,
        };
        let Some((ticket_id, _)) = known else {
            let line: String = format!("{text} {payload}").chars().take(LOGGED_MAX).collect();
            return self.note(tx, channel, "info", "custom", &line).await;
        };
        let digest = sha256_hex(&[custom.kind.as_bytes(), b"\n", &custom.payload].concat());
        let told = ProviderNotice {
            client_id: row.client_id,
            ticket_id,
            channel_id: row.id,
            external_id: format!("custom:{digest}"),
            text,
            extras: json!({ "custom": { "kind": custom.kind, "payload": payload } }),
            sent_at: payload["at_ms"].as_i64().filter(|at| *at > 0).unwrap_or(now),
            now,
        };
        tickets::tell(tx, &told).await?;
        Ok(())
    }
}

/// Visitors' rooms understand what their own plugin says to them.
fn hosts_visitors(channel: &Channel) -> bool {
    let plugin = channel.plugin.as_ref();
    plugin.is_some_and(|p| p.manifest.channels.iter().any(|c| c.opens == Opens::Livechat))
}

/// The plugin's own words, or else the name of the kind as words: `line.memberJoined` is "Told by the
/// provider: member joined."
fn words(kind: &str, payload: &Value) -> String {
    if let Some(text) = payload["text"].as_str().map(str::trim).filter(|text| !text.is_empty()) {
        return text.chars().take(500).collect();
    }
    if kind == "consent" {
        let topic = payload["topic"].as_str().unwrap_or_default();
        let what = if topic == "all" { "messages" } else { topic };
        return match payload["state"].as_str() {
            Some("withdrawn") => format!("The customer no longer wants {what}."),
            _ => format!("The customer agreed to {what}."),
        };
    }
    let name = kind.rsplit('.').next().unwrap_or(kind);
    let mut said = String::new();
    for c in name.chars().take(80) {
        match c {
            '_' | '-' => said.push(' '),
            c if c.is_uppercase() && !said.is_empty() => {
                said.push(' ');
                said.extend(c.to_lowercase());
            }
            c => said.push(c),
        }
    }
    format!("Told by the provider: {said}.")
}

#[cfg(test)]
mod tests {
    use super::words;
    use serde_json::json;

    #[test]
    fn a_kind_is_said_in_words_unless_the_plugin_has_some() {
        for (kind, payload, text) in [
            ("line.memberJoined", json!({}), "Told by the provider: member joined."),
            ("x.spaces_opened", json!({ "text": " " }), "Told by the provider: spaces opened."),
            ("unknown", json!("raw"), "Told by the provider: unknown."),
            ("a.b", json!({ "text": "The customer left." }), "The customer left."),
        ] {
            assert_eq!(words(kind, &payload), text);
        }
    }
}
