//! The use case behind both ways: what was written becomes a ticket, once.

use super::{
    Entries,
    model::{TicketForm, Written},
    store,
};
use crate::{
    accounts,
    contacts::{self, Contact, Typed},
    db::Tx,
    http::Problem,
    tickets::{self, Entered, Entry, NewFile, Viewer},
};

/// Who enters it, and what only they decide.
pub(super) enum Origin<'a> {
    Agent {
        viewer: &'a Viewer,
        extra: &'a Extra,
    },
    Form(&'a TicketForm),
    /// A stranger on the page `/contact`.
    Contact,
}

/// How a customer's own words came.
struct CustomerEntry<'a> {
    client_id: i64,
    department: Option<i64>,
    why: &'a str,
    line: &'a str,
}

/// What an agent adds.
#[derive(Clone, Debug, Default)]
pub(super) struct Extra {
    /// A contact that was picked; none for who was written down.
    pub contact: Option<i64>,
    pub department: Option<i64>,
    pub severity: Option<String>,
    pub labels: Vec<i64>,
    /// Usernames.
    pub assignees: Vec<String>,
}

impl Entries {
    /// Opens the ticket, with its contact, its message, its files and its events, in one transaction.
    /// The same key again gives the ticket that the first one made.
    pub(super) async fn open(
        &self,
        client_id: i64,
        origin: &Origin<'_>,
        written: &Written,
        files: &[NewFile],
    ) -> Result<Entered, Problem> {
        let now = self.clock.now_ms();
        let source = match origin {
            Origin::Agent { viewer, .. } => format!("user:{}", viewer.user_id),
            Origin::Form(form) => format!("form:{}", form.id),
            Origin::Contact => "contact".to_owned(),
        };
        let made_up = self.ids.token(20);
        let key = if written.key.is_empty() { made_up.as_str() } else { written.key.as_str() };
        let place = (source.as_str(), key);
        let mut tx = self.db.begin().await?;
        if !store::claim(&mut tx, client_id, place, now).await? {
            let known = store::ticket_of(&mut tx, client_id, place).await?;
            // The first one may not be on disk yet: whoever asks again waits for it as well.
            tx.commit().await?;
            let (ticket_id, number) = known.ok_or_else(Problem::not_found)?;
            return Ok(Entered { ticket_id, number });
        }
        let entered = match origin {
            Origin::Agent { viewer, extra } => {
                self.by_agent(&mut tx, viewer, extra, (written, files), now).await?
            }
            Origin::Form(form) => self.by_form(&mut tx, form, (written, files), now).await?,
            Origin::Contact => {
                let line = came_by("the page /contact", written);
                let why = "it came by the page /contact";
                let way = CustomerEntry { client_id, department: None, why, line: &line };
                self.by_customer(&mut tx, &way, (written, files), now).await?
            }
        };
        store::made(&mut tx, client_id, place, entered.ticket_id).await?;
        tx.commit().await?;
        Ok(entered)
    }

    async fn by_agent(
        &self,
        tx: &mut Tx,
        viewer: &Viewer,
        extra: &Extra,
        (written, files): (&Written, &[NewFile]),
        now: i64,
    ) -> Result<Entered, Problem> {
        let client_id = viewer.client_id;
        if let Some(id) = extra.department
            && !accounts::department_is_offered(tx, client_id, id).await?
        {
            return Err(Problem::not_found());
        }
        let offered = crate::labels::offered(tx, client_id).await?;
        if extra.labels.iter().any(|id| !offered.contains(id)) {
            return Err(Problem::not_found());
        }
        let labels: Vec<i64> = offered.into_iter().filter(|id| extra.labels.contains(id)).collect();
        let mut assignees = vec![];
        for username in &extra.assignees {
            let user = accounts::find_user(tx, client_id, username).await?;
            let user = user.ok_or_else(|| {
                Problem::field("assignee", format!("There is no user named {username}."))
            })?;
            let user = (user.id, user.username);
            if !assignees.contains(&user) {
                assignees.push(user);
            }
        }
        let contact = match extra.contact {
            Some(id) => contacts::name(tx, client_id, id).await?.ok_or_else(Problem::not_found)?,
            None => {
                let is_number = |scope: &str| self.tickets.has_numbers(client_id, scope);
                let typed = typed(written);
                contacts::enter(tx, &self.ids, client_id, now, &typed, Some(&is_number)).await?
            }
        };
        let line = format!("{} entered this ticket by hand.", viewer.name);
        let entry = Entry {
            client_id,
            token: &self.ids.token(20),
            by: Some(viewer),
            contact: &contact,
            name: &contact.name,
            title: &written.title,
            text: &written.text,
            files,
            language: &contact.language,
            department: extra.department,
            severity: extra.severity.as_deref(),
            labels: &labels,
            assignees: &assignees,
            why: &format!("{} entered it by hand", viewer.username),
            line: &line,
            now,
        };
        Ok(tickets::enter(tx, &entry).await?)
    }

    async fn by_form(
        &self,
        tx: &mut Tx,
        form: &TicketForm,
        (written, files): (&Written, &[NewFile]),
        now: i64,
    ) -> Result<Entered, Problem> {
        let client_id = form.client_id;
        if !store::used(tx, client_id, form.id, now).await? {
            return Err(super::page::closed());
        }
        let department = match form.department_id {
            Some(id) if accounts::department_is_offered(tx, client_id, id).await? => Some(id),
            _ => None,
        };
        let (why, line) = (
            format!("it came by the form {}", form.name),
            came_by(&format!("the form “{}”", form.name), written),
        );
        let way = CustomerEntry { client_id, department, why: &why, line: &line };
        self.by_customer(tx, &way, (written, files), now).await
    }

    async fn by_customer(
        &self,
        tx: &mut Tx,
        way: &CustomerEntry<'_>,
        (written, files): (&Written, &[NewFile]),
        now: i64,
    ) -> Result<Entered, Problem> {
        let client_id = way.client_id;
        let typed = typed(written);
        let contact: Contact = contacts::enter(tx, &self.ids, client_id, now, &typed, None).await?;
        let entry = Entry {
            client_id,
            token: &self.ids.token(20),
            by: None,
            contact: &contact,
            name: &written.name,
            title: &written.title,
            text: &written.text,
            files,
            language: &written.language,
            department: way.department,
            severity: None,
            labels: &[],
            assignees: &[],
            why: way.why,
            line: way.line,
            now,
        };
        Ok(tickets::enter(tx, &entry).await?)
    }
}

fn typed(written: &Written) -> Typed<'_> {
    Typed {
        name: &written.name,
        email: &written.email,
        phone: &written.phone,
        language: &written.language,
    }
}

/// What a customer entered beside the message, as a line of the conversation.
fn came_by(way: &str, written: &Written) -> String {
    let mut given = vec![written.name.as_str()];
    given.extend([written.email.as_str(), written.phone.as_str()].iter().filter(|t| !t.is_empty()));
    format!("This came by {way}, from {}. Nobody has checked who that is.", given.join(", "))
}
