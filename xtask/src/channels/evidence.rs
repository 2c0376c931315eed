//! What the fixtures of a plugin show: each input with the batch or the requests that it becomes.

use super::Plugin;
use anyhow::{Context as _, Result};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// What a call of the whole plugin is about: no channel in particular.
static NULL: Value = Value::Null;

/// A fixture shows that a channel can do something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub row: &'static str,
    /// None: every channel of the plugin.
    pub channel: Option<String>,
    /// It comes as words or as a kept event, not as the desk's own kind.
    pub worded: bool,
}

/// A fixture of a plugin and what it shows.
pub struct FixtureFacts {
    /// From the plugin's folder on.
    pub path: String,
    pub facts: Vec<Fact>,
}

/// An input, what it becomes, and the interface whose folder it is in.
struct Fixture {
    path: String,
    interface: Option<String>,
    input: Value,
    output: Value,
}

/// Reads all fixtures of a plugin.
pub fn read(plugin: &Plugin) -> Result<Vec<FixtureFacts>> {
    let folder = plugin.dir.join("fixtures");
    let mut fixtures = Vec::new();
    collect(&folder, None, &mut fixtures)?;
    let channels = Channels::learn(plugin, &fixtures);
    let show = |fixture: &Fixture| {
        let mut facts = Vec::new();
        show(fixture, &channels, &mut facts);
        FixtureFacts { path: format!("fixtures/{}", fixture.path), facts }
    };
    Ok(fixtures.iter().map(show).collect())
}

fn collect(folder: &Path, interface: Option<&str>, found: &mut Vec<Fixture>) -> Result<()> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            collect(&path, Some(&name), found)?;
        } else if let Some(stem) = name.strip_suffix(".batch.json") {
            let input = json(&folder.join(format!("{stem}.json")))?;
            found.push(Fixture {
                path: interface.map_or_else(String::new, |i| format!("{i}/")) + stem + ".json",
                interface: interface.map(str::to_owned),
                input: if interface.is_some() { input["input"].clone() } else { input },
                output: json(&path)?,
            });
        }
    }
    Ok(())
}

fn json(path: &Path) -> Result<Value> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// Which channel a thread is of, learned from the messages that name both.
struct Channels {
    values: Vec<String>,
    by_thread: BTreeMap<String, String>,
}

impl Channels {
    fn learn(plugin: &Plugin, fixtures: &[Fixture]) -> Self {
        let values = plugin.channels();
        let mut by_thread = BTreeMap::new();
        for event in fixtures.iter().flat_map(Fixture::events) {
            let message = &event["message"];
            let channel = at(message, "channel").as_str();
            if let (Some(channel), Some(thread)) = (channel, shape(message)) {
                by_thread.insert(thread, channel.to_owned());
            }
        }
        Self { values, by_thread }
    }

    /// The channel that an event or a call is about. What names neither channel nor thread is about
    /// all of them.
    fn of(&self, one: &Value) -> Option<String> {
        let named = at(one, "channel").as_str().map(str::to_owned);
        named.or_else(|| self.by_thread.get(&shape(one)?).cloned())
    }

    /// The channel of what knows only a message's id: by convention a plugin's first.
    fn first(&self) -> Option<String> {
        self.values.first().cloned()
    }
}

/// Threads of one channel begin alike: `comment:…`, or with nothing.
fn shape(one: &Value) -> Option<String> {
    let thread = at(one, "thread").as_str()?;
    Some(thread.split_once(':').map_or("", |(kind, _)| kind).to_owned())
}

/// A field, whether it is written as in WIT or as in Rust.
fn at<'a>(value: &'a Value, name: &str) -> &'a Value {
    let found = &value[name];
    if found.is_null() { &value[name.replace('_', "-").as_str()] } else { found }
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    at(value, name).as_array().map_or(&[][..], Vec::as_slice)
}

impl Fixture {
    fn events(&self) -> &[Value] {
        let answer = &self.output["answer"];
        [&answer["batch"], answer, &self.output]
            .into_iter()
            .map(|one| list(one, "events"))
            .find(|events| !events.is_empty())
            .unwrap_or_default()
    }
}

