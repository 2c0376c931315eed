//! The methods of the Bot API by name.
mod edit;
mod look;
mod media;
mod send;

use std::sync::Arc;

use serde_json::{Value, json};

use super::Telegram;
use super::errors::ApiError;
use super::files::Kind;
use super::request::Params;
use super::{updates, webhook};

pub use media::{hints, store};

/// Files above this can be sent and not fetched.
pub const DOWNLOAD_MAX: u64 = 20 * 1024 * 1024;

/// What an accepted call is answered with.
pub struct Answer {
    /// `result`.
    pub result: Value,
    /// `description`, which a few methods add.
    pub description: Option<&'static str>,
}

impl Answer {
    /// Only a result.
    pub fn of(result: Value) -> Self {
        Self { result, description: None }
    }

    /// A result and a word about it.
    pub fn said(result: bool, description: &'static str) -> Self {
        Self { result: json!(result), description: Some(description) }
    }
}

/// Carries out one call of a known token. Method names are matched in any case.
pub async fn call(
    telegram: &Arc<Telegram>,
    token: &str,
    method: &str,
    params: Params,
) -> Result<Answer, ApiError> {
    let call = Call { telegram, token, params: &params };
    match method.to_ascii_lowercase().as_str() {
        "getme" => look::get_me(&call),
        "getupdates" => updates::get(telegram, token, &params).await,
        "setwebhook" => webhook::set(telegram, token, &params).await,
        "deletewebhook" => webhook::delete(telegram, token, &params).await,
        "getwebhookinfo" => updates::webhook_info(telegram, token),
        "sendmessage" => send::text(&call).await,
        "sendphoto" => media::one(&call, Kind::Photo).await,
        "sendvideo" => media::one(&call, Kind::Video).await,
        "sendaudio" => media::one(&call, Kind::Audio).await,
        "sendvoice" => media::one(&call, Kind::Voice).await,
        "senddocument" => media::one(&call, Kind::Document).await,
        "sendanimation" => media::one(&call, Kind::Animation).await,
        "sendsticker" => media::one(&call, Kind::Sticker).await,
        "sendvideonote" => media::one(&call, Kind::VideoNote).await,
        "sendmediagroup" => media::album(&call).await,
        "sendlocation" => send::location(&call).await,
        "sendvenue" => send::venue(&call).await,
        "sendcontact" => send::contact(&call).await,
        "sendchataction" => send::action(&call),
        "editmessagetext" => edit::text(&call).await,
        "editmessagecaption" => edit::caption(&call).await,
        "editmessagereplymarkup" => edit::keyboard(&call).await,
        "deletemessage" => edit::delete(&call).await,
        "deletemessages" => edit::delete_many(&call).await,
        "setmessagereaction" => edit::react(&call).await,
        "answercallbackquery" => edit::answer_press(&call),
        "getfile" => look::get_file(&call),
        "getchat" => look::get_chat(&call),
        "getuserprofilephotos" => look::get_user_profile_photos(&call),
        _ => Err(ApiError::unknown_method()),
    }
}

/// One call on its way through a method.
pub struct Call<'a> {
    /// The stand-in.
    pub telegram: &'a Arc<Telegram>,
    /// The bot.
    pub token: &'a str,
    /// What it sent.
    pub params: &'a Params,
}

impl Call<'_> {
    /// `chat_id`, which has to be the number of a private chat.
    pub fn chat_id(&self) -> Result<i64, ApiError> {
        let text = self.params.text("chat_id").unwrap_or_default();
        if text.trim().is_empty() {
            return Err(ApiError::bad("chat_id is empty"));
        }
        // `@name` reaches channels and groups only, and there are none here.
        text.trim().parse().map_err(|_| ApiError::bad(super::errors::text::CHAT_NOT_FOUND))
    }

    /// `message_id`.
    pub fn message_id(&self) -> Result<i64, ApiError> {
        let id = self.params.int("message_id").filter(|id| *id > 0);
        id.ok_or_else(|| ApiError::bad("message identifier is not specified"))
    }
}
