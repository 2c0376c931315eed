//! Methods that only look: the bot itself, chats, profile photos and files.
use serde_json::json;

use super::super::errors::{ApiError, text as words};
use super::{Answer, Call, DOWNLOAD_MAX};

/// `getMe`.
pub fn get_me(call: &Call<'_>) -> Result<Answer, ApiError> {
    let state = call.telegram.state();
    let bot = state.bots.get(call.token).ok_or_else(ApiError::unauthorized)?;
    let mut me = bot.user();
    me["can_join_groups"] = json!(true);
    for ability in [
        "can_read_all_group_messages",
        "supports_inline_queries",
        "can_connect_to_business",
        "has_main_web_app",
        "has_topics_enabled",
        "allows_users_to_create_topics",
        "can_manage_bots",
        "supports_join_request_queries",
    ] {
        me[ability] = json!(false);
    }
    Ok(Answer::of(me))
}

/// `getFile`.
pub fn get_file(call: &Call<'_>) -> Result<Answer, ApiError> {
    let id = call.params.text("file_id").unwrap_or_default();
    if id.is_empty() {
        return Err(ApiError::bad("file_id not specified"));
    }
    let state = call.telegram.state();
    let bot = state.bots.get(call.token).ok_or_else(ApiError::unauthorized)?;
    let file = bot.files.get(&id).ok_or_else(|| ApiError::bad(words::WRONG_FILE_ID))?;
    if file.size > DOWNLOAD_MAX {
        return Err(ApiError::bad(words::FILE_TOO_BIG));
    }
    Ok(Answer::of(json!({
        "file_id": file.file_id,
        "file_unique_id": file.file_unique_id,
        "file_size": file.size,
        "file_path": file.path,
    })))
}

/// `getChat`.
pub fn get_chat(call: &Call<'_>) -> Result<Answer, ApiError> {
    let user = call.chat_id()?;
    let state = call.telegram.state();
    let Some((_, _, customer)) = state.chat(call.token, user) else {
        return Err(ApiError::bad(words::CHAT_NOT_FOUND));
    };
    let mut chat = customer.chat();
    if let Some(username) = &customer.username {
        chat["active_usernames"] = json!([username]);
    }
    chat["accent_color_id"] = json!(user.rem_euclid(7));
    chat["max_reaction_count"] = json!(11);
    chat["accepted_gift_types"] = json!({
        "unlimited_gifts": false, "limited_gifts": false, "unique_gifts": false,
        "premium_subscription": false, "gifts_from_channels": false,
    });
    Ok(Answer::of(chat))
}

/// `getUserProfilePhotos`: nobody here has one.
pub fn get_user_profile_photos(call: &Call<'_>) -> Result<Answer, ApiError> {
    let Some(user) = call.params.int("user_id") else {
        return Err(ApiError::bad("invalid user_id specified"));
    };
    if !call.telegram.state().customers.contains_key(&user) {
        return Err(ApiError::bad("user not found"));
    }
    Ok(Answer::of(json!({ "total_count": 0, "photos": [] })))
}
