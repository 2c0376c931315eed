//! Filters as addresses write them.

use super::*;

const DAY_MS: i64 = 86_400_000;

fn wanted(narrow: &FilterQuery) -> Result<TicketFilter, Problem> {
    narrow.wanted((ListKind::Ticket, Filter::All), &TimeZone::UTC)
}

#[test]
fn parameters_say_what_a_list_is_narrowed_to() {
    let narrow = FilterQuery {
        channel_filter: "SMS, DEMO_MAIL".into(),
        label_filter: "[3,1,3]".into(),
        dep_filter: "0".into(),
        priority_filter: "High,n".into(),
        field_filter: "12:3,14:0,12:1,12:3".into(),
        with_reply: "0".into(),
        automatic: "true".into(),
        received: "2026-11-01".into(),
        received_end: "2026-11-02".into(),
        start_date: "100".into(),
        reply_tat: "15".into(),
        field: "number".into(),
        field_value: "#12".into(),
        sort: "priority".into(),
        ..FilterQuery::default()
    };
    let wanted = wanted(&narrow).expect("understood");
    assert_eq!(wanted.channels, ["SMS", "DEMO_MAIL"]);
    let small = channels("sms,Demo_mail,SMS").expect("channels");
    assert_eq!(small, ["SMS", "sms", "DEMO_MAIL", "Demo_mail"]);
    assert_eq!((&wanted.labels[..], &wanted.departments[..]), (&[1, 3][..], &[0][..]));
    assert_eq!(wanted.fields, [(12, vec![1, 3]), (14, vec![0])]);
    assert_eq!(wanted.severities, ['H', 'N']);
    assert_eq!((wanted.responded, wanted.automatic), (Some(false), Some(true)));
    assert_eq!(wanted.received, (1_793_491_200_000, 1_793_491_200_000 + 2 * DAY_MS - 1));
    assert_eq!(wanted.updated, (100_000, i64::MAX));
    assert_eq!((wanted.answered_within, wanted.number), (Some(900_000), Some(12)));
    assert_eq!((wanted.sort, wanted.nothing), (Sort::Priority, false));
}

#[test]
fn days_are_those_of_the_zone() {
    let narrow = FilterQuery {
        received: "2026-11-01".into(),
        received_end: "2026-11-01".into(),
        ..FilterQuery::default()
    };
    assert!(narrow.names_a_day() && !FilterQuery::default().names_a_day());
    let received = |zone: &str| {
        let zone = TimeZone::get(zone).expect("a zone");
        narrow.wanted((ListKind::Ticket, Filter::All), &zone).expect("understood").received
    };
    let utc = 1_793_491_200_000;
    const HOUR_MS: i64 = 3_600_000;
    assert_eq!(received("Asia/Kuching"), (utc - 8 * HOUR_MS, utc + 16 * HOUR_MS - 1));
    // Clocks go back on this day.
    assert_eq!(received("America/New_York"), (utc + 4 * HOUR_MS, utc + 29 * HOUR_MS - 1));
}

#[test]
fn appointments_are_asked_for_by_word_and_by_time() {
    let asked = |appt: &str, start: &str| {
        let narrow =
            FilterQuery { appt: appt.into(), appt_start: start.into(), ..FilterQuery::default() };
        wanted(&narrow).expect("understood").appointment
    };
    let later = (100_000, i64::MAX);
    assert_eq!(asked("", ""), None);
    assert_eq!(asked("1", ""), Some(AppointmentWanted::Within(ALWAYS)));
    assert_eq!(asked("", "100"), Some(AppointmentWanted::Within(later)));
    assert_eq!(asked("0", ""), Some(AppointmentWanted::None));
    assert_eq!(asked("Soon", "100"), Some(AppointmentWanted::Soon(later)));
}

#[test]
fn what_is_no_value_is_refused_and_what_nothing_has_finds_nothing() {
    let refused = |narrow: FilterQuery| wanted(&narrow).is_err();
    assert!(refused(FilterQuery { label_filter: "x".into(), ..FilterQuery::default() }));
    assert!(refused(FilterQuery { dep_filter: "-1".into(), ..FilterQuery::default() }));
    assert!(refused(FilterQuery {
        dep_filter: "1,2,3,4,5,6,7,8,9".into(),
        ..FilterQuery::default()
    }));
    assert!(refused(FilterQuery { priority_filter: "urgent".into(), ..FilterQuery::default() }));
    assert!(refused(FilterQuery { with_reply: "2".into(), ..FilterQuery::default() }));
    assert!(refused(FilterQuery { received: "yesterday".into(), ..FilterQuery::default() }));
    assert!(refused(FilterQuery { end_date: "99999999999999".into(), ..FilterQuery::default() }));
    assert!(refused(FilterQuery { appt: "2".into(), ..FilterQuery::default() }));
    assert!(refused(FilterQuery { appt_start: "tomorrow".into(), ..FilterQuery::default() }));
    assert!(refused(FilterQuery {
        appt: "0".into(),
        appt_start: "100".into(),
        ..FilterQuery::default()
    }));
    assert!(refused(FilterQuery { field_filter: "12".into(), ..FilterQuery::default() }));
    assert!(refused(FilterQuery { field_filter: "12:0,12:3".into(), ..FilterQuery::default() }));
    assert!(refused(FilterQuery { field_filter: "12:-1".into(), ..FilterQuery::default() }));
    assert!(refused(FilterQuery { reply_tat: "-5".into(), ..FilterQuery::default() }));
    assert!(refused(FilterQuery { sort: "random".into(), ..FilterQuery::default() }));
    assert!(refused(FilterQuery {
        field: "colour".into(),
        field_value: "red".into(),
        ..FilterQuery::default()
    }));
    let campaign = FilterQuery { campaign_id: "7".into(), ..FilterQuery::default() };
    assert!(wanted(&campaign).expect("understood").nothing);
    let number =
        FilterQuery { field: "number".into(), field_value: "x".into(), ..FilterQuery::default() };
    assert!(wanted(&number).expect("understood").nothing);
    assert!(!wanted(&FilterQuery::default()).expect("understood").nothing);
}
