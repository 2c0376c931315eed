//! Who may change a role, and which drafts can be kept.

use super::model::{BuiltinRole, Draft, RoleUsers, faults, may_turn_role};
use crate::accounts::{
    model::Kind::{Admin, Agent},
    roster::model::{Refusal, Standing},
};

const USERS: RoleUsers = RoleUsers { mine: false, other_admins: 1, enabled: 3 };

#[test]
fn a_role_is_turned_by_who_ranks_as_high_and_leaves_an_admin() {
    let me = Standing { id: 1, kind: Admin, rank: 5, enabled: true };
    let mine = RoleUsers { mine: true, ..USERS };
    let alone = RoleUsers { other_admins: 0, ..USERS };
    let nobody = RoleUsers { enabled: 0, ..alone };
    let cases = [
        ((Agent, 9), (Agent, 5), USERS, Ok(())),
        ((Agent, 9), (Admin, 9), USERS, Ok(())),
        ((Agent, 4), (Agent, 9), USERS, Err(Refusal::Above)),
        ((Agent, 9), (Agent, 4), USERS, Err(Refusal::TooHigh)),
        ((Admin, 9), (Agent, 9), USERS, Ok(())),
        ((Admin, 9), (Agent, 9), alone, Err(Refusal::LastAdmin)),
        ((Admin, 9), (Agent, 9), nobody, Ok(())),
        ((Admin, 9), (Admin, 7), alone, Ok(())),
        ((Admin, 5), (Agent, 5), mine, Err(Refusal::Oneself)),
        ((Admin, 5), (Admin, 9), mine, Ok(())),
    ];
    for (now, then, users, expected) in cases {
        assert_eq!(may_turn_role(me, now, then, users), expected, "{now:?} {then:?} {users:?}");
    }
}

#[test]
fn what_cannot_be_kept_is_named() {
    let text = |text: &str| Some(text.to_owned());
    let fields = |draft: &Draft, new| -> Vec<&str> {
        faults(draft, new).into_iter().map(|(field, _)| field).collect()
    };
    assert_eq!(fields(&Draft::default(), true), ["name"]);
    assert!(fields(&Draft::default(), false).is_empty());
    let named = |name: &str| Draft { name: text(name), ..Draft::default() };
    assert_eq!(fields(&named(" "), false), ["name"]);
    assert!(fields(&named(&"x".repeat(60)), true).is_empty());
    assert_eq!(fields(&named(&"x".repeat(61)), true), ["name"]);
    let strange = Some(vec!["fly".to_owned()]);
    let bad = Draft { name: text("x"), rank: Some(0), permissions: strange, kind: None };
    assert_eq!(fields(&bad, true), ["rank", "permissions"]);
}

#[test]
fn the_roles_of_the_beginning_read_as_they_are_written() {
    for builtin in BuiltinRole::ALL {
        assert_eq!(BuiltinRole::parse(builtin.as_str()), Some(*builtin));
    }
    assert_eq!(BuiltinRole::parse("king"), None);
}
