//! What each kind of route does.
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::{answered, values_for};
use crate::described::Described;
use crate::described::description::{Body, Description, Does, Route};
use crate::described::place::ValueLocation;
use crate::described::refusal::ApiError;
use crate::described::request::Incoming;
use crate::described::values;
use crate::network::intake::keep;
use crate::network::model::{Account, File};
use crate::network::outgo::{self, Change, To};
use crate::network::{NewFile, Outgoing, Provider};
use crate::telegram::request::Upload;

/// Does it, or refuses.
pub fn act(
    described: &Described,
    description: &Description,
    route: &Route,
    account: &Account,
    incoming: &Incoming,
) -> Result<Response, ApiError> {
    let mut values = values_for(account);
    match route.does {
        Does::Nothing | Does::Me => {}
        Does::Send => {
            let user = recipient(described, route, account, incoming)?;
            let outgoing = outgoing(described, description, route, account, incoming)?;
            let sent = outgo::send(described, &account.key, user, outgoing)?;
            values::message(&mut values, &sent);
            values.set("time_ms", sent.at_ms);
            say_whom(described, &mut values, account, user);
        }
        Does::Edit | Does::Delete | Does::React => {
            let id = needed(&route.message, incoming, "message")?;
            let user = match (&route.chat, &route.user) {
                (None, None) => outgo::chat_with(described, &account.key, &id)?,
                _ => recipient(described, route, account, incoming)?,
            };
            let text = read(&route.text, incoming)?;
            let emoji = read(&route.emoji, incoming)?.filter(|emoji| !emoji.is_empty());
            let what = match route.does {
                Does::Edit => {
                    let text = text.as_deref().unwrap_or_default();
                    measure(description, text)?;
                    Change::Text(text)
                }
                Does::Delete => Change::Delete,
                _ => Change::React(emoji.as_deref()),
            };
            let changed = outgo::change(described, &account.key, user, &id, what)?;
            values::message(&mut values, &changed);
            say_whom(described, &mut values, account, user);
        }
        Does::Typing | Does::Read => {
            let user = match (&route.chat, &route.user, &route.message) {
                (None, None, Some(_)) => {
                    let id = needed(&route.message, incoming, "message")?;
                    outgo::chat_with(described, &account.key, &id)?
                }
                _ => recipient(described, route, account, incoming)?,
            };
            match route.does {
                Does::Typing => outgo::typing(described, &account.key, user),
                _ => outgo::seen(described, &account.key, user),
            }
            say_whom(described, &mut values, account, user);
        }
        Does::Upload => {
            let new = uploaded(description, route, incoming)?;
            let file = {
                let mut state = described.network().state();
                keep(described, &mut state, &account.key, new)
            };
            values.one.extend(values::file(described, description, &file));
        }
        Does::Download => {
            let file = stored(described, account, &needed(&route.file, incoming, "file")?)?;
            let headers = [(header::CONTENT_TYPE, file.mime)];
            return Ok((headers, file.bytes).into_response());
        }
        Does::Webhook => {
            let url = needed(&route.url, incoming, "url")?;
            if url::Url::parse(&url).is_err() {
                return Err(ApiError::new("invalid", "The address of a webhook begins with http."));
            }
            let secret = read(&route.secret, incoming)?;
            if let Some(known) = described.network().state().accounts.get_mut(&account.key) {
                known.webhook = url.clone();
                if let Some(secret) = secret {
                    known.secret = secret;
                }
            }
            described.account_changed(&account.key);
            values.set("webhook", url);
        }
        Does::Person => {
            let id = needed(&route.user, incoming, "user")?;
            let user = outgo::find(described, &account.key, To::User(&id))?;
            say_whom(described, &mut values, account, user);
        }
    }
    Ok(answered(route, &values))
}

/// The customer that a request is about.
pub fn recipient(
    described: &Described,
    route: &Route,
    account: &Account,
    incoming: &Incoming,
) -> Result<i64, ApiError> {
    let found = match (read(&route.chat, incoming)?, read(&route.user, incoming)?) {
        (Some(chat), _) => outgo::find(described, &account.key, To::Chat(&chat)),
        (None, Some(user)) => outgo::find(described, &account.key, To::User(&user)),
        (None, None) => {
            let place = route.chat.as_ref().or(route.user.as_ref());
            let place = place.map_or("chat", String::as_str);
            return Err(ApiError::new("invalid", format!("{place} is missing.")));
        }
    };
    Ok(found?)
}

fn read(place: &Option<String>, incoming: &Incoming) -> Result<Option<String>, ApiError> {
    let Some(place) = place.as_deref().and_then(|place| ValueLocation::parse(place).ok()) else {
        return Ok(None);
    };
    place.text(incoming).map_err(|problem| ApiError::new("invalid", problem))
}

fn needed(place: &Option<String>, incoming: &Incoming, name: &str) -> Result<String, ApiError> {
    let missing =
        || ApiError::new("invalid", format!("{} is missing.", place.as_deref().unwrap_or(name)));
    read(place, incoming)?.filter(|text| !text.is_empty()).ok_or_else(missing)
}

