//! What scopes let a key do.

use super::model::{Scope, acts_as, is_key, name_problem, whole, written};
use crate::accounts::model::Kind;

#[test]
fn scopes_are_kept_in_order_and_writing_reads() {
    use Scope::{Admin, Read, Write};
    for (given, kept) in [
        (vec![], vec![]),
        (vec![Read], vec![Read]),
        (vec![Write, Write], vec![Read, Write]),
        (vec![Admin], vec![Read, Admin]),
        (vec![Admin, Write, Read], vec![Read, Write, Admin]),
    ] {
        assert_eq!(whole(&given), kept);
    }
}

#[test]
fn a_key_does_no_more_than_its_scopes_and_its_owner() {
    use Scope::{Admin, Read, Write};
    for (scopes, owner, changes, acts) in [
        (vec![Read], Kind::Admin, false, Some(Kind::Agent)),
        (vec![Read], Kind::Admin, true, None),
        (vec![Read, Write], Kind::Admin, true, Some(Kind::Agent)),
        (vec![Read, Admin], Kind::Admin, false, Some(Kind::Admin)),
        (vec![Read, Admin], Kind::Admin, true, None),
        (vec![Read, Write, Admin], Kind::Admin, true, Some(Kind::Admin)),
        (vec![Read, Write, Admin], Kind::Agent, true, Some(Kind::Agent)),
        (vec![], Kind::Admin, false, None),
    ] {
        assert_eq!(acts_as(&scopes, owner, changes), acts, "{scopes:?} {changes}");
    }
}

#[test]
fn keys_are_told_from_tokens() {
    assert!(is_key(&written("abc")));
    assert!(!is_key("abc.def.ghi"));
    assert_eq!(name_problem("Shop sync"), None);
    assert!(name_problem("").is_some() && name_problem(&"x".repeat(81)).is_some());
}
