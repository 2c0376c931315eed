//! A row as a contact. Pure.

use super::{
    fields::Cells,
    model::{DateOrder, Fault, KnownContacts},
    values,
};
use crate::contacts::{self, Details, Edit, Typed};

const ID_MAX: usize = 200;

/// What a row says of a contact, checked.
#[derive(Clone, Debug)]
pub(super) struct ContactRow {
    /// What the contact is known by where it comes from; empty for none.
    pub external_id: String,
    pub language: String,
    /// What the row says; what it leaves empty is none.
    pub edit: Edit,
    /// The contact that the row alone makes.
    pub alone: Details,
}

impl ContactRow {
    /// Reads a row. `today` is a day as YYYY-MM-DD.
    ///
    /// # Errors
    /// Every cell that is wrong.
    pub fn read(cells: &Cells<'_>, order: DateOrder, today: &str) -> Result<Self, Vec<Fault>> {
        let mut wrong = vec![];
        if let Some(cell) = cells.beyond() {
            wrong.push(Fault::new("", "This row has more cells than the head has columns.", cell));
        }
        let external_id = cells.get("external_id");
        if external_id.chars().count() > ID_MAX {
            wrong.push(Fault::new("external_id", "An id has at most 200 characters.", external_id));
        }
        let (email, phone) = (cells.get("email"), cells.get("phone"));
        let name = [cells.get("name"), email, phone, external_id];
        let name = name.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
        if [email, phone, external_id].iter().all(|text| text.is_empty()) {
            let reason = "Give an address, a number or an id: contacts are known by these.";
            wrong.push(Fault::new("", reason, cells.get("name")));
        }
        let birth_date = match cells.get("birth_date") {
            "" => None,
            cell => match values::day(cell.split([' ', 'T']).next().unwrap_or(cell), order) {
                Some(day) => Some(day.to_string()),
                None => {
                    let reason = "This is no day in the order that was chosen for dates.";
                    wrong.push(Fault::new("birth_date", reason, cell));
                    None
                }
            },
        };
        let text = |field: &str| {
            let cell = cells.get(field);
            (!cell.is_empty()).then(|| cell.to_owned())
        };
        let edit = Edit {
            name: text("name"),
            salutation: text("salutation"),
            email: text("email"),
            phone: text("phone"),
            identity_type: text("identity_type"),
            identity_number: text("identity_number"),
            identity_refused: None,
            birth_date,
            notes: text("notes"),
        };
        let language = cells.get("language").chars().filter(|c| !c.is_control()).take(20).collect();
        let blank = Details { name: one_line(name), language, ..Details::default() };
        match contacts::edited(&blank, &edit, today) {
            Ok(alone) if wrong.is_empty() => Ok(Self {
                external_id: external_id.to_owned(),
                language: alone.language.clone(),
                edit,
                alone,
            }),
            Ok(_) => Err(wrong),
            Err(faults) => {
                let of_cell =
                    |(field, reason): (&str, &str)| Fault::new(field, reason, cells.get(field));
                wrong.extend(faults.into_iter().map(of_cell));
                Err(wrong)
            }
        }
    }

