//! Asking the token address, and reading what it answers.

use crate::{
    channels::{Channels, account::registry::Channel},
    plugins::{
        egress::{AnswerBody, NetError, Request, RequestBody},
        manifest::OAuth,
        net_error_text,
    },
};
use serde_json::Value;

/// What a provider gave. `Debug` is not derived: two of the fields are secrets.
#[derive(PartialEq, Eq)]
pub(super) struct Tokens {
    pub access: String,
    pub refresh: Option<String>,
    pub lives_ms: Option<i64>,
    pub scopes: String,
    /// The whole answer without the tokens.
    pub answer: Value,
}

/// Why there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub text: String,
    /// The provider will not change its mind: somebody has to sign in again.
    pub for_good: bool,
}

impl Channels {
    /// Posts a form to the token address, with the client's id and secret.
    pub(super) async fn fetch_tokens(
        &self,
        channel: &Channel,
        recipe: &OAuth,
        mut form: Vec<(&'static str, String)>,
    ) -> Result<Tokens, Refusal> {
        let account = self.account(channel);
        let client = account.config[recipe.client_id.as_str()].as_str().unwrap_or_default();
        form.push(("client_id", client.trim().to_owned()));
        let secret = recipe.client_secret.as_ref().and_then(|name| account.secrets.get(name));
        if let Some(secret) = secret {
            form.push(("client_secret", secret.to_owned()));
        }
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
        let request = Request {
            method: "POST".into(),
            url: recipe.token_url.clone(),
            headers: vec![
                ("content-type".into(), b"application/x-www-form-urlencoded".to_vec()),
                ("accept".into(), b"application/json".to_vec()),
            ],
            body: RequestBody::Inline(body.into()),
            credentials: vec![],
            timeout: None,
            to_blob: false,
        };
        let answer = self.host.request(&account, request).await.map_err(|e| Refusal {
            text: format!("The provider was not reached: {}.", net_error_text(&e)),
            for_good: matches!(e, NetError::Denied(_)),
        })?;
        let AnswerBody::Inline(body) = answer.body else {
            return Err(Refusal {
                text: "The provider's answer is unreadable.".into(),
                for_good: false,
            });
        };
        read(answer.status, &body)
    }
}

/// Reads a token answer (RFC 6749, sections 5.1 and 5.2). Pure.
fn read(status: u16, body: &[u8]) -> Result<Tokens, Refusal> {
    let mut answer: Value = serde_json::from_slice(body).unwrap_or_default();
    let access = answer["access_token"].as_str().filter(|t| !t.is_empty()).map(str::to_owned);
    let (Some(access), 200..=299) = (access, status) else {
        let code = answer["error"].as_str().map(super::plain).unwrap_or_default();
        let said = if code.is_empty() { format!("status {status}") } else { code };
        return Err(Refusal {
            text: format!("The provider gave no token ({said})."),
            for_good: matches!(status, 400 | 401 | 403),
        });
    };
    let refresh = answer["refresh_token"].as_str().filter(|t| !t.is_empty()).map(str::to_owned);
    let seconds = match &answer["expires_in"] {
        Value::Number(n) => n.as_i64(),
        Value::String(text) => text.parse().ok(),
        _ => None,
    };
    let lives_ms = seconds.filter(|s| *s > 0).map(|s| s.min(10 * 365 * 86_400) * 1000);
    let scopes = answer["scope"].as_str().unwrap_or_default().to_owned();
    if let Value::Object(map) = &mut answer {
        for secret in ["access_token", "refresh_token", "id_token"] {
            map.remove(secret);
        }
    }
    Ok(Tokens { access, refresh, lives_ms, scopes, answer })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn token_answers_are_read_and_errors_told() {
        let body = json!({ "access_token": "a", "refresh_token": "r", "expires_in": "60", "scope": "x y", "page": 7 });
        let Ok(tokens) = read(200, body.to_string().as_bytes()) else { panic!("it is a token") };
        assert!(tokens.access == "a" && tokens.refresh.as_deref() == Some("r"));
        assert_eq!((tokens.lives_ms, tokens.scopes.as_str()), (Some(60_000), "x y"));
        assert_eq!(tokens.answer, json!({ "expires_in": "60", "scope": "x y", "page": 7 }));
        let refused = |status, body: &str| read(status, body.as_bytes()).err().expect("refused");
        let gone = refused(400, r#"{"error":"invalid_grant<b>"}"#);
        assert_eq!(gone.text, "The provider gave no token (invalid_grantb).");
        assert!(gone.for_good);
        assert!(!refused(503, "busy").for_good);
        assert!(!refused(200, "{}").for_good);
    }
}
