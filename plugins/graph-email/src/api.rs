//! Calls of Microsoft Graph, in the name of an app or of a person who signed in.

use crate::refusal::Refusal;
use crate::settings::Settings;
use patchbay_plugin::http::encode;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::{self, Value};

/// Without this the id of a message changes when it is moved to another folder.
const IMMUTABLE: &str = "IdType=\"ImmutableId\"";

/// Why a call gave no result.
#[derive(Debug)]
pub enum CallError {
    Net(NetError),
    Refused(Refusal),
    /// A success that is not Graph's: the status and what it began with.
    Strange(u16, String),
}

/// A mailbox that can be asked.
#[derive(Debug)]
pub struct Api {
    base: String,
    /// `/users/…` or `/me`.
    who: String,
    /// The app's token, for this call of the plugin only; none when a person signed in.
    token: Option<String>,
}

impl Api {
    /// Signs in, where the app signs in by itself: there is no refresh token then, and asking anew
    /// in every call leaves no token lying about.
    pub fn open(settings: &Settings) -> Result<Self, CallError> {
        let base = format!("{}/v1.0", settings.api());
        if settings.by_user() {
            return Ok(Self { base, who: "/me".to_owned(), token: None });
        }
        let mut who = "/users/".to_owned();
        encode(&mut who, settings.mailbox.trim());
        Ok(Self { base, who, token: Some(token(settings)?) })
    }

    /// A request to an address that Graph gave, or made by [`Api::path`].
    pub fn request(&self, method: &str, url: &str, prefer: &str) -> Request<'static> {
        let prefer = match prefer {
            "" => IMMUTABLE.to_owned(),
            more => format!("{IMMUTABLE}, {more}"),
        };
        let request = Request::new(method, url).header("Prefer", prefer);
        match &self.token {
            Some(token) => request.header("Authorization", format!("Bearer {token}")),
            None => request.credential("user"),
        }
    }

    /// The address of something of the mailbox.
    pub fn path(&self, rest: &str) -> String {
        format!("{}{}{rest}", self.base, self.who)
    }

    /// The address of something of Graph itself.
    pub fn global(&self, rest: &str) -> String {
        format!("{}{rest}", self.base)
    }

    /// The resource of a subscription: as addresses have it, without the base.
    pub fn resource(&self, rest: &str) -> String {
        format!("{}{rest}", self.who)
    }

    pub fn get(&self, url: &str) -> Result<Value, CallError> {
        result(self.request("GET", url, ""))
    }

    pub fn send(&self, method: &str, url: &str, body: &Value) -> Result<Value, CallError> {
        result(self.request(method, url, "").json(body))
    }

    /// The address of a message.
    pub fn message(&self, id: &str, rest: &str) -> String {
        let mut path = "/messages/".to_owned();
        encode(&mut path, id);
        self.path(&format!("{path}{rest}"))
    }
}

fn token(settings: &Settings) -> Result<String, CallError> {
    let mut tenant = String::new();
    encode(&mut tenant, settings.tenant.trim());
    let (mut client, mut scope) = (String::new(), String::new());
    encode(&mut client, settings.client_id.trim());
    encode(&mut scope, &format!("{}/.default", origin(settings.api())));
    // The host puts the secret in as it is: Microsoft makes them of letters that a form leaves alone.
    let form = format!(
        "grant_type=client_credentials&client_id={client}&scope={scope}\
         &client_secret={{credential:app}}"
    );
    let url = format!("{}/{tenant}/oauth2/v2.0/token", settings.login());
    let request = Request::post(url)
        .bytes("application/x-www-form-urlencoded", form.into_bytes())
        .credential("app");
    let said = result(request)?;
    match said["access_token"].as_str() {
        Some(token) if !token.is_empty() => Ok(token.to_owned()),
        _ => Err(CallError::Strange(200, "the answer holds no token".to_owned())),
    }
}

/// Scheme and host of an address.
fn origin(url: &str) -> &str {
    let from = url.find("://").map_or(0, |at| at + 3);
    url[from..].find('/').map_or(url, |end| &url[..from + end])
}

/// Sends a request and reads the answer; null where a success has no body.
pub fn result(request: Request<'_>) -> Result<Value, CallError> {
    let response = request.send().map_err(CallError::Net)?;
    let (status, ok, after) = (response.status(), response.ok(), response.retry_after_ms());
    let bytes = response.bytes().unwrap_or_default();
    if !ok {
        return Err(CallError::Refused(Refusal::read(status, after, &bytes)));
    }
    if bytes.trim_ascii().is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(&bytes).map_err(|_| {
        let start = String::from_utf8_lossy(&bytes).chars().take(300).collect();
        CallError::Strange(status, start)
    })
}

impl CallError {
    /// For calls after which nobody outside has anything.
    pub fn while_asking(self) -> Failure {
        match self {
            Self::Net(NetError::TooLarge) => Failure::Permanent(Detail::new(
                "graph-email.too-large",
                "Microsoft's answer was larger than allowed.",
            )),
            Self::Net(error) => error.while_asking(),
            Self::Refused(refusal) => refusal.failure(),
            Self::Strange(status, said) => Failure::retryable(strange(status, said)),
        }
    }

    /// For the call after which a customer may have a message.
    pub fn while_sending(self) -> Failure {
        match self {
            Self::Net(error) => error.while_sending(),
            Self::Refused(refusal) if refusal.midway() => {
                let failure = refusal.failure();
                failure.detail().cloned().map_or(failure, Failure::OutcomeUnknown)
            }
            Self::Refused(refusal) => refusal.failure(),
            Self::Strange(status, said) => Failure::OutcomeUnknown(strange(status, said)),
        }
    }

    /// Whether Graph said that it is not there.
    pub fn is_gone(&self) -> bool {
        matches!(self, Self::Refused(refusal) if refusal.gone())
    }
}

fn strange(status: u16, said: String) -> Detail {
    let message =
        format!("The server answered with status {status}, but not as Microsoft Graph does.");
    Detail::new("graph-email.strange", message).said(said)
}

/// A text of an answer, empty when it is none.
pub fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
