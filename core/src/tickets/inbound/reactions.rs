//! Emoji on messages: one per person and message, and one of each agent that only the team sees.

use crate::db::{DbResult, Tx};
use crate::tickets::{api::MessageReaction, record::announce, store};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Who stands behind the reactions of all agents: a provider knows them as one.
pub(in crate::tickets) const DESK: &str = "desk";

/// What an agent's name begins with where the reaction is for the team only.
pub(in crate::tickets) const TEAM: &str = "team:";

/// One person's emoji on a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::tickets) struct Reaction {
    pub id: i64,
    /// The person: a provider's id, [`DESK`], or an agent behind [`TEAM`].
    pub person: String,
    /// `visitor`, or an agent's username.
    pub username: String,
    pub name: String,
    pub emoji: String,
    pub at: i64,
}

/// The reactions that are stored with a message.
#[must_use]
pub(in crate::tickets) fn parse(stored: &str) -> Vec<Reaction> {
    serde_json::from_str(stored).unwrap_or_default()
}

/// Who reacts, and when.
#[derive(Clone, Copy, Debug)]
pub(in crate::tickets) struct Reactor<'a> {
    pub person: &'a str,
    pub username: &'a str,
    pub name: &'a str,
    pub at: i64,
}

/// The reactions after a person put an emoji or took theirs away. None when that changes nothing: it
/// is there already, or a later word of the same person came first.
#[must_use]
pub(in crate::tickets) fn put(
    list: &[Reaction],
    by: Reactor<'_>,
    emoji: Option<&str>,
) -> Option<Vec<Reaction>> {
    let before = list.iter().find(|r| r.person == by.person);
    let later = before.is_some_and(|r| r.at > by.at);
    if later || before.map(|r| r.emoji.as_str()) == emoji {
        return None;
    }
    let mut after: Vec<Reaction> = list.iter().filter(|r| r.person != by.person).cloned().collect();
    if let Some(emoji) = emoji {
        after.push(Reaction {
            id: list.iter().map(|r| r.id).max().unwrap_or(0) + 1,
            person: by.person.to_owned(),
            username: by.username.to_owned(),
            name: by.name.to_owned(),
            emoji: emoji.to_owned(),
            at: by.at,
        });
    }
    Some(after)
}

/// As the API shows them: the list, and usernames by emoji.
#[must_use]
pub(in crate::tickets) fn view(
    stored: &str,
    message_id: i64,
) -> (Vec<MessageReaction>, BTreeMap<String, Vec<String>>) {
    let mut by_emoji: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let shown = parse(stored).into_iter().map(|r| {
        by_emoji.entry(r.emoji.clone()).or_default().push(r.username.clone());
        MessageReaction {
            id: r.id,
            message_id,
            reaction: r.emoji.clone(),
            emoji_text: r.emoji,
            username: r.username,
            name: r.name,
            team: r.person.starts_with(TEAM),
        }
    });
    let shown = shown.collect();
    (shown, by_emoji)
}

/// A customer's reaction, as a channel hands it in.
#[derive(Clone, Debug)]
pub struct InboundReaction<'a> {
    pub client_id: i64,
    pub channel_id: i64,
    /// The message reacted to, ours or theirs.
    pub external_id: &'a str,
    /// The provider's id of the person.
    pub person: &'a str,
    pub name: &'a str,
    /// None takes it away.
    pub emoji: Option<&'a str>,
    pub at_ms: i64,
    pub now: i64,
}

/// An emoji is short; what is longer is something else.
pub(in crate::tickets) const EMOJI_MAX: usize = 64;

/// Stores a customer's reaction and announces it. False when the message is not known.
///
/// # Errors
/// What the database said.
pub async fn react_inbound(tx: &mut Tx, reaction: &InboundReaction<'_>) -> DbResult<bool> {
    let (client_id, channel_id) = (reaction.client_id, reaction.channel_id);
    let found = store::message_of_external(tx, client_id, channel_id, reaction.external_id).await?;
    let Some((message_id, _, _)) = found else { return Ok(false) };
    store::hold_ticket_of(tx, client_id, message_id).await?;
    let Some(message) = store::lock_message(tx, client_id, message_id).await? else {
        return Ok(false);
    };
    let person = format!("in:{}", reaction.person);
    let by = Reactor {
        person: &person,
        username: "visitor",
        name: reaction.name,
        at: reaction.at_ms.min(reaction.now),
    };
    let emoji = reaction.emoji.filter(|e| !e.is_empty());
    if emoji.is_some_and(|e| e.len() > EMOJI_MAX) {
        return Ok(true);
    }
    if let Some(after) = put(&parse(&message.reactions), by, emoji) {
        let after = serde_json::to_string(&after).unwrap_or_default();
        store::set_reactions(tx, client_id, message_id, &after).await?;
        announce::edited(tx, client_id, message_id, reaction.now).await?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(person: &str, at: i64) -> Reactor<'_> {
        Reactor { person, username: "visitor", name: "Ann", at }
    }

    #[test]
    fn each_person_has_one_emoji_and_the_latest_word_counts() {
        let one = put(&[], by("a", 5), Some("👍")).unwrap();
        let two = put(&one, by("b", 6), Some("👍")).unwrap();
        assert_eq!(put(&two, by("a", 7), Some("👍")), None, "it is there already");
        assert_eq!(put(&two, by("a", 4), Some("🎉")), None, "an older word came late");
        let other = put(&two, by("a", 7), Some("🎉")).unwrap();
        let ids: Vec<(i64, &str)> = other.iter().map(|r| (r.id, r.emoji.as_str())).collect();
        assert_eq!(ids, [(2, "👍"), (3, "🎉")]);
        let gone = put(&other, by("a", 8), None).unwrap();
        assert_eq!(gone.len(), 1);
        assert_eq!(put(&gone, by("a", 9), None), None);
        let (list, names) = view(&serde_json::to_string(&two).unwrap(), 9);
        assert_eq!(list[0].message_id, 9);
        assert_eq!(names["👍"], ["visitor", "visitor"]);
    }
}
