//! HTTP in, HTTP out: rules for admins, macros for everybody who works on tickets.

use super::{
    Rules,
    admin_macros::MacroRun,
    dry_run::Trial,
    model::{Macro, MacroDraft, Rule, RuleDraft, RuleRun, Test, Tests},
};
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, Problem, ProblemBody, Query, Success, routes},
};
use axum::{
    Json,
    extract::{FromRef, Path, State},
    http::StatusCode,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Rules> for Accounts {
    fn from_ref(room: &Rules) -> Self {
        room.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(room: Rules) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(list, make))
        .routes(routes!(order))
        .routes(routes!(trial))
        .routes(routes!(change, discard))
        .routes(routes!(runs))
        .routes(routes!(macros, make_macro))
        .routes(routes!(change_macro, discard_macro))
        .routes(routes!(run_macro))
        .with_state(room)
}

fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}

/// The client's rules in the order in which they run.
#[utoipa::path(
    get, path = "/api/rules", tag = "rules",
    responses((status = 200, body = Vec<Rule>), (status = 403, body = ProblemBody))
)]
async fn list(State(room): State<Rules>, caller: Caller) -> Result<Json<Vec<Rule>>, Problem> {
    room.list(&caller).await.map(Json)
}

/// Makes a rule. It waits for what happens from now on.
#[utoipa::path(
    post, path = "/api/rules", tag = "rules", request_body = RuleDraft,
    responses(
        (status = 201, body = Rule), (status = 403, body = ProblemBody),
        (status = 409, description = "There are too many.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn make(
    State(room): State<Rules>,
    caller: Caller,
    Input(draft): Input<RuleDraft>,
) -> Result<(StatusCode, Json<Rule>), Problem> {
    Ok((StatusCode::CREATED, Json(room.make(&caller, &draft).await?)))
}

#[derive(Deserialize, ToSchema)]
struct RuleOrder {
    /// The ids of all rules.
    ids: Vec<i64>,
}

/// Puts the rules into an order.
#[utoipa::path(
    put, path = "/api/rules/order", tag = "rules", request_body = RuleOrder,
    responses(
        (status = 200, body = Vec<Rule>), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
        (status = 409, description = "Not all are named.", body = ProblemBody),
    )
)]
async fn order(
    State(room): State<Rules>,
    caller: Caller,
    Input(order): Input<RuleOrder>,
) -> Result<Json<Vec<Rule>>, Problem> {
    room.order(&caller, &order.ids).await.map(Json)
}

/// Conditions to be tried.
#[derive(Deserialize, ToSchema)]
struct RuleTrial {
    #[serde(default)]
    all: Vec<Test>,
    #[serde(default)]
    any: Vec<Test>,
    /// Where an earlier call ended.
    before: Option<i64>,
}

