//! What the placeholders of a template stand for.
use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::Described;
use super::description::{Description, Does};
use super::template::Values;
use crate::network::Happening;
use crate::network::model::{Account, File, Message};

/// The values of a happening.
pub fn of(described: &Described, description: &Description, happening: &Happening) -> Values {
    let mut values = Values::default();
    account(&mut values, &happening.account);
    let optional = |text: &Option<String>| text.as_deref().map_or(Value::Null, Value::from);
    values.set("kind", happening.kind.name());
    values.set("event_id", happening.event_id.as_str());
    values.set("event_n", happening.event);
    values.set("user_id", happening.user_id.as_str());
    values.set("user_n", happening.person.id);
    values.set("user_name", happening.person.name());
    values.set("user_phone", optional(&happening.person.phone_number));
    values.set("user_username", optional(&happening.person.username));
    values.set("chat_id", happening.chat_id.as_str());
    values.set("chat_n", happening.chat);
    values.set("emoji", optional(&happening.emoji));
    values.set("was_emoji", optional(&happening.was));
    values.set("reply_to", optional(&happening.reply_id));
    time(&mut values, happening.at_ms);
    if let Some(message) = &happening.message {
        self::message(&mut values, message);
        let files = message.files.iter();
        values.attachments = files.map(|file| self::file(described, description, file)).collect();
        values.set("attachment_count", message.files.len());
        // A provider with one file in a message names it without a list.
        if let Some(first) = values.attachments.first().cloned() {
            values.one.extend(first);
        }
    }
    values
}

/// The values of an account.
pub fn account(values: &mut Values, account: &Account) {
    values.set("account_id", account.key.as_str());
    values.set("account_name", account.name.as_str());
    values.set("token", account.token.as_str());
    values.set("secret", account.secret.as_str());
    values.set("webhook", account.webhook.as_str());
}

/// The values of a message.
pub fn message(values: &mut Values, message: &Message) {
    values.set("message_id", message.id.as_str());
    values.set("message_n", message.n);
    values.set("text", message.text.as_deref().map_or(Value::Null, Value::from));
}

/// The values of a file.
pub fn file(
    described: &Described,
    description: &Description,
    file: &File,
) -> BTreeMap<&'static str, Value> {
    let download = description.api.routes.iter().find(|route| route.does == Does::Download);
    let url = download.map(|route| {
        let place = route.file.as_deref().unwrap_or_default();
        match place.split_once(':') {
            Some(("path", name)) => {
                let path = route.path.replace(&format!("{{{name}}}"), &file.id);
                format!("{}{path}", described.base)
            }
            Some(("query", name)) => format!("{}{}?{name}={}", described.base, route.path, file.id),
            _ => format!("{}{}", described.base, route.path),
        }
    });
    BTreeMap::from([
        ("file_id", json!(file.id)),
        ("file_name", json!(file.name)),
        ("file_mime", json!(file.mime)),
        ("file_size", json!(file.bytes.len())),
        ("file_kind", json!(file.kind())),
        ("file_url", json!(url)),
    ])
}

/// The time in the ways that providers write it.
pub fn time(values: &mut Values, at_ms: i64) {
    values.set("time_ms", at_ms);
    values.set("time_s", at_ms / 1000);
    values.set("time_iso", iso(at_ms));
}

/// `2026-01-31T08:15:30.123Z`
pub fn iso(at_ms: i64) -> String {
    let (days, ms) = (at_ms.div_euclid(86_400_000), at_ms.rem_euclid(86_400_000));
    // Howard Hinnant's days-to-civil: years that begin in March have their leap day at the end.
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let of_era = z.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    let (s, ms) = (ms / 1000, ms % 1000);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{ms:03}Z",
        s / 3600,
        s / 60 % 60,
        s % 60
    )
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates() {
        assert_eq!(super::iso(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(super::iso(951_827_696_789), "2000-02-29T12:34:56.789Z");
        assert_eq!(super::iso(1_767_225_599_000), "2025-12-31T23:59:59.000Z");
    }
}
