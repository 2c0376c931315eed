//! Names of departments.

use super::model::name_problem;

#[test]
fn a_name_is_short_and_there() {
    for name in ["Sales", " Sales ", "客服部", &"x".repeat(80)] {
        assert_eq!(name_problem(name), None, "{name}");
    }
    for name in ["", "  ", "a\nb", &"x".repeat(81)] {
        assert!(name_problem(name).is_some(), "{name:?}");
    }
}
