//! What a visitor does: register, write, type, end, rate.

use super::{
    Livechat,
    model::{self, VisitState},
    store,
};
use crate::{
    channels::ActError,
    http::{Code, Problem},
    plugins::{VisitorAct, VisitorSession},
};
use serde::Deserialize;
use utoipa::ToSchema;

/// Files of one message; the plugin may take fewer.
const FILES_MAX: usize = 20;

/// The form of the public page.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[schema(as = VisitForm)]
pub(super) struct Form {
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub phone: String,
    #[serde(default)]
    pub des: String,
    #[serde(default)]
    pub ic: String,
    #[serde(default)]
    pub language: String,
}

impl From<ActError> for Problem {
    fn from(error: ActError) -> Self {
        match error {
            ActError::Off => Self::new(Code::Unavailable, "This chat is switched off."),
            ActError::Refused(text) => Self::invalid(text),
            ActError::Db(error) => error.into(),
        }
    }
}

impl Form {
    /// The form as it counts: what the visitor's site vouches for is not for the visitor to write.
    fn vouched(&self, row: &store::Row) -> Self {
        let Some(known) = row.identity() else { return self.clone() };
        let first = |known: String, written: &String| {
            if known.is_empty() { written.clone() } else { known }
        };
        Self {
            name: first(known.name, &self.name),
            email: first(known.email, &self.email),
            phone: first(known.phone, &self.phone),
            ..self.clone()
        }
    }
}

pub(super) fn session_of(row: &store::Row) -> VisitorSession {
    VisitorSession {
        id: row.id.to_string(),
        name: row.name.clone(),
        email: row.email.clone(),
        phone: row.phone.clone(),
        language: row.language.clone(),
    }
}

impl Livechat {
    /// Registers the form: the first message of the chat, or a message left while nobody is online.
    pub(super) async fn register(&self, row: &store::Row, form: &Form) -> Result<(), Problem> {
        let state = VisitState::parse(&row.state);
        if state == VisitState::Active {
            return Ok(());
        }
        let form = &form.vouched(row);
        let online = self.agents_online(row.client_id).await?;
        if !model::may_register(state, online) {
            return Err(Problem::new(Code::Conflict, "No agent has taken this chat yet."));
        }
        for (field, value) in [
            ("name", &form.name),
            ("phone", &form.phone),
            ("email", &form.email),
            ("des", &form.des),
        ] {
            if value.trim().is_empty() {
                return Err(Problem::field(field, "This cannot be empty."));
            }
        }
        let mut tx = self.db.begin().await?;
        self.describe(&mut tx, row, form).await?;
        tx.commit().await?;
        let who = VisitorSession {
            id: row.id.to_string(),
            name: form.name.trim().to_owned(),
            email: form.email.trim().to_owned(),
            phone: form.phone.trim().to_owned(),
            language: form.language.clone(),
        };
        let title = match form.title.trim() {
            "" => format!("Live chat with {}", who.name),
            title => title.to_owned(),
        };
        let fields = vec![
            ("title".to_owned(), title),
            ("des".to_owned(), form.des.trim().to_owned()),
            ("ic".to_owned(), form.ic.trim().to_owned()),
        ];
        let key = format!("visit:{}:register", row.id);
        let act = VisitorAct::Register(fields);
        self.channels.visitor_act((row.client_id, row.channel_id), &who, &act, Some(&key)).await?;
        Ok(())
    }

    pub(super) async fn describe(
        &self,
        tx: &mut crate::db::Tx,
        row: &store::Row,
        form: &Form,
    ) -> Result<(), Problem> {
        let form = &form.vouched(row);
        let cut = |text: &str, max: usize| text.trim().chars().take(max).collect::<String>();
        let (name, email) = (cut(&form.name, 120), cut(&form.email, 200));
        let (phone, message) = (cut(&form.phone, 60), cut(&form.des, 4000));
        let language = cut(&form.language, 20);
        let fields = store::Described {
            name: &name,
            email: &email,
            phone: &phone,
            message: &message,
            language: &language,
        };
        store::describe(tx, row.client_id, row.id, &fields).await?;
        Ok(())
    }

    /// A message from the page; `id` was made there, and a repeat of it changes nothing.
    pub(super) async fn write(
        &self,
        row: &store::Row,
        id: &str,
        text: &str,
        uploads: &[String],
    ) -> Result<(), Problem> {
        if VisitState::parse(&row.state) != VisitState::Active {
            return Err(Problem::new(Code::Conflict, "This chat is not open."));
        }
        if id.is_empty() || id.len() > 64 {
            return Err(Problem::field("id", "Give the message an id of at most 64 characters."));
        }
        if text.trim().is_empty() && uploads.is_empty() {
            return Err(Problem::field("text", "Write a message or attach a file."));
        }
        let rules = self.channels.page_settings(row.client_id, row.channel_id).rules;
        let length = u64::try_from(text.chars().count()).unwrap_or(u64::MAX);
        if let Some(max) = rules.text_max.filter(|max| length > *max) {
            let text = format!("A message may have at most {max} characters. Send it in parts.");
            return Err(Problem::field("text", text));
        }
        if uploads.len() > FILES_MAX {
            let text = format!("At most {FILES_MAX} files go with one message.");
            return Err(Problem::field("upload_ids", text));
        }
        let attachments = self.attached(row, uploads).await?;
        let act = VisitorAct::Message { id: id.to_owned(), text: text.to_owned(), attachments };
        let key = format!("visit:{}:{id}", row.id);
        let account = (row.client_id, row.channel_id);
        self.channels.visitor_act(account, &session_of(row), &act, Some(&key)).await?;
        Ok(())
    }

    /// Typing, reading: not stored.
    pub(super) async fn signal(&self, row: &store::Row, act: VisitorAct) -> Result<(), Problem> {
        let account = (row.client_id, row.channel_id);
        self.channels.visitor_act(account, &session_of(row), &act, None).await?;
        Ok(())
    }

    pub(super) async fn leave(&self, row: &store::Row) -> Result<(), Problem> {
        let key = format!("visit:{}:leave", row.id);
        let account = (row.client_id, row.channel_id);
        let who = session_of(row);
        self.channels.visitor_act(account, &who, &VisitorAct::Leave, Some(&key)).await?;
        Ok(())
    }

    pub(super) async fn rate(
        &self,
        row: &store::Row,
        stars: i64,
        reason: &str,
    ) -> Result<(), Problem> {
        let Some(stars) = u8::try_from(stars).ok().filter(|s| (1..=5).contains(s)) else {
            return Err(Problem::field("rating", "Please fill in."));
        };
        if stars < 5 && reason.trim().is_empty() {
            return Err(Problem::field("reason", "Please tell us what should we improve!"));
        }
        if !matches!(VisitState::parse(&row.state), VisitState::Ended | VisitState::Converted) {
            return Err(Problem::new(Code::Conflict, "The chat has not ended yet."));
        }
        let reason: String = reason.trim().chars().take(2000).collect();
        if let Some(given) = row.rating {
            let same = given == i64::from(stars)
                && row.rating_reason.as_deref().unwrap_or_default() == reason;
            let text = "This chat has been rated already.";
            return if same { Ok(()) } else { Err(Problem::new(Code::Conflict, text)) };
        }
        let act = VisitorAct::Rate { stars, reason };
        let key = format!("visit:{}:rate", row.id);
        let account = (row.client_id, row.channel_id);
        self.channels.visitor_act(account, &session_of(row), &act, Some(&key)).await?;
        Ok(())
    }
}