    /// As whom the row names the contact.
    pub fn typed(&self) -> Typed<'_> {
        Typed {
            name: &self.alone.name,
            email: &self.alone.email,
            phone: &self.alone.phone,
            language: &self.language,
        }
    }

    /// What of the row a known contact takes over.
    pub fn for_known(&self, was: &Details, known: KnownContacts) -> (Edit, String) {
        let takes = |field: &str| match known {
            KnownContacts::Fill => field.is_empty(),
            KnownContacts::Overwrite => true,
            KnownContacts::Keep => false,
        };
        let pick = |given: &Option<String>, field: &str| given.clone().filter(|_| takes(field));
        // Some are called what they are known by, until somebody says how.
        let nameless = [&was.email, &was.phone, &self.external_id].contains(&&was.name);
        let edit = Edit {
            name: pick(&self.edit.name, if nameless { "" } else { &was.name }),
            salutation: pick(&self.edit.salutation, &was.salutation),
            email: pick(&self.edit.email, &was.email),
            phone: pick(&self.edit.phone, &was.phone),
            identity_type: pick(&self.edit.identity_type, &was.identity_type),
            identity_number: pick(&self.edit.identity_number, &was.identity_number),
            identity_refused: None,
            birth_date: pick(&self.edit.birth_date, &was.birth_date),
            notes: pick(&self.edit.notes, &was.notes),
        };
        let speaks = !self.language.is_empty() && takes(&was.language);
        (edit, if speaks { self.language.clone() } else { was.language.clone() })
    }

    /// By what the contact is known: its id, its address, its number, as far as the row has them.
    pub fn keys(&self) -> [Option<String>; 3] {
        let digits: String = self.alone.phone.chars().filter(char::is_ascii_digit).collect();
        let address = contacts::address_key(&self.alone.email);
        [("id", self.external_id.as_str()), ("email", &address), ("phone", &digits)]
            .map(|(kind, value)| (!value.is_empty()).then(|| format!("{kind}:{value}")))
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::imports::table::Row;

    const FIELDS: [&str; 6] = ["external_id", "name", "email", "phone", "birth_date", "notes"];

    fn read(cells: [&str; 6]) -> Result<ContactRow, Vec<Fault>> {
        let fields = FIELDS.map(str::to_owned);
        let row = Row { number: 2, cells: cells.map(str::to_owned).to_vec(), next_byte: 0 };
        let cells = Cells { fields: &fields, row: &row };
        ContactRow::read(&cells, DateOrder::Dmy, "2026-06-01")
    }

    #[test]
    fn a_row_is_a_contact_or_says_which_cells_are_wrong() {
        let row =
            read(["7", "Ann", "Ann@Shop.example", "+60 3-1", "31/01/1990", ""]).expect("right");
        assert_eq!(row.alone.birth_date, "1990-01-31");
        let keys = ["id:7", "email:ann@shop.example", "phone:6031"];
        assert_eq!(row.keys(), keys.map(|key| Some(key.to_owned())));
        assert_eq!(
            read(["", "", "a@b.example", "", "", ""]).expect("right").alone.name,
            "a@b.example"
        );
        for (cells, field) in [
            (["", "Ann", "", "", "", ""], ""),
            (["", "Ann", "no address", "", "", ""], "email"),
            (["", "Ann", "a@b.example", "call me", "", ""], "phone"),
            (["", "Ann", "a@b.example", "", "1990-31-01", ""], "birth_date"),
            (["", "Ann", "a@b.example", "", "31/01/2190", ""], "birth_date"),
        ] {
            let faults = read(cells).expect_err(field);
            assert_eq!(faults.iter().map(|f| f.field.as_str()).collect::<Vec<_>>(), [field]);
        }
    }

    #[test]
    fn known_contacts_take_over_what_was_chosen() {
        let row =
            read(["", "Ann Lee", "ann@shop.example", "", "", "from the file"]).expect("right");
        let was = Details {
            name: "Ann".into(),
            email: "ann@shop.example".into(),
            notes: String::new(),
            ..Details::default()
        };
        let taken = |was: &Details, known| {
            let (edit, _) = row.for_known(was, known);
            (edit.name, edit.notes)
        };
        let (name, notes) = (Some("Ann Lee".to_owned()), Some("from the file".to_owned()));
        assert_eq!(taken(&was, KnownContacts::Fill), (None, notes.clone()));
        assert_eq!(taken(&was, KnownContacts::Overwrite), (name.clone(), notes.clone()));
        assert_eq!(taken(&was, KnownContacts::Keep), (None, None));
        let nameless = Details { name: was.email.clone(), ..was };
        assert_eq!(taken(&nameless, KnownContacts::Fill), (name, notes));
    }
}
