//! What is wrong with a description: each finding has its line and says what to do.
use std::fmt;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::description::{Body, Description, Does, Gateway, Route, Sign, Webhook};
use super::place::{ValueLocation, names};
use super::rates::Rate;
use super::template;
use crate::network::happening::Kind;

/// One fault of a description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// From 1.
    pub line: usize,
    /// For example `api.routes[2].path`.
    pub key: String,
    /// What is wrong, and what to do.
    pub text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, key, text } = self;
        if key.is_empty() {
            write!(f, "line {line}: {text}")
        } else {
            write!(f, "line {line}: {key}: {text}")
        }
    }
}

/// Reads and checks a description.
pub fn read(source: &str) -> Result<Description, Vec<Finding>> {
    let at =
        |span: Option<std::ops::Range<usize>>| line_of(source, span.map_or(0, |span| span.start));
    let tree = DeTable::parse(source).map_err(|error| {
        vec![Finding { line: at(error.span()), key: String::new(), text: error.message().into() }]
    })?;
    let description: Description = toml::from_str(source).map_err(|error| {
        vec![Finding { line: at(error.span()), key: String::new(), text: error.message().into() }]
    })?;
    let mut checker = Checker { source, tree, found: Vec::new() };
    checker.whole(&description);
    if checker.found.is_empty() { Ok(description) } else { Err(checker.found) }
}

fn line_of(source: &str, offset: usize) -> usize {
    source.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count() + 1
}

struct Checker<'a> {
    source: &'a str,
    tree: Spanned<DeTable<'a>>,
    found: Vec<Finding>,
}

