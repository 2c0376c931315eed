//! The names of actions, and what a pattern holds.

use super::{model::Action, store::containing};

#[test]
fn an_action_is_written_the_same_everywhere() {
    for action in Action::ALL {
        let sent = serde_json::to_value(action).expect("a text");
        assert_eq!(sent, action.as_str());
    }
}

#[test]
fn signs_of_patterns_stand_for_themselves() {
    assert_eq!(containing(""), "%%");
    assert_eq!(containing(" Mei_L "), "%mei!_l%");
    assert_eq!(containing("50%!"), "%50!%!!%");
}
