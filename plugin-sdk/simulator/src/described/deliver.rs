//! Webhooks: written and signed as the description says.
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use super::Described;
use super::description::{Encoding, Format, Sign, Webhook};
use super::template::{self, Values};
use crate::network::model::Account;
use crate::network::{Happening, Manner};
use crate::posting::{Job, Poster, Posting};

const RETRY_AFTER_MAX: f64 = 3600.0;

/// What is posted for one happening.
pub fn job(
    happening: &Happening,
    (body, headers): (String, Vec<(String, String)>),
    manner: Manner,
) -> Job {
    Job {
        account: happening.account.key.clone(),
        user: happening.person.id,
        events: vec![(happening.person.id, happening.event)],
        kind: happening.kind.name(),
        items: vec![json!({ "body": body, "headers": headers })],
        twice: manner.twice,
        ..Job::default()
    }
}

/// A body in the webhook's format, with its headers.
pub fn body(webhook: &Webhook, template: &str, values: &Values) -> (String, Vec<(String, String)>) {
    let template: Value = serde_json::from_str(template).unwrap_or_default();
    let made = template::json(&template, values);
    let (mime, text) = match webhook.format {
        Format::Json => ("application/json", made.to_string()),
        Format::Form => {
            let mut form = url::form_urlencoded::Serializer::new(String::new());
            for (name, value) in made.as_object().into_iter().flatten() {
                match value {
                    Value::String(text) => form.append_pair(name, text),
                    Value::Null => form.append_pair(name, ""),
                    other => form.append_pair(name, &other.to_string()),
                };
            }
            ("application/x-www-form-urlencoded", form.finish())
        }
    };
    let mut headers = vec![("content-type".to_owned(), mime.to_owned())];
    let own = webhook.headers.iter();
    headers.extend(
        own.map(|(name, value)| (name.to_ascii_lowercase(), template::text(value, values))),
    );
    (text, headers)
}

/// The header that proves a body genuine.
pub fn signature(sign: &Sign, secret: &str, body: &str) -> Option<(String, String)> {
    match sign {
        Sign::None | Sign::Query { .. } => None,
        Sign::Header { header, prefix } => Some((header.clone(), format!("{prefix}{secret}"))),
        Sign::Hmac { header, encoding, prefix } => {
            let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).ok()?;
            mac.update(body.as_bytes());
            let raw = mac.finalize().into_bytes();
            let written = match encoding {
                Encoding::Hex => raw.iter().map(|byte| format!("{byte:02x}")).collect(),
                Encoding::Base64 => STANDARD.encode(raw),
            };
            Some((header.clone(), format!("{prefix}{written}")))
        }
    }
}

impl Poster for Described {
    // A description says how one event is written.
    const BUNDLES: bool = false;

    fn posting(&self) -> &Posting {
        &self.posting
    }

    fn request(
        &self,
        client: &reqwest::Client,
        account: &Account,
        url: &str,
        job: &Job,
    ) -> Option<(reqwest::RequestBuilder, Duration)> {
        let description = self.description();
        let webhook = description.webhook.as_ref()?;
        let item = job.items.first()?;
        let body = item["body"].as_str()?;
        let headers: Vec<(String, String)> =
            serde_json::from_value(item["headers"].clone()).ok()?;
        let mut address = url::Url::parse(url).ok()?;
        if let Sign::Query { name } = &webhook.sign {
            address.query_pairs_mut().append_pair(name, &account.secret);
        }
        let method = reqwest::Method::from_bytes(webhook.method.as_bytes()).ok()?;
        let mut request = client.request(method, address);
        for (name, value) in
            headers.into_iter().chain(signature(&webhook.sign, &account.secret, body))
        {
            request = request.header(name, value);
        }
        Some((request.body(body.to_owned()), Duration::from_secs_f64(webhook.timeout_s)))
    }

    fn pauses(&self, _answered: bool) -> Vec<Duration> {
        let description = self.description();
        let retries = description.webhook.as_ref().map(|webhook| webhook.retries.as_slice());
        retries.unwrap_or_default().iter().map(|pause| self.scaled(*pause)).collect()
    }

    fn pause(&self, planned: Duration, asked: Option<f64>) -> Duration {
        asked.map_or(planned, |wait| self.scaled(wait.clamp(0.0, RETRY_AFTER_MAX)))
    }

    fn shown(&self, job: &Job) -> Value {
        job.items.first().map_or(Value::Null, |item| item["body"].clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_as_rfc_4231_has_them() {
        let hmac =
            |encoding| Sign::Hmac { header: "X-Sig".into(), encoding, prefix: "sha256=".into() };
        let (header, value) =
            signature(&hmac(Encoding::Hex), "Jefe", "what do ya want for nothing?").unwrap();
        assert_eq!(header, "X-Sig");
        assert_eq!(
            value,
            "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
        let base =
            signature(&hmac(Encoding::Base64), "Jefe", "what do ya want for nothing?").unwrap().1;
        assert_eq!(base, "sha256=W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=");
        let token = Sign::Header { header: "X-Token".into(), prefix: String::new() };
        assert_eq!(signature(&token, "abc", "x"), Some(("X-Token".into(), "abc".into())));
        assert_eq!(signature(&Sign::None, "abc", "x"), None);
    }
}