impl Checker<'_> {
    /// Notes a fault at a key such as `api.routes.2.path`; a key that is absent is reported where
    /// its table begins.
    fn say(&mut self, key: &str, text: impl Into<String>) {
        let mut offset = 0;
        let mut shown = String::new();
        let mut here: Option<&DeValue<'_>> = None;
        for (depth, step) in key.split('.').enumerate() {
            let next = match (depth, here, step.parse::<usize>()) {
                (0, ..) => self.tree.get_ref().get(step),
                (_, Some(DeValue::Array(items)), Ok(index)) => items.get(index),
                (_, Some(DeValue::Table(table)), _) => table.get(step),
                _ => None,
            };
            match here {
                None => shown.push_str(step),
                Some(DeValue::Array(_)) => shown.push_str(&format!("[{step}]")),
                Some(_) => shown.push_str(&format!(".{step}")),
            }
            here = next.map(Spanned::get_ref);
            if let Some(next) = next {
                offset = next.span().start;
            }
        }
        let line = line_of(self.source, offset);
        self.found.push(Finding { line, key: shown, text: text.into() });
    }

    fn whole(&mut self, description: &Description) {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if description.id.is_empty() || !description.id.chars().all(fits) {
            self.say("id", "is part of addresses; write small letters, digits and hyphens, for example \"acme-chat\"");
        } else if ["telegram", "beacon"].contains(&description.id.as_str()) {
            self.say("id", "this provider is built in; take another id");
        }
        let colour = description.colour.strip_prefix('#').unwrap_or_default();
        if colour.len() != 6 || !colour.chars().all(|c| c.is_ascii_hexdigit()) {
            self.say("colour", "write it as \"#rrggbb\"");
        }
        let ids = &description.ids;
        for (key, pattern) in [
            ("message", &ids.message),
            ("chat", &ids.chat),
            ("user", &ids.user),
            ("file", &ids.file),
            ("event", &ids.event),
        ] {
            let key = format!("ids.{key}");
            self.words(&key, pattern);
            let alike = !pattern.contains("{{n}}") && !pattern.contains("{{random}}");
            if alike {
                self.say(&key, "every id would be the same; put {{n}} or {{random}} in it");
            } else if key == "ids.user" && !pattern.contains("{{n}}") {
                self.say(&key, "a customer keeps their id; put {{n}} in it");
            }
        }
        if description.webhook.is_none() && description.gateway.is_none() {
            self.say("webhook", "nothing would tell about messages; add [webhook] or [gateway]");
        }
        if let Some(webhook) = &description.webhook {
            self.webhook(webhook);
        }
        if let Some(gateway) = &description.gateway {
            self.gateway(gateway);
        }
        self.place("api.auth.place", &description.api.auth.place);
        if description.api.auth.format.matches("{{token}}").count() != 1 {
            self.say(
                "api.auth.format",
                "must hold {{token}} once, for example \"Bearer {{token}}\"",
            );
        }
        if !description.api.routes.iter().any(|route| route.does == Does::Send) {
            self.say("api.routes", "none of them sends; add one with does = \"send\"");
        }
        for (index, route) in description.api.routes.iter().enumerate() {
            self.route(index, route);
        }
        let limits = &description.limits;
        for (key, rate) in [("limits.rate", &limits.rate), ("limits.chat_rate", &limits.chat_rate)]
        {
            if let Some(Err(problem)) = rate.as_deref().map(Rate::parse) {
                self.say(key, problem);
            }
        }
        match &description.join {
            None => {}
            Some(serde_json::Value::Object(settings)) => {
                for (key, value) in settings {
                    self.words(&format!("join.{key}"), value.as_str().unwrap_or_default());
                }
            }
            Some(_) => self.say("join", "must be a table of settings"),
        }
        for (name, shape) in &description.errors {
            let known = super::refusal::REASONS.iter().any(|(reason, _)| reason == name);
            let status = name.parse::<u16>().is_ok_and(|status| (400..600).contains(&status));
            if name != "default" && !known && !status {
                let reasons: Vec<&str> =
                    super::refusal::REASONS.iter().map(|(reason, _)| *reason).collect();
                self.say(
                    &format!("errors.{name}"),
                    format!(
                        "write default, a status such as 429, or one of {}",
                        reasons.join(", ")
                    ),
                );
            }
            if let Some(body) = &shape.body {
                self.json(&format!("errors.{name}.body"), body);
            }
            for (header, value) in &shape.headers {
                self.words(&format!("errors.{name}.headers.{header}"), value);
            }
        }
    }

    fn webhook(&mut self, webhook: &Webhook) {
        if !["POST", "PUT", "PATCH"].contains(&webhook.method.as_str()) {
            self.say("webhook.method", "write POST, PUT or PATCH");
        }
        for (header, value) in &webhook.headers {
            self.words(&format!("webhook.headers.{header}"), value);
        }
        if let Sign::Hmac { header, .. } | Sign::Header { header, .. } = &webhook.sign
            && axum::http::HeaderName::try_from(header.as_str()).is_err()
        {
            self.say("webhook.sign.header", "is no name of a header");
        }
        if webhook.retries.iter().any(|wait| !(0.0..=86_400.0).contains(wait)) {
            self.say("webhook.retries", "are seconds between 0 and 86400, for example [1, 5, 30]");
        }
        if !(0.1..=120.0).contains(&webhook.timeout_s) {
            self.say("webhook.timeout_s", "are seconds between 0.1 and 120");
        }
        self.events("webhook.events", &webhook.events);
    }

    fn gateway(&mut self, gateway: &Gateway) {
        self.path("gateway.path", &gateway.path);
        if !gateway.token.starts_with('/') {
            self.place("gateway.token", &gateway.token);
        }
        for (key, frame) in
            [("hello", &gateway.hello), ("ready", &gateway.ready), ("answer", &gateway.answer)]
        {
            if let Some(frame) = frame {
                self.json(&format!("gateway.{key}"), frame);
            }
        }
        for (key, code) in [("refused", gateway.refused), ("silent", gateway.silent)] {
            if !(1000..5000).contains(&code) {
                self.say(&format!("gateway.{key}"), "is a close code between 1000 and 4999");
            }
        }
        self.events("gateway.events", &gateway.events);
    }

    fn events(&mut self, key: &str, events: &std::collections::BTreeMap<String, String>) {
        let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        for (name, body) in events {
            let key = format!("{key}.{name}");
            if !names.contains(&name.as_str()) {
                self.say(
                    &key,
                    format!("there is no such event; write one of {}", names.join(", ")),
                );
            }
            self.json(&key, body);
        }
        if !events.contains_key("message") {
            self.say(key, "the body of a message is missing; add message = '''{ … }'''");
        }
    }

    fn route(&mut self, index: usize, route: &Route) {
        let key = |name: &str| format!("api.routes.{index}.{name}");
        if axum::http::Method::from_bytes(route.method.as_bytes()).is_err()
            || route.method.chars().any(|c| c.is_ascii_lowercase())
        {
            self.say(&key("method"), "write GET, POST, PUT, PATCH or DELETE");
        }
        self.path(&key("path"), &route.path);
        let body = route.body();
        let in_path = names(&route.path);
        for (name, text) in route.places() {
            match ValueLocation::parse(text) {
                Err(problem) => self.say(&key(name), problem),
                Ok(ValueLocation::Path(part)) if !in_path.contains(&part.as_str()) => {
                    self.say(&key(name), format!("the path has no {{{part}}}; add it to path"));
                }
                Ok(ValueLocation::Part(_)) if body != Body::Multipart => {
                    self.say(
                        &key(name),
                        "only a multipart body has parts; add body = \"multipart\"",
                    );
                }
                Ok(ValueLocation::Body(_)) if matches!(body, Body::None | Body::Bytes) => {
                    self.say(&key(name), "this route has no body with fields; use path:, query: or header:, or say body = \"json\"");
                }
                Ok(_) => {}
            }
        }
        let has = |place: &Option<String>| place.is_some();
        let recipient = has(&route.chat) || has(&route.user);
        let missing = match route.does {
            Does::Send if !recipient => Some("chat"),
            Does::Send if !(has(&route.text) || has(&route.attachments) || has(&route.file)) => {
                Some("text")
            }
            Does::Edit | Does::Delete | Does::React if !has(&route.message) => Some("message"),
            Does::Edit if !has(&route.text) => Some("text"),
            Does::Typing | Does::Read if !recipient && !has(&route.message) => Some("chat"),
            Does::Upload if !has(&route.file) && body != Body::Bytes => Some("file"),
            Does::Download if !has(&route.file) => Some("file"),
            Does::Webhook if !has(&route.url) => Some("url"),
            Does::Person if !has(&route.user) => Some("user"),
            _ => None,
        };
        if let Some(missing) = missing {
            let does = route.does.name();
            self.say(&key(missing), format!("a route that does {does:?} has to say where it is, for example {missing} = \"/{missing}\""));
        }
        if !(200..300).contains(&route.status) {
            self.say(
                &key("status"),
                "is the status of a success, 200 to 299; refusals are in [errors]",
            );
        }
        if let Some(answer) = &route.answer {
            self.json(&key("answer"), answer);
        }
        for (header, value) in &route.headers {
            self.words(&key(&format!("headers.{header}")), value);
        }
        for pointer in route.allow.iter().chain(route.fixed.keys()) {
            if !pointer.starts_with('/') {
                self.say(
                    &key("allow"),
                    format!("{pointer:?} is no JSON pointer; it begins with /"),
                );
            }
        }
    }

    fn path(&mut self, key: &str, path: &str) {
        if !path.starts_with('/') || path.contains(['?', '#', ' ']) {
            self.say(key, "write it from the slash, without a query, for example \"/v1/messages\"");
        }
        if path.matches('{').count() != path.matches('}').count() {
            self.say(key, "a brace is missing; parts that differ are written {name}");
        }
    }

    fn place(&mut self, key: &str, place: &str) {
        match ValueLocation::parse(place) {
            Err(problem) => self.say(key, problem),
            Ok(ValueLocation::Body(_) | ValueLocation::Part(_)) => {
                self.say(key, "a token is in header:NAME, query:NAME or path:NAME");
            }
            Ok(_) => {}
        }
    }

    fn words(&mut self, key: &str, text: &str) {
        for problem in template::problems(text) {
            self.say(key, problem);
        }
    }

    fn json(&mut self, key: &str, text: &str) {
        self.words(key, text);
        if let Err(error) = serde_json::from_str::<serde_json::Value>(text) {
            self.say(
                key,
                format!("is not JSON: {error}; placeholders stand inside quotes, also for numbers"),
            );
        }
    }
}