/// Looks at 200 past tickets, the newest first, and says which of them the conditions fit as they are
/// now. Nothing is changed.
#[utoipa::path(
    post, path = "/api/rules/trial", tag = "rules", request_body = RuleTrial,
    responses((status = 200, body = Trial), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn trial(
    State(room): State<Rules>,
    caller: Caller,
    Input(input): Input<RuleTrial>,
) -> Result<Json<Trial>, Problem> {
    let tests = Tests { all: input.all, any: input.any };
    room.trial(&caller, &tests, input.before).await.map(Json)
}

/// Changes a rule; what is absent stays.
#[utoipa::path(
    patch, path = "/api/rules/{id}", tag = "rules", params(("id" = i64, Path)),
    request_body = RuleDraft,
    responses(
        (status = 200, body = Rule), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn change(
    State(room): State<Rules>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<RuleDraft>,
) -> Result<Json<Rule>, Problem> {
    room.change(&caller, number(&id)?, &draft).await.map(Json)
}

/// Deletes a rule with what is written down of its runs.
#[utoipa::path(
    delete, path = "/api/rules/{id}", tag = "rules", params(("id" = i64, Path)),
    responses((status = 200, body = Success), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn discard(
    State(room): State<Rules>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.discard(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

#[derive(Deserialize)]
struct Before {
    before: Option<i64>,
}

/// A page of runs.
#[derive(Serialize, ToSchema)]
struct RuleRuns {
    data: Vec<RuleRun>,
    /// Whether there are older ones.
    more: bool,
}

/// A rule's runs, the newest first and 50 at a time, with what matched, what was done and what was
/// stopped. They are kept for 90 days.
#[utoipa::path(
    get, path = "/api/rules/{id}/runs", tag = "rules",
    params(("id" = i64, Path), ("before" = Option<i64>, Query)),
    responses((status = 200, body = RuleRuns), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn runs(
    State(room): State<Rules>,
    caller: Caller,
    Path(id): Path<String>,
    Query(before): Query<Before>,
) -> Result<Json<RuleRuns>, Problem> {
    let before = before.before.unwrap_or(i64::MAX);
    let (data, more) = room.runs(&caller, number(&id)?, before).await?;
    Ok(Json(RuleRuns { data, more }))
}

/// The macros that the caller may run; admins see all.
#[utoipa::path(
    get, path = "/api/macros", tag = "rules",
    responses((status = 200, body = Vec<Macro>), (status = 401, body = ProblemBody))
)]
async fn macros(State(room): State<Rules>, caller: Caller) -> Result<Json<Vec<Macro>>, Problem> {
    room.macros(&caller).await.map(Json)
}

/// Makes a macro.
#[utoipa::path(
    post, path = "/api/macros", tag = "rules", request_body = MacroDraft,
    responses(
        (status = 201, body = Macro), (status = 403, body = ProblemBody),
        (status = 409, description = "There are too many.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn make_macro(
    State(room): State<Rules>,
    caller: Caller,
    Input(draft): Input<MacroDraft>,
) -> Result<(StatusCode, Json<Macro>), Problem> {
    Ok((StatusCode::CREATED, Json(room.make_macro(&caller, &draft).await?)))
}

/// Changes a macro; what is absent stays.
#[utoipa::path(
    patch, path = "/api/macros/{id}", tag = "rules", params(("id" = i64, Path)),
    request_body = MacroDraft,
    responses(
        (status = 200, body = Macro), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn change_macro(
    State(room): State<Rules>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<MacroDraft>,
) -> Result<Json<Macro>, Problem> {
    room.change_macro(&caller, number(&id)?, &draft).await.map(Json)
}

/// Deletes a macro.
#[utoipa::path(
    delete, path = "/api/macros/{id}", tag = "rules", params(("id" = i64, Path)),
    responses((status = 200, body = Success), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn discard_macro(
    State(room): State<Rules>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.discard_macro(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

#[derive(Deserialize, ToSchema)]
struct MacroAsked {
    /// Ids or numbers of at most 100 tickets.
    tickets: Vec<i64>,
    /// Of the caller's making: the same again runs nothing twice.
    run_id: String,
}

/// What a macro did.
#[derive(Serialize, ToSchema)]
struct MacroRuns {
    runs: Vec<MacroRun>,
}

/// Runs a macro at tickets, with the rights of the caller. Each ticket is done by itself; an action
/// that fails is told, and those after it are done all the same.
#[utoipa::path(
    post, path = "/api/macros/{id}/run", tag = "rules", params(("id" = i64, Path)),
    request_body = MacroAsked,
    responses((status = 200, body = MacroRuns), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn run_macro(
    State(room): State<Rules>,
    caller: Caller,
    Path(id): Path<String>,
    Input(asked): Input<MacroAsked>,
) -> Result<Json<MacroRuns>, Problem> {
    let runs = room.run_macro(&caller, number(&id)?, &asked.tickets, &asked.run_id).await?;
    Ok(Json(MacroRuns { runs }))
}
