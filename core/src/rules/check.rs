//! What makes a rule or macro one that can be kept.

use super::model::{Deed, Do, Field, How, Test, Tests, When};
use crate::{
    accounts,
    db::{Conn, DbResult},
    fields::{self, CustomField, Kind},
    http::FieldErrors,
    labels, replies,
};

const GONE: &str = "There is no such thing any more.";
/// What is said of the whole.
pub(super) const REFUSAL: &str = "This cannot be kept like this.";
const NAME_MAX: usize = 80;
const TESTS_MAX: usize = 30;
const DEEDS_MAX: usize = 20;
const TEXT_MAX: usize = 4_000;
/// 90 days.
const WAIT_MAX: i64 = 90 * 24 * 60;
/// A year.
const MINUTES_MAX: i64 = 366 * 24 * 60;

/// The name as it is kept.
pub(super) fn name(text: &str, wrong: &mut FieldErrors) -> String {
    let name = text.trim();
    if name.is_empty() || name.chars().count() > NAME_MAX {
        wrong.say("name", "A name has 1 to 80 characters.");
    }
    name.to_owned()
}

/// The minutes of a rule; 0 for one that waits for no time.
pub(super) fn wait(when: When, minutes: i64, wrong: &mut FieldErrors) -> i64 {
    if when.counts_from().is_none() {
        return 0;
    }
    if !(1..=WAIT_MAX).contains(&minutes) {
        wrong.say("minutes", "Between a minute and 90 days.");
    }
    minutes
}

/// How a field may be compared.
#[must_use]
pub fn comparisons(field: Field) -> &'static [How] {
    match field {
        Field::Subject | Field::Text | Field::Sender => {
            &[How::Contains, How::ContainsNot, How::Is, How::IsNot]
        }
        Field::Age => &[How::More, How::Less],
        // Which of them is said by the field's kind.
        Field::Custom => {
            &[How::Is, How::IsNot, How::Contains, How::ContainsNot, How::More, How::Less]
        }
        _ => &[How::Is, How::IsNot],
    }
}

pub(super) fn tests(tests: &Tests, wrong: &mut FieldErrors) {
    for (list, name) in [(&tests.all, "all"), (&tests.any, "any")] {
        if list.len() > TESTS_MAX {
            wrong.say(name, "At most 30 conditions.");
        }
        for (at, test) in list.iter().enumerate() {
            if !comparisons(test.field).contains(&test.is) {
                wrong.say(format!("{name}.{at}.is"), "This cannot be compared like this.");
            }
            if let Some(why) = wrong_value(test) {
                wrong.say(format!("{name}.{at}.value"), why);
            }
        }
    }
}

fn wrong_value(test: &Test) -> Option<&'static str> {
    let value = test.value.trim();
    let number = value.parse::<i64>().ok();
    let fine = match test.field {
        Field::Subject | Field::Text | Field::Sender | Field::Channel | Field::Language => {
            !value.is_empty() && value.chars().count() <= 500
        }
        Field::Label => number.is_some(),
        Field::Department | Field::Assignee => value.is_empty() || number.is_some(),
        Field::Status => matches!(number, Some(0..=3 | 5)),
        Field::Severity => matches!(value, "" | "H" | "M" | "L"),
        Field::Hours | Field::Answered => true,
        Field::Age => number.is_some_and(|number| (0..=MINUTES_MAX).contains(&number)),
        Field::Custom => test.custom.is_some() && value.chars().count() <= 500,
    };
    (!fine).then_some("Give a value for this condition.")
}

/// Checks what a rule or macro does.
pub(super) fn deeds(deeds: &[Deed], is_macro: bool, wrong: &mut FieldErrors) {
    if deeds.is_empty() || deeds.len() > DEEDS_MAX {
        wrong.say("then", "Give 1 to 20 actions.");
    }
    for (at, deed) in deeds.iter().enumerate() {
        if let Some(why) = wrong_deed(deed, is_macro) {
            wrong.say(format!("then.{at}.value"), why);
        }
    }
}

fn wrong_deed(deed: &Deed, is_macro: bool) -> Option<String> {
    let value = deed.value.trim();
    let number = value.parse::<i64>().ok();
    let fine = match deed.what {
        Do::Status => matches!(number, Some(0..=3)),
        Do::Severity => matches!(value, "" | "H" | "M" | "L"),
        Do::LabelAdd | Do::LabelRemove | Do::CannedReply => number.is_some(),
        Do::Department => value.is_empty() || number.is_some(),
        Do::Assignee => value.is_empty() || number.is_some() || (is_macro && value == "me"),
        Do::Note => !value.is_empty() && value.chars().count() <= TEXT_MAX,
        Do::Reply => {
            if let Some(why) = replies::unknown_variable(value) {
                return Some(why);
            }
            !value.is_empty() && value.chars().count() <= TEXT_MAX
        }
        Do::Snooze => number.is_some_and(|number| (1..=MINUTES_MAX).contains(&number)),
        Do::Spam => true,
        Do::Custom => deed.custom.is_some() && value.chars().count() <= TEXT_MAX,
    };
    (!fine).then(|| "Give a value for this action.".to_owned())
}

