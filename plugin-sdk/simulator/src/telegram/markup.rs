//! Keyboards under messages: what may be sent as `reply_markup`, and what comes of it.
use serde_json::Value;

use super::errors::ApiError;
use super::request::Params;

const CALLBACK_DATA_MAX: usize = 64;

/// The checked `reply_markup`, if any.
pub fn read(params: &Params) -> Result<Option<Value>, ApiError> {
    let markup = params
        .json("reply_markup")
        .map_err(|()| ApiError::bad("can't parse reply keyboard markup JSON object"))?;
    let Some(markup) = markup else { return Ok(None) };
    if !markup.is_object() {
        return Err(ApiError::bad("object expected as reply markup"));
    }
    if let Some(rows) = markup.get("inline_keyboard") {
        check_inline(rows)?;
    } else if let Some(rows) = markup.get("keyboard") {
        for button in buttons(rows, "keyboard")? {
            let text = button.as_str().or_else(|| button.get("text").and_then(Value::as_str));
            if text.is_none_or(|text| text.trim().is_empty()) {
                return Err(ApiError::bad("keyboard button text must be non-empty"));
            }
        }
    }
    Ok(Some(markup))
}

fn check_inline(rows: &Value) -> Result<(), ApiError> {
    for button in buttons(rows, "inline keyboard")? {
        let text = button.get("text").and_then(Value::as_str).unwrap_or_default();
        if text.trim().is_empty() {
            return Err(ApiError::bad(
                "can't parse inline keyboard button: Text must be non-empty",
            ));
        }
        let data = button.get("callback_data").and_then(Value::as_str);
        if data.is_some_and(|data| data.is_empty() || data.len() > CALLBACK_DATA_MAX) {
            return Err(ApiError::bad("BUTTON_DATA_INVALID"));
        }
        let does_something = ["url", "web_app", "switch_inline_query", "copy_text", "login_url"];
        if data.is_none() && !does_something.iter().any(|name| button.get(*name).is_some()) {
            return Err(ApiError::bad(
                "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
            ));
        }
    }
    Ok(())
}

fn buttons<'a>(rows: &'a Value, what: &str) -> Result<Vec<&'a Value>, ApiError> {
    let rows = rows.as_array().ok_or_else(|| {
        ApiError::bad(&format!("field \"{}\" must be of type Array", what.replace(' ', "_")))
    })?;
    let mut found = Vec::new();
    for row in rows {
        let row = row.as_array().ok_or_else(|| {
            ApiError::bad(&format!("can't parse {what}: rows must be of type Array"))
        })?;
        found.extend(row);
    }
    Ok(found)
}

/// The part that stays on the message; the other keyboards belong to the person's input field.
pub fn inline(markup: &Option<Value>) -> Option<&Value> {
    markup.as_ref().filter(|markup| markup.get("inline_keyboard").is_some())
}
