//! A quarantined input as a file for the plugin's author, who runs it again with `cargo patchbay
//! replay`. What the admin entered as secret and what proves a request genuine stays here.

use crate::channels::{Channels, account::registry::Channel, store};
use crate::{
    blobs::BlobRef,
    plugins::{Manifest, RawMail, Secrets, VisitorAct, VisitorSession, WebhookRequest},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value, json};

/// The form of the file. A reader refuses what it does not know.
pub(in crate::channels) const FORMAT: &str = "patchbay-input@1";

/// A larger mail is exported without its content.
const MAIL_MAX: u64 = 25 << 20;

/// Request headers that carry somebody's credentials, whatever the manifest says.
const CREDENTIALS: [&str; 3] = ["authorization", "cookie", "proxy-authorization"];

impl Channels {
    /// The input with its surroundings. Stored values of the account are not part of it.
    pub(in crate::channels) async fn export(
        &self,
        channel: &Channel,
        input: &store::Input,
    ) -> Value {
        let account = self.account(channel);
        let manifest = channel.plugin.as_ref().map(|plugin| plugin.manifest.clone());
        let content = match input.kind.as_str() {
            "webhook" => serde_json::from_str::<WebhookRequest>(&input.input).ok().map(|mut r| {
                r.body = input.body.clone().unwrap_or_default();
                webhook(manifest.as_deref(), &account.secrets, r)
            }),
            "mail" => match serde_json::from_str::<RawMail>(&input.input) {
                Ok(mail) => Some(self.mail(&account.secrets, mail).await),
                Err(_) => None,
            },
            "visitor" => serde_json::from_str::<(VisitorSession, VisitorAct)>(&input.input)
                .ok()
                .map(|(who, act)| visitor(&who, &act)),
            _ => None,
        };
        // Another kind is given as it is stored.
        let content = content.or_else(|| serde_json::from_str(&input.input).ok());
        let whole = json!({
            "format": FORMAT,
            "plugin": channel.row.plugin,
            "version": manifest.map(|m| m.version.clone()),
            "kind": input.kind,
            "received_at": input.received_at,
            "error": { "code": input.error_code, "message": input.error_message },
            "settings": account.config,
            "input": content,
        });
        // A provider may have told a secret back in the middle of its own data.
        let hidden = account.secrets.hide(whole.to_string().into_bytes());
        serde_json::from_slice(&hidden).unwrap_or_default()
    }

    async fn mail(&self, secrets: &Secrets, mail: RawMail) -> Value {
        let raw = match self.blobs.get_range(&mail.raw, 0..mail.raw.size.min(MAIL_MAX)).await {
            Ok(bytes) if mail.raw.size <= MAIL_MAX => octets(secrets.hide(bytes.to_vec())),
            _ => absent(&mail.raw),
        };
        json!({ "receive": {
            "raw": raw, "folder": mail.folder, "uid_validity": mail.uid_validity,
            "uid": mail.uid, "received_ms": mail.received_ms,
        } })
    }
}

fn webhook(manifest: Option<&Manifest>, secrets: &Secrets, request: WebhookRequest) -> Value {
    let recipes = manifest.and_then(|m| m.webhook.as_ref()).map_or(&[][..], |w| &w.verify);
    let proof = |name: &str| {
        CREDENTIALS.iter().any(|known| known.eq_ignore_ascii_case(name))
            || recipes
                .iter()
                .filter_map(|r| r.header.as_deref())
                .any(|h| h.eq_ignore_ascii_case(name))
    };
    let headers: Map<String, Value> = request
        .headers
        .into_iter()
        .filter(|(name, _)| !proof(name))
        .map(|(name, value)| (name, String::from_utf8_lossy(&value).into_owned().into()))
        .collect();
    let query: String = url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(
            url::form_urlencoded::parse(request.query.as_bytes())
                .filter(|(name, _)| recipes.iter().all(|r| r.query.as_deref() != Some(name))),
        )
        .finish();
    json!({
        "method": request.method, "path": request.path, "query": query, "headers": headers,
        "verified": request.verified, "body": octets(secrets.hide(request.body)),
    })
}

/// Files a visitor sent are named by their size: they may hold anything, and no plugin reads them.
fn visitor(who: &VisitorSession, act: &VisitorAct) -> Value {
    let mut act = json!(act);
    for file in act["message"]["attachments"].as_array_mut().into_iter().flatten() {
        if let Ok(blob) = serde_json::from_value::<BlobRef>(file["blob"].clone()) {
            file["blob"] = absent(&blob);
        }
    }
    json!({ "session": who, "act": act })
}

fn absent(blob: &BlobRef) -> Value {
    json!({ "$size": blob.size, "mime": blob.mime, "filename": blob.filename })
}

fn octets(bytes: Vec<u8>) -> Value {
    match String::from_utf8(bytes) {
        Ok(text) => json!({ "$text": text }),
        Err(error) => json!({ "$base64": STANDARD.encode(error.as_bytes()) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_leaves_what_proves_it_behind() {
        let secrets = Secrets::from_iter([("token", "very-secret-token")]);
        let request = WebhookRequest {
            headers: vec![
                ("Content-Type".to_owned(), b"application/json".to_vec()),
                ("Authorization".to_owned(), b"Bearer x".to_vec()),
            ],
            query: "a=1&b=2".to_owned(),
            body: br#"{"echo":"very-secret-token"}"#.to_vec(),
            ..WebhookRequest::default()
        };
        let value = webhook(None, &secrets, request);
        assert_eq!(value["headers"], json!({ "Content-Type": "application/json" }));
        assert_eq!(value["query"], "a=1&b=2");
        let body = value["body"]["$text"].as_str().unwrap();
        assert!(!body.contains("very-secret-token") && body.contains("****"), "{body}");
    }

    #[test]
    fn bytes_that_are_no_text_are_kept() {
        assert_eq!(octets(vec![0xff, 0x00]), json!({ "$base64": "/wA=" }));
        assert_eq!(octets(b"a".to_vec()), json!({ "$text": "a" }));
    }
}
