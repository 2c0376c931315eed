//! The fields that columns fill, and by which names of columns they are guessed. Pure.

use super::{
    model::{ImportField, ImportKind},
    table::{Column, Row},
};
use crate::fields::CustomField;

/// What a key of a custom field begins with; its id follows.
const CUSTOM: &str = "field:";

/// A field, whether its cells hold several, and other names that columns have for it, without signs.
type FieldNames = (&'static str, bool, &'static [&'static str]);

const CONTACTS: &[FieldNames] = &[
    ("external_id", false, &["id", "contactid", "customerid", "userid", "externalid", "recordid"]),
    ("name", false, &["fullname", "contactname", "customername", "customer", "displayname"]),
    ("salutation", false, &["prefix", "honorific"]),
    ("email", false, &["emailaddress", "mail", "email1", "primaryemail", "emailaddress1"]),
    ("phone", false, &["phonenumber", "mobile", "mobilephone", "telephone", "phone1value", "cell"]),
    ("language", false, &["locale", "lang", "preferredlanguage"]),
    ("birth_date", false, &["birthday", "dateofbirth", "dob", "born"]),
    ("identity_type", false, &["idtype", "documenttype"]),
    ("identity_number", false, &["idnumber", "documentnumber", "passport", "nric", "mykad"]),
    ("notes", false, &["note", "comment", "comments", "remarks", "details"]),
];

const TICKETS: &[FieldNames] = &[
    ("external_id", false, &["id", "ticketid", "ticketnumber", "externalid", "ticket", "number"]),
    ("title", false, &["subject", "summary", "rawsubject"]),
    ("description", false, &["body", "message", "text", "content", "firstmessage"]),
    ("reply", false, &["firstreply", "answer", "response", "firstresponse"]),
    ("note", false, &["internalnote", "notes", "comment", "privatenote"]),
    ("status", false, &["state", "ticketstatus"]),
    ("severity", false, &["priority", "urgency"]),
    ("labels", true, &["label", "tags", "tag", "categories", "category"]),
    ("department", false, &["group", "team", "mailbox", "inbox"]),
    ("assignees", true, &["assignee", "agent", "owner", "assignedto"]),
    ("contact_name", false, &["requester", "requestername", "customer", "customername", "name"]),
    ("contact_email", false, &["requesteremail", "customeremail", "email", "from"]),
    ("contact_phone", false, &["requesterphone", "customerphone", "phone", "phonenumber"]),
    ("language", false, &["locale", "lang"]),
    ("created_at", false, &["created", "createdat", "createddate", "createdtime", "openedat"]),
    (
        "replied_at",
        false,
        &["firstreplyat", "firstrepliedat", "firstresponseat", "firstrespondedat", "answeredat"],
    ),
    (
        "resolved_at",
        false,
        &["resolvedtime", "solvedat", "solvedtime", "closedat", "closedtime", "completedat"],
    ),
    ("updated_at", false, &["updated", "lastupdate", "lastupdated", "modified", "modifiedat"]),
];

fn known(kind: ImportKind) -> &'static [FieldNames] {
    match kind {
        ImportKind::Contacts => CONTACTS,
        ImportKind::Tickets => TICKETS,
    }
}

/// The key of a custom field.
pub(super) fn custom_key(id: i64) -> String {
    format!("{CUSTOM}{id}")
}

/// All fields of a kind; tickets have the client's custom fields besides.
pub(super) fn offered(kind: ImportKind, custom: &[CustomField]) -> Vec<ImportField> {
    let ours = known(kind).iter().map(|(key, many, _)| ImportField {
        key: (*key).to_owned(),
        label: String::new(),
        many: *many,
    });
    let custom = custom.iter().filter(|_| kind == ImportKind::Tickets).map(|field| ImportField {
        key: custom_key(field.id),
        label: field.label.clone(),
        many: field.kind == crate::fields::Kind::MultiChoice,
    });
    ours.chain(custom).collect()
}

/// A name without case, spaces and signs.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// For each column the field that its name says, each field once; the exact name comes first.
pub(super) fn guess(kind: ImportKind, columns: &[Column], custom: &[CustomField]) -> Vec<String> {
    let names: Vec<String> = columns.iter().map(|column| plain(&column.name)).collect();
    let mut fields = vec![String::new(); columns.len()];
    let mut fill = |key: &str, is: &dyn Fn(&str) -> bool| {
        if fields.iter().any(|field| field == key) {
            return;
        }
        let free = names.iter().position(|name| is(name));
        if let Some(at) = free.filter(|at| fields[*at].is_empty()) {
            key.clone_into(&mut fields[at]);
        }
    };
    for (key, ..) in known(kind) {
        fill(key, &|name| name == plain(key));
    }
    for field in custom.iter().filter(|_| kind == ImportKind::Tickets) {
        fill(&custom_key(field.id), &|name| name == plain(&field.label));
    }
    for (key, _, others) in known(kind) {
        for other in *others {
            fill(key, &|name| name == *other);
        }
    }
    fields
}

/// What cannot be about a choice of fields: a field there is not or that is filled twice, or nothing by
/// which rows say whom or what they mean.
pub(super) fn wrong(kind: ImportKind, chosen: &[String], custom: &[CustomField]) -> Option<String> {
    let offered = offered(kind, custom);
    let has = |key: &str| chosen.iter().any(|field| field == key);
    for field in chosen.iter().filter(|field| !field.is_empty()) {
        if !offered.iter().any(|one| one.key == *field) {
            return Some(format!("There is no field {field}."));
        }
        if chosen.iter().filter(|other| *other == field).count() > 1 {
            return Some(format!("Two columns fill the field {field}. Leave one of them out."));
        }
    }
    match kind {
        ImportKind::Contacts if !(has("external_id") || has("email") || has("phone")) => Some(
            "Choose a column for the address, the number or the id: contacts are known by these."
                .into(),
        ),
        ImportKind::Tickets if !(has("title") || has("description")) => {
            Some("Choose a column for the title or the description.".into())
        }
        ImportKind::Tickets
            if !(has("contact_email") || has("contact_phone") || has("contact_name")) =>
        {
            Some("Choose a column for the name, the address or the number of the contact.".into())
        }
        _ => None,
    }
}

/// The cells of a row by their fields.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells<'a> {
    pub fields: &'a [String],
    pub row: &'a Row,
}

