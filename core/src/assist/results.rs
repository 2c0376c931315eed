//! What helpers were asked, what left the house, and what became of their proposals.

use super::{Assist, model::Feedback, setting::AssistSetting, store};
use crate::{accounts::Caller, http::Problem, plugins::Interface, tickets::Viewer};
use serde::Serialize;
use utoipa::ToSchema;

const PAGE: i64 = 50;
/// Tasks as the screen lists them.
const TASKS: [Interface; 7] = [
    Interface::Answer,
    Interface::MessageInsight,
    Interface::Suggest,
    Interface::AnalyseText,
    Interface::Translate,
    Interface::Transcribe,
    Interface::AnalyseVoice,
];

/// Which helpers there are, and what an admin decided.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AssistState {
    pub tasks: Vec<AssistTask>,
    pub setting: AssistSetting,
}

/// A task, with those that are asked, in this order.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AssistTask {
    pub task: Interface,
    pub helpers: Vec<AssistHelper>,
}

/// A helper of a task.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AssistHelper {
    /// The account.
    pub id: i64,
    pub name: String,
    /// The plugin with its version.
    pub plugin: String,
    /// Whether what it is given may leave the house.
    pub outside: bool,
}

/// A question to a helper.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
pub(super) struct AssistResult {
    pub id: i64,
    /// `recommendation`, or the kind of an insight.
    pub task: String,
    pub ticket_id: Option<i64>,
    pub ticket_number: Option<i64>,
    pub message_id: Option<i64>,
    /// The username; empty where nobody in particular asked.
    pub asked_by: String,
    pub helper: String,
    pub plugin: String,
    pub outside: bool,
    /// Characters that it was given.
    pub characters: i64,
    /// Places that were hidden from it.
    pub redactions: i64,
    /// Milliseconds.
    pub took_ms: i64,
    /// `done`, `failed`, `timeout`, `resting` or `broken`.
    pub outcome: String,
    /// `taken`, `edited` or `dismissed`.
    pub feedback: Option<String>,
    pub feedback_by: Option<String>,
    /// Milliseconds.
    pub ts: i64,
}

impl Assist {
    pub(super) async fn state(&self, caller: &Caller) -> Result<AssistState, Problem> {
        let tasks = TASKS.into_iter().map(|task| {
            let helpers = self.channels.helpers(caller.client_id, task).into_iter();
            let helper = |helper: crate::channels::Helper| AssistHelper {
                id: helper.account_id(),
                name: helper.name().to_owned(),
                plugin: helper.plugin(),
                outside: helper.asks_outside(),
            };
            AssistTask { task, helpers: helpers.map(helper).collect() }
        });
        Ok(AssistState { tasks: tasks.collect(), setting: self.setting(caller.client_id).await? })
    }

    /// What helpers were asked before a question, the newest first. For admins.
    pub(super) async fn results(
        &self,
        caller: &Caller,
        before: Option<i64>,
    ) -> Result<Vec<AssistResult>, Problem> {
        caller.admin()?;
        let mut conn = self.db.read().await?;
        let before = before.unwrap_or(i64::MAX);
        Ok(store::results(&mut conn, caller.client_id, before, PAGE).await?)
    }

    /// Says what became of a proposal about a message that the caller may see, or that they asked for. Who
    /// speaks last counts.
    pub(super) async fn feedback(
        &self,
        viewer: &Viewer,
        id: i64,
        feedback: Feedback,
    ) -> Result<(), Problem> {
        let now = self.clock.now_ms();
        let found = {
            let mut conn = self.db.read().await?;
            store::proposal(&mut conn, viewer.client_id, id).await?
        };
        let (asked_by, message_id) = found.ok_or_else(Problem::not_found)?;
        match message_id {
            Some(message_id) => self.tickets.text_of(viewer, message_id).await.map(drop)?,
            None if asked_by != viewer.username => return Err(Problem::not_found()),
            None => {}
        }
        let of = (viewer.client_id, id);
        let mut tx = self.db.begin().await?;
        store::set_feedback(&mut tx, of, feedback, &viewer.username, now).await?;
        tx.commit().await?;
        Ok(())
    }
}
