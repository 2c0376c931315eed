//! What the audit log says of acts on accounts: settings by their names, never by their values.

use crate::audit::{Act, Action};
use crate::channels::{api::Change, inbound::replay::Replayed, model::ChannelRow};
use serde_json::{Map, Value, json};

fn act<'a>(action: Action, id: i64, name: &'a str, changes: Value) -> Act<'a> {
    Act { action, kind: "channel", id: id.to_string(), name, changes }
}

/// An account was connected.
pub(in crate::channels) fn connected<'a>(
    id: i64,
    plugin: &str,
    name: &'a str,
    entered: &Value,
) -> Act<'a> {
    let changes = json!({ "plugin": plugin, "settings": names(entered, &Value::Null) });
    act(Action::ChannelConnected, id, name, changes)
}

/// An account was changed. None when nothing is different.
pub(in crate::channels) fn changed<'a>(
    row: &ChannelRow,
    was_on: bool,
    name: &'a str,
    change: &Change,
) -> Option<Act<'a>> {
    let mut changes = Map::new();
    if name != row.name {
        changes.insert("name".into(), json!({ "from": row.name, "to": name }));
    }
    if let Some(enabled) = change.enabled.filter(|enabled| *enabled != was_on) {
        changes.insert("enabled".into(), json!(enabled));
    }
    if let Some(entered) = &change.settings {
        let before = serde_json::from_str(&row.settings).unwrap_or_default();
        let names = names(entered, &before);
        if !names.is_empty() {
            changes.insert("settings".into(), json!(names));
        }
    }
    let id = row.id;
    (!changes.is_empty()).then(|| act(Action::ChannelChanged, id, name, changes.into()))
}

/// Which settings were entered anew. An object says that a secret stays.
fn names(entered: &Value, before: &Value) -> Vec<String> {
    let entered = entered.as_object().into_iter().flatten();
    entered
        .filter(|(name, value)| !value.is_object() && before[name.as_str()] != **value)
        .map(|(name, _)| name.clone())
        .collect()
}

/// An account was removed.
pub(in crate::channels) fn removed(row: &ChannelRow) -> Act<'_> {
    act(Action::ChannelRemoved, row.id, &row.name, json!({ "plugin": row.plugin }))
}

/// An admin signed an account in at its provider.
pub(in crate::channels) fn signed_in<'a>(row: &'a ChannelRow, name: &str) -> Act<'a> {
    act(Action::ChannelSignedIn, row.id, &row.name, json!({ "sign_in": name }))
}

/// An input was run again. None when there was nothing to run.
pub(in crate::channels) fn replayed<'a>(
    row: &'a ChannelRow,
    input: i64,
    end: &Replayed,
) -> Option<Act<'a>> {
    let outcome = match end {
        Replayed::Done(messages) => json!({ "messages": messages }),
        Replayed::Failed { code, .. } => json!({ "failed": code }),
        Replayed::Gone | Replayed::NoVersion => return None,
    };
    let mut changes = outcome;
    changes["channel"] = json!(row.id);
    let id = input.to_string();
    Some(Act { action: Action::InputReplayed, kind: "input", id, name: &row.name, changes })
}

#[cfg(test)]
mod tests {
    use super::names;
    use serde_json::json;

    #[test]
    fn settings_are_named_when_they_differ() {
        let before = json!({ "host": "a", "port": 1 });
        let entered = json!({ "host": "b", "port": 1, "password": "x", "token": { "set": true } });
        assert_eq!(names(&entered, &before), ["host", "password"]);
        assert!(names(&json!(null), &before).is_empty());
    }
}
