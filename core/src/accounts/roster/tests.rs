//! Who may do what to whom, and which drafts can be kept.

use super::model::{Draft, Refusal, Standing, faults, may_make, may_turn};
use crate::accounts::model::Kind::{self, Admin, Agent};

fn user(id: i64, kind: Kind, rank: i64) -> Standing {
    Standing { id, kind, rank, enabled: true }
}

#[test]
fn only_admins_make_users_and_none_above_themselves() {
    assert_eq!(may_make(user(1, Admin, 5), 5), Ok(()));
    assert_eq!(may_make(user(1, Admin, 5), 4), Err(Refusal::TooHigh));
    assert_eq!(may_make(user(1, Agent, 1), 9), Err(Refusal::NotAdmin));
    let disabled = Standing { enabled: false, ..user(1, Admin, 1) };
    assert_eq!(may_make(disabled, 9), Err(Refusal::NotAdmin));
}

#[test]
fn ranks_decide_who_turns_whom_into_what() {
    let me = user(1, Admin, 5);
    let off = |one: Standing| Standing { enabled: false, ..one };
    let cases = [
        // Whom, into what, admins there are, what comes of it.
        (user(2, Agent, 9), user(2, Agent, 5), 2, Ok(())),
        (user(2, Agent, 9), user(2, Admin, 9), 2, Ok(())),
        (user(2, Agent, 9), user(2, Agent, 4), 2, Err(Refusal::TooHigh)),
        (user(2, Agent, 9), off(user(2, Agent, 9)), 1, Ok(())),
        (user(2, Admin, 5), user(2, Agent, 5), 2, Ok(())),
        (user(2, Admin, 4), user(2, Admin, 4), 2, Err(Refusal::Above)),
        (user(2, Agent, 4), off(user(2, Agent, 4)), 2, Err(Refusal::Above)),
        // Oneself: everything but the type, being there, and a higher rank.
        (me, user(1, Admin, 9), 2, Ok(())),
        (me, user(1, Admin, 4), 2, Err(Refusal::TooHigh)),
        (me, user(1, Agent, 5), 2, Err(Refusal::Oneself)),
        (me, off(me), 2, Err(Refusal::Oneself)),
        // The last admin stays one, whoever asks.
        (me, user(1, Agent, 5), 1, Err(Refusal::LastAdmin)),
        (me, off(me), 1, Err(Refusal::LastAdmin)),
        (off(user(2, Admin, 9)), user(2, Admin, 9), 1, Ok(())),
        (off(user(2, Admin, 9)), off(user(2, Agent, 9)), 1, Ok(())),
    ];
    for (now, then, admins, expected) in cases {
        assert_eq!(may_turn(me, now, then, admins), expected, "{now:?} into {then:?}");
    }
    let gone = off(user(2, Admin, 9));
    assert_eq!(may_turn(user(3, Agent, 1), gone, gone, 2), Err(Refusal::NotAdmin));
}

#[test]
fn what_cannot_be_kept_is_named() {
    let fields = |draft: &Draft, new| -> Vec<&str> {
        faults(draft, new).into_iter().map(|(field, _)| field).collect()
    };
    let text = |text: &str| Some(text.to_owned());
    let good = Draft { username: text("mei"), ..Draft::default() };
    assert!(fields(&good, true).is_empty());
    assert!(fields(&Draft::default(), false).is_empty());
    assert_eq!(fields(&Draft::default(), true), ["username"]);
    assert_eq!(fields(&good, false), ["username"], "a username stays");
    let bad = Draft {
        username: text("m ei"),
        name: Some("x".repeat(81)),
        email: text("mei"),
        rank: Some(0),
        permissions: Some(vec!["fly".into()]),
        password: text("short"),
        ..Draft::default()
    };
    let all = ["username", "name", "email", "rank", "permissions", "password"];
    assert_eq!(fields(&bad, true), all);
    for email in ["", "mei@example.com", " mei@localhost "] {
        assert!(fields(&Draft { email: text(email), ..good.clone() }, true).is_empty(), "{email}");
    }
    for email in ["@example.com", "mei@", "a b@example.com", "a@b,c@d"] {
        assert_eq!(fields(&Draft { email: text(email), ..good.clone() }, true), ["email"]);
    }
}