impl<'a> Cells<'a> {
    /// What stands in a field, without the spaces around it; empty for nothing.
    pub fn get(&self, field: &str) -> &'a str {
        let at = self.fields.iter().position(|one| one == field);
        at.and_then(|at| self.row.cells.get(at)).map_or("", |cell| cell.trim())
    }

    /// What stands behind the last column; nobody said what it is.
    pub fn beyond(&self) -> Option<&'a str> {
        let rest = self.row.cells.iter().skip(self.fields.len());
        rest.map(|cell| cell.trim()).find(|cell| !cell.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(names: &[&str]) -> Vec<Column> {
        let column = |name: &&str| Column { name: (*name).to_owned(), samples: vec![] };
        names.iter().map(column).collect()
    }

    #[test]
    fn columns_are_guessed_by_their_names() {
        let heads =
            columns(&["E-mail Address", "Phone Number", "Prefix", "ID", "Title", "Full name"]);
        let fields = ["email", "phone", "salutation", "external_id", "", "name"];
        assert_eq!(guess(ImportKind::Contacts, &heads, &[]), fields);
        let heads = columns(&["Name", "Full name", "email"]);
        assert_eq!(
            guess(ImportKind::Contacts, &heads, &[]),
            ["name", "", "email"],
            "the exact one"
        );
        let heads =
            columns(&["Ticket ID", "Subject", "Requester", "Tags", "Created at", "Priority"]);
        let fields = ["external_id", "title", "contact_name", "labels", "created_at", "severity"];
        assert_eq!(guess(ImportKind::Tickets, &heads, &[]), fields);
    }

    #[test]
    fn rows_have_to_say_whom_and_what_they_mean() {
        let check = |kind, fields: &[&str]| {
            let fields: Vec<String> = fields.iter().map(|field| (*field).to_owned()).collect();
            wrong(kind, &fields, &[])
        };
        assert_eq!(check(ImportKind::Contacts, &["name", "", "email", ""]), None);
        for (fields, word) in [
            (vec!["name", ""], "address"),
            (vec!["email", "email"], "Two columns"),
            (vec!["email", "shoe"], "no field"),
            (vec!["email", "field:7"], "no field"),
        ] {
            let why = check(ImportKind::Contacts, &fields).expect(word);
            assert!(why.contains(word), "{why}");
        }
        assert_eq!(check(ImportKind::Tickets, &["title", "contact_email"]), None);
        assert!(check(ImportKind::Tickets, &["status", "contact_email"]).is_some());
        assert!(check(ImportKind::Tickets, &["title"]).is_some());
    }
}
