//! One call of a tool: it is run, and taken down in the audit log before its answer leaves.

use super::{
    Mcp,
    setting::McpSetting,
    tools::{NoArguments, Tool},
    untrusted::Marks,
};
use crate::{
    accounts::Program,
    audit::{self, Act, Action},
    db::{DbResult, Tx},
    http::Problem,
};
use rmcp::model::JsonObject;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

/// A call as it is taken down.
pub(super) struct ToolCall<'a> {
    pub program: &'a Program,
    pub tool: Tool,
    /// The ticket or contact that it names.
    pub subject_id: Option<i64>,
}

impl Mcp {
    /// Runs a tool. Whatever comes of it, the audit log has who called what about which ticket.
    ///
    /// # Errors
    /// What the tool's use case refuses; `invalid` for arguments that do not fit.
    pub(super) async fn call(
        &self,
        program: &Program,
        setting: McpSetting,
        tool: Tool,
        arguments: JsonObject,
    ) -> Result<Value, Problem> {
        let named = arguments.get("ticket_id").or_else(|| arguments.get("contact_id"));
        let call = ToolCall { program, tool, subject_id: named.and_then(Value::as_i64) };
        let mut marks = Marks::new(&self.ids, setting.redact);
        let answer = self.run(&call, arguments, &mut marks).await;
        // A draft and its entry are committed together.
        if !(tool == Tool::DraftReply && answer.is_ok()) {
            let outcome = match &answer {
                Ok(_) => json!("done"),
                Err(problem) => json!(problem.code()),
            };
            let mut tx = self.db.begin().await?;
            self.note(&mut tx, &call, &outcome).await?;
            tx.commit().await?;
        }
        answer
    }

    async fn run(
        &self,
        call: &ToolCall<'_>,
        arguments: JsonObject,
        marks: &mut Marks,
    ) -> Result<Value, Problem> {
        let caller = &call.program.caller;
        match call.tool {
            Tool::SearchTickets => {
                let found = self.search_tickets(caller, &read(arguments)?, marks).await?;
                written(marks.around(found))
            }
            Tool::ReadTicket => {
                let ticket = self.read_ticket(caller, &read(arguments)?, marks).await?;
                written(marks.around(ticket))
            }
            Tool::SearchKnowledge => {
                let found = self.search_knowledge(caller, &read(arguments)?, marks).await?;
                written(marks.around(found))
            }
            Tool::ReadContact => {
                let contact = self.read_contact(caller, &read(arguments)?, marks).await?;
                written(marks.around(contact))
            }
            Tool::ListLabels => {
                let _none: NoArguments = read(arguments)?;
                written(self.list_labels(caller).await?)
            }
            Tool::ListDepartments => {
                let _none: NoArguments = read(arguments)?;
                written(self.list_departments(caller).await?)
            }
            Tool::ListAgents => {
                let _none: NoArguments = read(arguments)?;
                written(self.list_agents(caller).await?)
            }
            Tool::QueueFigures => written(self.queue_figures(caller, read(arguments)?).await?),
            Tool::DraftReply => written(self.draft_reply(call, &read(arguments)?).await?),
        }
    }

    /// Takes a call down, with what came of it.
    pub(super) async fn note(
        &self,
        tx: &mut Tx,
        call: &ToolCall<'_>,
        outcome: &Value,
    ) -> DbResult<()> {
        let caller = &call.program.caller;
        let act = Act {
            action: Action::McpToolCalled,
            kind: call.tool.subject_kind(),
            id: call.subject_id.map(|id| id.to_string()).unwrap_or_default(),
            name: call.tool.name(),
            changes: json!({ "key": caller.key, "outcome": outcome }),
        };
        audit::note(tx, &caller.author(), &act, self.clock.now_ms()).await
    }
}

fn read<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, Problem> {
    serde_json::from_value(Value::Object(arguments))
        .map_err(|error| Problem::invalid(format!("The arguments do not fit: {error}.")))
}

fn written<T: Serialize>(answer: T) -> Result<Value, Problem> {
    serde_json::to_value(answer).map_err(Problem::internal)
}
