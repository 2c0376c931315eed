//! An agent enters a ticket for a customer.

use super::{
    Entries,
    api::EnteredTicket,
    model::{Fields, MESSAGE_MAX, Rules, check},
    open::{Extra, Origin},
};
use crate::{
    accounts::{Caller, Permission},
    http::{Problem, SuccessWord},
    tickets::{NewFile, Viewer},
};
use serde_json::Value;

/// Characters of a message that an agent enters.
const TEXT_MAX: usize = 65_536;
/// Usernames.
const ASSIGNEES_MAX: usize = 20;

impl Entries {
    /// Checks what an agent filled in. `files` is none while they are still to come.
    pub(super) fn judge(
        caller: &Caller,
        fields: &Fields,
        files: Option<usize>,
    ) -> Result<(super::model::Written, Extra), Problem> {
        let contact = fields.id("contact_id");
        // Whoever may not look at contacts does not get to them by their ids either.
        if contact.is_some() {
            caller.require(Permission::HideContacts)?;
        }
        let rules = Rules {
            required: &[],
            reachable: false,
            known: contact.is_some(),
            message_max: TEXT_MAX.max(MESSAGE_MAX + 1),
        };
        let written = check(fields, rules, files)?;
        let severity = Some(fields.text("severity")).filter(|text| !text.is_empty());
        if severity.as_deref().is_some_and(|s| !matches!(s, "H" | "M" | "L")) {
            return Err(Problem::field("severity", "The severity is H, M, L or empty."));
        }
        let assignees: Vec<String> = match fields.0.get("assignee") {
            Some(Value::Array(list)) => {
                list.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect()
            }
            _ => fields.text("assignee").split(',').map(str::trim).map(str::to_owned).collect(),
        };
        let assignees: Vec<String> =
            assignees.into_iter().filter(|name| !name.is_empty()).collect();
        if assignees.len() > ASSIGNEES_MAX {
            return Err(Problem::field("assignee", "At most 20 people take part from the start."));
        }
        let labels = fields.ids("labels");
        Ok((
            written,
            Extra { contact, department: fields.id("department_id"), severity, labels, assignees },
        ))
    }

    /// Enters a ticket and gives its id and number, and whether the agent may still see it: one that
    /// was given to others is theirs.
    ///
    /// # Errors
    /// `invalid` with what to change, `forbidden` for a contact without the permission, `not_found`
    /// for a contact, department or label there is not.
    pub(super) async fn manual(
        &self,
        caller: &Caller,
        fields: &Fields,
        files: &[NewFile],
    ) -> Result<EnteredTicket, Problem> {
        let (written, extra) = Self::judge(caller, fields, Some(files.len()))?;
        let viewer = Viewer::from(caller);
        let origin = Origin::Agent { viewer: &viewer, extra: &extra };
        let entered = self.open(viewer.client_id, &origin, &written, files).await?;
        let mut conn = self.db.read().await?;
        let row = crate::tickets::visible_ticket(&mut conn, &viewer, entered.ticket_id).await?;
        Ok(EnteredTicket {
            result: SuccessWord::Success,
            id: entered.ticket_id,
            ticket_number: entered.number,
            visible: row.is_some(),
            data: row.map(|row| crate::tickets::ticket_view(&row, "")),
        })
    }
}
