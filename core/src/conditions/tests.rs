//! Which conditions hold for which ticket.

use super::{Condition, ConditionField, TicketTraits, hold};

#[test]
fn all_conditions_hold_by_one_of_their_values() {
    let traits = TicketTraits {
        channel: "TELEGRAM".into(),
        labels: vec![3, 4],
        department: None,
        severity: "H".into(),
        language: "ms".into(),
    };
    let condition = |field, values: &[&str]| Condition {
        field,
        values: values.iter().map(|value| (*value).to_owned()).collect(),
    };
    for (conditions, holds) in [
        (vec![], true),
        (vec![condition(ConditionField::Channel, &["EMAIL", "telegram"])], true),
        (vec![condition(ConditionField::Label, &["9", "4"])], true),
        (vec![condition(ConditionField::Label, &[""])], false),
        (vec![condition(ConditionField::Department, &["2"])], false),
        (vec![condition(ConditionField::Department, &["2", ""])], true),
        (
            vec![
                condition(ConditionField::Severity, &["H"]),
                condition(ConditionField::Language, &["en"]),
            ],
            false,
        ),
        (
            vec![
                condition(ConditionField::Severity, &["H"]),
                condition(ConditionField::Language, &["ms"]),
            ],
            true,
        ),
    ] {
        assert_eq!(hold(&conditions, &traits), holds, "{conditions:?}");
    }
}