fn measure(description: &Description, text: &str) -> Result<(), ApiError> {
    let most = description.limits.text_max.unwrap_or(usize::MAX);
    if text.chars().count() > most {
        return Err(ApiError::new(
            "text_too_long",
            format!("A text has at most {most} characters."),
        ));
    }
    Ok(())
}

fn outgoing(
    described: &Described,
    description: &Description,
    route: &Route,
    account: &Account,
    incoming: &Incoming,
) -> Result<Outgoing, ApiError> {
    let text = read(&route.text, incoming)?;
    measure(description, text.as_deref().unwrap_or_default())?;
    let mut files = Vec::new();
    if let Some(place) =
        route.attachments.as_deref().and_then(|place| ValueLocation::parse(place).ok())
    {
        let ids = place.texts(incoming).map_err(|problem| ApiError::new("invalid", problem))?;
        for id in ids {
            files.push(stored(described, account, &id)?);
        }
    }
    if let Some(upload) = part(route, incoming) {
        let new = new_file(description, upload, None)?;
        let mut state = described.network().state();
        files.push(keep(described, &mut state, &account.key, new));
    }
    if files.len() > description.limits.files_max {
        let most = description.limits.files_max;
        return Err(ApiError::new(
            "too_many_files",
            format!("A message has at most {most} files."),
        ));
    }
    let reply_to = read(&route.reply_to, incoming)?.filter(|id| !id.is_empty());
    let operation = read(&route.operation, incoming)?.filter(|operation| !operation.is_empty());
    Ok(Outgoing { text, files, reply_to, operation, ..Outgoing::default() })
}

fn stored(described: &Described, account: &Account, id: &str) -> Result<File, ApiError> {
    let state = described.network().state();
    let file = state.files.get(&(account.key.clone(), id.to_owned())).cloned();
    // Files of an open download route are found whoever's they are, as behind a public link.
    let file = file.or_else(|| {
        let open = described
            .description()
            .api
            .routes
            .iter()
            .any(|route| route.does == Does::Download && route.open);
        let of_anyone = || state.files.values().find(|file| file.id == id).cloned();
        open.then(of_anyone).flatten()
    });
    file.ok_or_else(|| ApiError::new("unknown_file", format!("There is no file {id}.")))
}

fn part<'a>(route: &Route, incoming: &'a Incoming) -> Option<&'a Upload> {
    match route.file.as_deref().and_then(|place| ValueLocation::parse(place).ok()) {
        Some(ValueLocation::Part(name)) => incoming.files.get(&name),
        _ => None,
    }
}

fn uploaded(
    description: &Description,
    route: &Route,
    incoming: &Incoming,
) -> Result<NewFile, ApiError> {
    if route.body() != Body::Bytes {
        let missing = || ApiError::new("invalid", "The file is missing.");
        return new_file(description, part(route, incoming).ok_or_else(missing)?, None);
    }
    let mime = incoming.headers.get(header::CONTENT_TYPE).and_then(|mime| mime.to_str().ok());
    let upload = Upload { name: None, mime: mime.map(str::to_owned), bytes: incoming.raw.clone() };
    new_file(description, &upload, read(&route.file_name, incoming)?)
}

fn new_file(
    description: &Description,
    upload: &Upload,
    name: Option<String>,
) -> Result<NewFile, ApiError> {
    let limits = &description.limits;
    if upload.bytes.len() > limits.file_max {
        let most = limits.file_max;
        return Err(ApiError::new("too_large", format!("A file has at most {most} bytes.")));
    }
    let mime = upload.mime.clone().unwrap_or_else(|| "application/octet-stream".into());
    let fits = |pattern: &String| {
        let pattern = pattern.trim_end_matches('*');
        pattern == "*/" || mime.starts_with(pattern)
    };
    if !limits.media.is_empty() && !limits.media.iter().any(fits) {
        return Err(ApiError::new("media_type", format!("Files of type {mime} are not taken.")));
    }
    let name = name.or_else(|| upload.name.clone()).unwrap_or_else(|| "file".into());
    Ok(NewFile { name, mime, bytes: upload.bytes.clone() })
}

fn say_whom(
    described: &Described,
    values: &mut crate::described::template::Values,
    account: &Account,
    user: i64,
) {
    let state = described.network().state();
    if let Some(chat) = state.chat(&account.key, user) {
        values.set("chat_id", chat.id.as_str());
        values.set("chat_n", chat.n);
    }
    if let Some(person) = state.people.get(&user) {
        let optional = |text: &Option<String>| text.as_deref().map_or(Value::Null, Value::from);
        values.set("user_name", person.name());
        values.set("user_phone", optional(&person.phone_number));
        values.set("user_username", optional(&person.username));
    }
    values.set("user_id", described.user_id(user));
    values.set("user_n", user);
}