/// What of a client can be named, each looked at once.
pub(super) struct KnownIds {
    labels: Vec<i64>,
    users: Vec<i64>,
    fields: Vec<CustomField>,
    client_id: i64,
}

impl KnownIds {
    pub async fn read(conn: &mut Conn, client_id: i64) -> DbResult<Self> {
        let labels = labels::offered(conn, client_id).await?;
        let people = accounts::people(conn, client_id).await?;
        let users = people.into_iter().map(|person| person.id).collect();
        let fields = fields::list(conn, client_id, false).await?;
        Ok(Self { labels, users, fields, client_id })
    }

    /// Says which conditions name something that the client has not.
    pub async fn tests(
        &self,
        conn: &mut Conn,
        tests: &Tests,
        wrong: &mut FieldErrors,
    ) -> DbResult<()> {
        for (list, name) in [(&tests.all, "all"), (&tests.any, "any")] {
            for (at, test) in list.iter().enumerate() {
                if let (Field::Custom, Some(why)) = (test.field, self.wrong_custom(test)) {
                    wrong.say(format!("{name}.{at}.value"), why);
                    continue;
                }
                let Some(id) = test.value.trim().parse::<i64>().ok() else { continue };
                let there = match test.field {
                    Field::Label => self.labels.contains(&id),
                    Field::Assignee => self.users.contains(&id),
                    Field::Department => self.department(conn, id).await?,
                    _ => true,
                };
                if !there {
                    wrong.say(format!("{name}.{at}.value"), GONE);
                }
            }
        }
        Ok(())
    }

    /// Says which actions name something that the client has not.
    pub async fn deeds(
        &self,
        conn: &mut Conn,
        deeds: &[Deed],
        wrong: &mut FieldErrors,
    ) -> DbResult<()> {
        for (at, deed) in deeds.iter().enumerate() {
            if deed.what == Do::Custom {
                let given = serde_json::Value::from(deed.value.trim());
                let read = |field| fields::read(field, &serde_json::Value::Null, &given).err();
                let why = self.field(deed.custom).map_or(Some(GONE), read);
                if let Some(why) = why {
                    wrong.say(format!("then.{at}.value"), why);
                }
                continue;
            }
            let Some(id) = deed.value.trim().parse::<i64>().ok() else { continue };
            let there = match deed.what {
                Do::LabelAdd | Do::LabelRemove => self.labels.contains(&id),
                Do::Assignee => self.users.contains(&id),
                Do::Department => self.department(conn, id).await?,
                Do::CannedReply => replies::is_shared(conn, self.client_id, id).await?,
                _ => true,
            };
            if !there {
                wrong.say(format!("then.{at}.value"), GONE);
            }
        }
        Ok(())
    }

    fn field(&self, id: Option<i64>) -> Option<&CustomField> {
        self.fields.iter().find(|field| Some(field.id) == id)
    }

    /// Why a condition about a custom field cannot hold or fail; none when it can.
    fn wrong_custom(&self, test: &Test) -> Option<&'static str> {
        let Some(field) = self.field(test.custom) else { return Some(GONE) };
        let fits: &[How] = match field.kind {
            Kind::Text | Kind::LongText => &[How::Contains, How::ContainsNot, How::Is, How::IsNot],
            Kind::Number | Kind::Date => &[How::Is, How::IsNot, How::More, How::Less],
            Kind::Checkbox | Kind::Choice | Kind::MultiChoice => &[How::Is, How::IsNot],
        };
        if !fits.contains(&test.is) {
            return Some("This cannot be compared like this.");
        }
        let value = test.value.trim();
        if value.is_empty() {
            let asks = matches!(test.is, How::Is | How::IsNot);
            return (!asks).then_some("Give a value for this condition.");
        }
        match field.kind {
            Kind::Text | Kind::LongText => None,
            _ => fields::read(field, &serde_json::Value::Null, &value.into()).err(),
        }
    }

    pub async fn department(&self, conn: &mut Conn, id: i64) -> DbResult<bool> {
        accounts::department_is_offered(conn, self.client_id, id).await
    }
}
