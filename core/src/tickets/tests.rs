//! Decisions of tickets.

use super::model::{
    Candidate, Clues, Filter, Placement, SendRules, Viewer, check_reply, day, may_see, numbers,
    place, snippet, title, utc,
};
use jiff::tz::TimeZone;

fn candidate(ticket_id: i64, status: i64) -> Candidate {
    Candidate { ticket_id, home: ticket_id, status, number: ticket_id + 100 }
}

#[test]
fn a_message_goes_to_the_best_clue_that_is_not_closed() {
    let goes_to = |clues: Clues| match place(&clues) {
        Placement::Continue { ticket_id, reopen, .. } => Some((ticket_id, reopen)),
        Placement::Open { .. } => None,
    };
    let refer = |id, status| Some((candidate(id, status), "m@x".to_owned()));
    assert_eq!(goes_to(Clues::default()), None);
    assert_eq!(
        goes_to(Clues { threaded: Some(candidate(1, 0)), ..Clues::default() }),
        Some((1, false))
    );
    assert_eq!(
        goes_to(Clues {
            verified: Some(candidate(3, 2)),
            referred: refer(2, 0),
            threaded: Some(candidate(1, 0)),
        }),
        Some((3, true))
    );
    assert_eq!(
        goes_to(Clues { verified: None, referred: refer(2, 3), threaded: Some(candidate(1, 1)) }),
        Some((1, true))
    );
    assert_eq!(goes_to(Clues { referred: refer(2, 3), ..Clues::default() }), None);
    // Spam stays spam, whatever its sender adds to it.
    assert_eq!(
        goes_to(Clues { threaded: Some(candidate(1, 5)), ..Clues::default() }),
        Some((1, false))
    );
}

#[test]
fn a_new_ticket_says_which_closed_one_it_follows() {
    let clues = Clues { threaded: Some(candidate(7, 3)), ..Clues::default() };
    assert_eq!(
        place(&clues),
        Placement::Open { why: "ticket #107, which it belongs to, is closed".into() }
    );
}

#[test]
fn agents_see_free_tickets_and_their_own() {
    let viewer = |admin| Viewer {
        client_id: 1,
        user_id: 5,
        username: "a".into(),
        name: "A".into(),
        admin,
        view_all: false,
    };
    assert!(may_see(&viewer(false), &[]));
    assert!(may_see(&viewer(false), &numbers("4,5")));
    assert!(!may_see(&viewer(false), &numbers("4,55")));
    assert!(may_see(&viewer(true), &numbers("4")));
}

#[test]
fn filters_are_words_or_codes() {
    assert_eq!(Filter::parse("open"), Some(Filter::Status(0)));
    assert_eq!(Filter::parse("2"), Some(Filter::Status(2)));
    assert_eq!(Filter::parse("solved"), Some(Filter::Status(2)));
    assert_eq!(Filter::parse("ALL"), Some(Filter::All));
    assert_eq!(Filter::parse("spam"), Some(Filter::Status(5)));
    assert_eq!(Filter::parse("x"), None);
}

#[test]
fn snippets_and_titles_are_one_line() {
    assert_eq!(snippet(" a\n  b ", 0), "a b");
    assert_eq!(snippet("", 2), "[2 files]");
    assert_eq!(snippet(&"x".repeat(500), 0).len(), 140);
    assert_eq!(title(Some(" "), "\n hi\nthere", "Ann"), "hi");
    assert_eq!(title(None, "", "Ann"), "Ann");
}

#[test]
fn dates_have_their_forms() {
    assert_eq!(utc(1_700_000_000_123), "2023-11-14 22:13:20");
    assert_eq!(day(1_700_000_000_123, &TimeZone::UTC), "14/11/2023");
}

#[test]
fn replies_keep_to_the_channels_rules() {
    let rules = SendRules {
        text_max: Some(5),
        attachments_max: Some(1),
        attachment_max_bytes: Some(1_048_576),
        ..SendRules::default()
    };
    let file = |size| ("f".to_owned(), size);
    assert!(check_reply(&rules, "hello", &[]).is_ok());
    assert!(check_reply(&rules, " ", &[]).is_err());
    assert!(check_reply(&rules, &"x".repeat(51), &[]).is_err());
    assert!(check_reply(&rules, "", &[file(1)]).is_ok());
    assert!(check_reply(&rules, "", &[file(1), file(1)]).is_err());
    assert!(check_reply(&rules, "", &[file(2_000_000)]).is_err());
}