fn show(fixture: &Fixture, channels: &Channels, facts: &mut Vec<Fact>) {
    for event in fixture.events() {
        let Some((kind, event)) = event.as_object().and_then(|one| one.iter().next()) else {
            continue;
        };
        for (row, worded) in incoming(kind, event, &fixture.path) {
            let of = channels.of(event);
            let channel = if kind == "receipt" { of.or_else(|| channels.first()) } else { of };
            facts.push(Fact { row, channel, worded });
        }
    }
    let (input, answer) = (&fixture.input, &fixture.output["answer"]);
    let (rows, about): (Vec<&'static str>, &Value) = match fixture.interface.as_deref() {
        Some("outbound" | "outbound-parts") => (outgoing(input, answer), input),
        Some("mail") if input["compose"].is_object() => {
            (outgoing(&input["compose"], answer), &input["compose"])
        }
        Some("outbound-edits") => {
            let of = |name| ["react", "edit", "delete"].iter().position(|&one| one == name);
            let rows = ["send-reaction", "send-edit", "send-delete"];
            let said = input.as_object().into_iter().flatten().filter_map(|(name, _)| of(name));
            (said.map(|n| rows[n]).collect(), &input["target"])
        }
        Some("presence") => match input["kind"].as_str() {
            Some("typing") => (vec!["send-typing"], input),
            Some("read") => (vec!["send-read"], input),
            _ => (vec![], input),
        },
        Some("directory") => {
            let told = list(answer, "attrs").iter().any(|one| one[0] == "avatar-url");
            let avatar = answer["avatar"].is_object() || told;
            (if avatar { vec!["profile", "avatar"] } else { vec!["profile"] }, input)
        }
        Some("settings") if !input["check"].is_null() => (vec!["check"], &NULL),
        Some("settings") if !list(&fixture.output, "requests").is_empty() => {
            (vec!["connect"], &NULL)
        }
        Some("webhook") if answer["reply"].is_object() && answer["batch"].is_null() => {
            let asked = input["method"] == "GET";
            (if asked { vec!["handshake"] } else { vec![] }, &NULL)
        }
        Some("calls") if input["command"].is_object() && answer["kind"].is_null() => {
            (vec!["send-call"], &NULL)
        }
        Some("poll") => (vec!["pull"], &NULL),
        Some("oauth") => (vec!["oauth"], &NULL),
        _ => (vec![], &NULL),
    };
    let channel = channels.of(about).or_else(|| match channels.values.as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    });
    facts.extend(rows.into_iter().map(|row| Fact { row, channel: channel.clone(), worded: false }));
}

/// The rows of an event, and whether it comes as words only.
fn incoming(kind: &str, event: &Value, path: &str) -> Vec<(&'static str, bool)> {
    match kind {
        "message" => message(event),
        "call" if event["recording"].is_object() => vec![("recording", false)],
        "call" => vec![("call", false)],
        "edit" if event["deleted"] == true => vec![("unsend", false)],
        "edit" => vec![("edit", false)],
        "reaction" => vec![("reaction", false)],
        "signal" if event["kind"] == "typing" => vec![("typing", false)],
        "signal" if event["kind"] == "read" => vec![("read", false)],
        "receipt" => match event["status"].as_str() {
            Some("delivered") => vec![("delivered", false)],
            Some("read") => vec![("read", false)],
            Some("failed") => vec![("failed", false)],
            _ => vec![],
        },
        "custom" if event["kind"].as_str().is_some_and(|kind| kind.ends_with(".reaction")) => {
            vec![("reaction", true)]
        }
        "custom" if path.contains("unknown") || path.contains("other_kind") => {
            vec![("unknown", false)]
        }
        _ => vec![],
    }
}

fn message(message: &Value) -> Vec<(&'static str, bool)> {
    let mut rows = Vec::new();
    let text = at(message, "text").as_str().unwrap_or_default();
    let (files, contents) = (list(message, "attachments"), list(message, "contents"));
    if !text.is_empty() && !text.starts_with('[') && files.is_empty() && contents.is_empty() {
        rows.push(("text", false));
    }
    for (start, row) in [
        ("[location]", "location"),
        ("[venue]", "location"),
        ("[contact]", "contact"),
        ("[sticker]", "sticker"),
    ] {
        if text.starts_with(start) {
            rows.push((row, true));
        }
    }
    rows.extend(files.iter().filter_map(|file| match file["kind"].as_str()? {
        "image" => Some(("picture", false)),
        "video" => Some(("video", false)),
        "audio" | "voice" => Some(("voice", false)),
        "sticker" => Some(("sticker", false)),
        "contact" => Some(("contact", true)),
        _ => Some(("document", false)),
    }));
    for content in contents {
        let kinds = [("location", "location"), ("contact", "contact"), ("choice", "button")];
        let found = kinds.iter().filter(|(name, _)| content[*name].is_object());
        rows.extend(found.map(|(_, row)| (*row, false)));
    }
    if at(message, "reply_to").is_string() {
        rows.push(("reply", false));
    }
    if text.contains("This cannot be shown here") {
        rows.push(("unknown", false));
    }
    for extra in list(message, "extras") {
        match extra[0].as_str().unwrap_or_default() {
            "group" | "room" | "post" => rows.push(("group", false)),
            "raw" => rows.push(("unknown", false)),
            "button" => rows.push(("button", true)),
            "start" => rows.push(("referral", false)),
            name if name.starts_with("referral") => rows.push(("referral", false)),
            _ => {}
        }
    }
    rows
}

fn outgoing(message: &Value, answer: &Value) -> Vec<&'static str> {
    let mut rows = Vec::new();
    let (files, contents) = (list(message, "attachments"), list(message, "contents"));
    let text = message["text"].as_str().unwrap_or_default();
    if files.is_empty() && contents.is_empty() && !text.is_empty() {
        rows.push("send-text");
        if list(answer, "external_ids").len() > 1 {
            rows.push("split");
        }
    }
    for file in files {
        let mime = file["blob"]["mime"].as_str().unwrap_or_default();
        rows.push(match mime.split('/').next() {
            Some("image") => "send-picture",
            Some("video") => "send-video",
            Some("audio") => "send-sound",
            _ => "send-document",
        });
    }
    for content in contents {
        for (name, row) in [
            ("location", "send-location"),
            ("contact", "send-contact"),
            ("buttons", "send-buttons"),
            ("quick_replies", "send-quick-replies"),
            ("template", "send-template"),
        ] {
            if !content[name].is_null() {
                rows.push(row);
            }
        }
    }
    if message["reply_to"].is_string() || !list(message, "references").is_empty() {
        rows.push("send-reply");
    }
    rows
}
