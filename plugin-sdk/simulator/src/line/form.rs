//! What LINE demands of each message, before anything is sent. Pure.
use serde_json::Value;

use super::api::takes;

/// What is wrong: property and sentence.
pub type FieldErrors = Vec<(String, String)>;

const TEXT_MAX: usize = 5000;
const URL_MAX: usize = 2000;

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

struct Form<'a> {
    at: String,
    one: &'a Value,
    wrong: FieldErrors,
}

impl Form<'_> {
    fn no(&mut self, field: &str, text: impl Into<String>) {
        let dot = if field.is_empty() { "" } else { "." };
        self.wrong.push((format!("{}{dot}{field}", self.at), text.into()));
    }

    fn text(&mut self, field: &str, most: usize) {
        match self.one[field].as_str() {
            None | Some("") => self.no(field, "May not be empty"),
            Some(text) if units(text) > most => {
                self.no(field, format!("Length must be between 0 and {most}"));
            }
            Some(_) => {}
        }
    }

    fn address(&mut self, field: &str) {
        match self.one[field].as_str() {
            None | Some("") => self.no(field, "May not be empty"),
            Some(url) if url.len() > URL_MAX => self.no(field, "Length must be between 0 and 2000"),
            Some(url) if !takes(url) => self.no(field, "Must be a valid HTTPS URL"),
            Some(_) => {}
        }
    }

    fn number(&mut self, field: &str) {
        if !self.one[field].is_number() {
            self.no(field, "May not be null");
        }
    }
}

/// The faults of a request's messages.
pub fn messages(list: &Value) -> FieldErrors {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    if list.is_empty() || list.len() > 5 {
        return vec![("messages".into(), "Size must be between 1 and 5".into())];
    }
    list.iter().enumerate().flat_map(|(n, one)| message(&format!("messages[{n}]"), one)).collect()
}

fn message(at: &str, one: &Value) -> FieldErrors {
    let mut form = Form { at: at.to_owned(), one, wrong: Vec::new() };
    match one["type"].as_str().unwrap_or_default() {
        "text" | "textV2" => form.text("text", TEXT_MAX),
        "image" | "video" => {
            form.address("originalContentUrl");
            form.address("previewImageUrl");
        }
        "audio" => {
            form.address("originalContentUrl");
            form.number("duration");
        }
        "location" => {
            form.text("title", 100);
            form.text("address", 100);
            form.number("latitude");
            form.number("longitude");
        }
        "sticker" => {
            form.text("packageId", 100);
            form.text("stickerId", 100);
        }
        "template" => {
            form.text("altText", 400);
            template(&mut form);
        }
        "flex" | "imagemap" => form.text("altText", 400),
        "coupon" => form.text("couponId", 100),
        _ => form.no(
            "type",
            "Must be one of the following values: [text, textV2, image, video, \
            audio, location, sticker, template, flex, imagemap, coupon]",
        ),
    }
    let mut wrong = form.wrong;
    if let Some(items) = one["quickReply"]["items"].as_array() {
        if items.len() > 13 || items.is_empty() {
            let at = format!("{at}.quickReply.items");
            wrong.push((at, "Size must be between 1 and 13".into()));
        }
        for (n, item) in items.iter().enumerate() {
            wrong.extend(action(&format!("{at}.quickReply.items[{n}].action"), &item["action"]));
        }
    }
    wrong
}

fn template(form: &mut Form<'_>) {
    let template = &form.one["template"];
    let actions = template["actions"].as_array().map_or(&[][..], Vec::as_slice);
    let most = match template["type"].as_str() {
        Some("buttons") => 4,
        Some("confirm") => 2,
        Some("carousel" | "image_carousel") => return,
        _ => return form.no("template.type", "Must be one of the known template types"),
    };
    let words = template["text"].as_str().unwrap_or_default();
    if words.is_empty() || units(words) > 160 {
        form.no("template.text", "Length must be between 1 and 160");
    }
    if actions.is_empty() || actions.len() > most {
        form.no("template.actions", format!("Size must be between 1 and {most}"));
    }
    let at = form.at.clone();
    for (n, one) in actions.iter().enumerate() {
        form.wrong.extend(action(&format!("{at}.template.actions[{n}]"), one));
    }
}

fn action(at: &str, one: &Value) -> FieldErrors {
    let mut form = Form { at: at.to_owned(), one, wrong: Vec::new() };
    form.text("label", 20);
    match one["type"].as_str().unwrap_or_default() {
        "postback" => form.text("data", 300),
        "message" => form.text("text", 300),
        "uri" => form.text("uri", 1000),
        "datetimepicker" | "camera" | "cameraRoll" | "location" | "clipboard" => {}
        _ => form.no("type", "Must be one of the known action types"),
    }
    form.wrong
}

#[cfg(test)]
mod tests {
    use super::messages;
    use serde_json::json;

    #[test]
    fn each_kind_has_its_demands() {
        let wrong = |one| messages(&json!([one])).len();
        assert_eq!(wrong(json!({"type": "text", "text": "hi"})), 0);
        assert_eq!(wrong(json!({"type": "text", "text": ""})), 1);
        assert_eq!(wrong(json!({"type": "text", "text": "x".repeat(5001)})), 1);
        assert_eq!(wrong(json!({"type": "image", "originalContentUrl": "https://a.example/x"})), 1);
        let http = json!({"type": "image", "originalContentUrl": "http://a.example/x",
            "previewImageUrl": "http://127.0.0.1/x"});
        assert_eq!(wrong(http), 1);
        assert_eq!(wrong(json!({"type": "location", "title": "a", "latitude": 1})), 2);
        assert_eq!(wrong(json!({"type": "gif"})), 1);
        let buttons = |count| {
            let action = json!({"type": "postback", "label": "a", "data": "b"});
            json!({"type": "template", "altText": "a", "template":
                {"type": "buttons", "text": "t", "actions": vec![action; count]}})
        };
        assert_eq!((wrong(buttons(4)), wrong(buttons(5))), (0, 1));
        assert_eq!(messages(&json!([])).len(), 1);
        assert_eq!(messages(&json!(vec![json!({"type": "text", "text": "a"}); 6])).len(), 1);
    }
}
