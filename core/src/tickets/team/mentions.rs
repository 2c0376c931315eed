//! Who is mentioned in a note, and whom that concerns.

use crate::tickets::{
    api::Mention,
    model::{Viewer, may_see, numbers},
    store::TicketRow,
};
use crate::{
    accounts::{self, Person},
    db::Tx,
    http::Problem,
};
use serde::Deserialize;
use utoipa::ToSchema;

/// People and departments of one note.
const MENTIONS_MAX: usize = 50;

/// Whom a note names.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct MentionedParties {
    /// Usernames.
    pub users: Vec<String>,
    /// Ids.
    pub departments: Vec<i64>,
}

/// Those who are named, as they are found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mentions {
    pub shown: Vec<Mention>,
    /// Who is told: id and username. Not who wrote it.
    pub told: Vec<(i64, String)>,
    /// Who could not read the conversation.
    pub joining: Vec<(i64, String)>,
}

/// Finds those who are named.
pub(super) async fn resolve(
    tx: &mut Tx,
    viewer: &Viewer,
    ticket: &TicketRow,
    named: &MentionedParties,
) -> Result<Mentions, Problem> {
    if named.users.is_empty() && named.departments.is_empty() {
        return Ok(Mentions::default());
    }
    if named.users.len() + named.departments.len() > MENTIONS_MAX {
        let text = format!("A note mentions at most {MENTIONS_MAX} people and departments.");
        return Err(Problem::field("mentions", text));
    }
    let people = accounts::people(tx, viewer.client_id).await?;
    let mut departments = vec![];
    for id in &named.departments {
        let found = accounts::department_members(tx, viewer.client_id, *id).await?;
        let (name, members) = found.ok_or_else(|| {
            Problem::field("mentions", "One of the departments is not there any more.")
        })?;
        departments.push(MentionedDepartment { id: *id, name, members });
    }
    judge(viewer, &numbers(&ticket.assignee_ids), &people, &named.users, &departments)
        .map_err(|text| Problem::field("mentions", text))
}

struct MentionedDepartment {
    id: i64,
    name: String,
    /// Ids of users who can sign in.
    members: Vec<i64>,
}

/// Whom it concerns. A person who is named is brought in; of a department those are told who read the
/// conversation anyhow: one name must not make a crowd of a conversation between three.
fn judge(
    viewer: &Viewer,
    assignees: &[i64],
    people: &[Person],
    users: &[String],
    departments: &[MentionedDepartment],
) -> Result<Mentions, String> {
    let mut mentions = Mentions::default();
    let sees = |person: &Person| {
        let (user_id, admin, view_all) = (person.id, person.admin, person.view_all);
        let viewer = Viewer { user_id, admin, view_all, ..viewer.clone() };
        may_see(&viewer, assignees)
    };
    let tell = |told: &mut Vec<(i64, String)>, person: &Person| {
        if person.id != viewer.user_id && told.iter().all(|(id, _)| *id != person.id) {
            told.push((person.id, person.username.clone()));
        }
    };
    for username in users {
        let person = people.iter().find(|person| person.username.eq_ignore_ascii_case(username));
        let person = person.ok_or_else(|| format!("There is no user named {username}."))?;
        let mention =
            Mention::User { username: person.username.clone(), name: person.name.clone() };
        if mentions.shown.contains(&mention) {
            continue;
        }
        mentions.shown.push(mention);
        tell(&mut mentions.told, person);
        if !sees(person) {
            mentions.joining.push((person.id, person.username.clone()));
        }
    }
    for MentionedDepartment { id, name, members } in departments {
        let mention = Mention::Department { id: *id, name: name.clone() };
        if mentions.shown.contains(&mention) {
            continue;
        }
        mentions.shown.push(mention);
        let of = people.iter().filter(|person| members.contains(&person.id) && sees(person));
        let before = mentions.told.len();
        let mut any = false;
        for person in of {
            any = true;
            tell(&mut mentions.told, person);
        }
        if !any && before == mentions.told.len() {
            return Err(format!(
                "Nobody of {name} can read this conversation. Mention people by their names to bring them in."
            ));
        }
    }
    Ok(mentions)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn viewer() -> Viewer {
        Viewer {
            client_id: 1,
            user_id: 1,
            username: "agent1".into(),
            name: "Agent One".into(),
            admin: false,
            view_all: false,
        }
    }

    fn people() -> Vec<Person> {
        let one = |id: i64, admin| Person {
            id,
            name: format!("Agent {id}"),
            username: format!("agent{id}"),
            admin,
            view_all: false,
            answers: true,
            photo: String::new(),
        };
        vec![one(1, false), one(2, false), one(3, false), one(9, true)]
    }

    fn department(members: &[i64]) -> MentionedDepartment {
        MentionedDepartment { id: 7, name: "Billing".into(), members: members.to_vec() }
    }

    fn ids(list: &[(i64, String)]) -> Vec<i64> {
        list.iter().map(|(id, _)| *id).collect()
    }

    #[test]
    fn who_is_named_is_told_once_and_brought_in_where_needed() {
        let users: Vec<String> = ["AGENT2", "agent2", "agent9", "agent1"].map(Into::into).to_vec();
        let found = judge(&viewer(), &[1], &people(), &users, &[]).expect("found");
        assert_eq!(ids(&found.told), [2, 9], "not who wrote it");
        assert_eq!(ids(&found.joining), [2], "an admin reads everything");
        assert_eq!(found.shown.len(), 3);
        let free = judge(&viewer(), &[], &people(), &users, &[]).expect("found");
        assert_eq!(free.joining, [], "everybody reads a ticket that nobody has taken");
        assert!(judge(&viewer(), &[], &people(), &["nobody".into()], &[]).is_err());
    }

    #[test]
    fn of_a_department_those_are_told_who_can_read_it() {
        let found = judge(&viewer(), &[1, 3], &people(), &[], &[department(&[1, 2, 3])]);
        let found = found.expect("found");
        assert_eq!((ids(&found.told), found.joining.len()), (vec![3], 0));
        let refused = judge(&viewer(), &[1], &people(), &[], &[department(&[2])]);
        assert!(refused.expect_err("nobody").starts_with("Nobody of Billing can read"));
        let alone = judge(&viewer(), &[1], &people(), &[], &[department(&[1])]).expect("oneself");
        assert!(alone.told.is_empty());
    }
}
