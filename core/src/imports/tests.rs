//! Rows as tickets.

use super::{
    fields::Cells,
    model::{DateOrder, Fault},
    table::Row,
    ticket_row::{Named, Reading, TicketRow},
    values,
};
use crate::{
    fields::{Choice, CustomField, Kind},
    tickets::Status,
};
use jiff::tz::TimeZone;
use serde_json::json;

const NOW: i64 = 1_800_000_000_000;

fn named() -> Named {
    let of = |name: &str, id| (name.to_owned(), id);
    Named {
        labels: vec![of("vip", 1), of("late", 2)],
        departments: vec![of("sales", 5)],
        users: vec![
            ("ann".into(), (9, "ann".into())),
            ("ann@shop.example".into(), (9, "ann".into())),
        ],
        names: [(9, "Ann".to_owned())].into(),
        custom: vec![CustomField {
            id: 3,
            kind: Kind::MultiChoice,
            label: "Colour".into(),
            help: String::new(),
            required: false,
            choices: ["Red", "Blue"]
                .into_iter()
                .zip(1..)
                .map(|(label, id)| Choice { id, label: label.into(), archived: false })
                .collect(),
            archived: false,
        }],
    }
}

fn read(cells: &[(&str, &str)]) -> Result<TicketRow, Vec<Fault>> {
    let fields: Vec<String> = cells.iter().map(|(field, _)| (*field).to_owned()).collect();
    let row = Row {
        number: 2,
        cells: cells.iter().map(|(_, cell)| (*cell).to_owned()).collect(),
        next_byte: 0,
    };
    let named = named();
    let reading = Reading { named: &named, order: DateOrder::Ymd, zone: &TimeZone::UTC, now: NOW };
    TicketRow::read(Cells { fields: &fields, row: &row }, &reading)
}

#[test]
fn a_row_is_a_ticket_in_the_words_of_other_desks() {
    let row = read(&[
        ("external_id", "Z-17"),
        ("title", "Late  parcel"),
        ("contact_email", "kim@customer.example"),
        ("status", "Solved"),
        ("severity", "urgent"),
        ("labels", "VIP; late; vip"),
        ("department", "Sales"),
        ("assignees", "ann@shop.example;Ann"),
        ("created_at", "2026-01-31 12:00"),
        ("updated_at", "2026-02-01 12:00"),
        ("field:3", "blue, RED"),
    ])
    .expect("right");
    assert_eq!((row.source_key.as_str(), row.title.as_str()), ("id:Z-17", "Late parcel"));
    assert_eq!((row.status, row.severity), (Status::Resolved, Some("H")));
    assert_eq!((row.labels, row.department), (vec![1, 2], Some(5)));
    assert_eq!(row.assignees, [(9, "ann".to_owned())], "once, though named twice");
    assert_eq!(row.updated_at - row.created_at, 86_400_000);
    assert_eq!(row.values, [(3, json!([1, 2]), vec![1, 2])]);
    assert_eq!(row.name, "kim@customer.example");
}

#[test]
fn a_row_says_every_cell_that_is_wrong() {
    let right = [("title", "Late parcel"), ("contact_name", "Kim")];
    read(&right).expect("this much is enough");
    for (field, cell, word) in [
        ("status", "halfway", "open, pending"),
        ("severity", "very", "low, medium"),
        ("labels", "vip, gold", "“gold”"),
        ("department", "cellar", "department"),
        ("assignees", "nobody", "agent"),
        ("created_at", "31/01/2026", "order"),
        ("created_at", "2126-01-01", "future"),
        ("contact_email", "kim at home", "mail address"),
        ("contact_phone", "call me", "telephone"),
        ("field:3", "green", "choices"),
    ] {
        let faults = read(&[&right[..], &[(field, cell)]].concat()).expect_err(cell);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert_eq!((faults[0].field.as_str(), faults[0].value.as_str()), (field, cell));
        assert!(faults[0].reason.contains(word), "{}", faults[0].reason);
    }
    let faults = read(&[("title", ""), ("contact_name", "")]).expect_err("nothing");
    assert_eq!(
        faults.iter().map(|f| f.field.as_str()).collect::<Vec<_>>(),
        ["title", "contact_name"]
    );
    let faults = read(&[
        ("title", "a"),
        ("contact_name", "b"),
        ("created_at", "2026-02-01"),
        ("updated_at", "2026-01-01"),
    ]);
    assert_eq!(faults.expect_err("turned round")[0].field, "updated_at");
}

#[test]
fn what_a_row_leaves_out_of_its_times_follows_from_the_rest() {
    let day = |cell: &str| values::moment(cell, DateOrder::Ymd, &TimeZone::UTC).expect("a time");
    let times = |cells: &[(&str, &str)]| {
        let always = [("title", "a"), ("contact_name", "b"), ("reply", "c")];
        let row = read(&[&always[..], cells].concat()).expect("right");
        [row.created_at, row.replied_at, row.resolved_at, row.updated_at]
    };
    let (first, second, third) = ("2026-01-01", "2026-01-02", "2026-01-03");
    let [a, b, c] = [first, second, third].map(day);
    assert_eq!(times(&[]), [NOW; 4]);
    assert_eq!(times(&[("created_at", first)]), [a; 4]);
    assert_eq!(times(&[("created_at", first), ("updated_at", third)]), [a, c, c, c]);
    assert_eq!(times(&[("created_at", first), ("resolved_at", second)]), [a, b, b, b]);
    assert_eq!(times(&[("replied_at", first), ("resolved_at", second)]), [a, a, b, b]);
    let all = [("created_at", first), ("replied_at", first), ("resolved_at", second)];
    assert_eq!(times(&[&all[..], &[("updated_at", third)]].concat()), [a, a, b, c]);

    let wrong = |cells: &[(&str, &str)]| {
        let always = [("title", "a"), ("contact_name", "b"), ("created_at", second)];
        let faults = read(&[&always[..], cells].concat()).expect_err("wrong");
        faults.into_iter().map(|fault| fault.field).collect::<Vec<_>>()
    };
    assert_eq!(wrong(&[("reply", "c"), ("replied_at", first)]), ["replied_at"]);
    assert_eq!(wrong(&[("resolved_at", first)]), ["resolved_at"]);
    assert_eq!(wrong(&[("replied_at", third)]), ["replied_at"], "of no reply");
}

#[test]
fn a_row_without_an_id_is_known_by_all_that_it_says() {
    let key = |title: &str, name: &str| {
        read(&[("title", title), ("contact_name", name)]).expect("right").source_key
    };
    assert_eq!(key("a", "b"), key(" a", "b "));
    assert_ne!(key("a", "b"), key("a", "c"));
    assert_ne!(key("ab", "c"), key("a", "bc"));
}
