//! The calls about skills, agents and what holds for all of them.

use super::number;
use crate::{
    accounts::Caller,
    http::{Input, Problem, ProblemBody, Success},
    routing::{
        Routing,
        model::{
            RoutingAgent, RoutingAgentDraft, RoutingSettings, RoutingSkill, RoutingSkillDraft,
        },
    },
};
use axum::{
    Json,
    extract::{Path, State},
    http::StatusCode,
};

/// The client's skills by name.
#[utoipa::path(
    get, path = "/api/routing/skills", tag = "routing",
    responses((status = 200, body = Vec<RoutingSkill>), (status = 401, body = ProblemBody))
)]
pub(super) async fn skills(
    State(room): State<Routing>,
    caller: Caller,
) -> Result<Json<Vec<RoutingSkill>>, Problem> {
    room.skills(&caller).await.map(Json)
}

/// Makes a skill, for admins.
#[utoipa::path(
    post, path = "/api/routing/skills", tag = "routing", request_body = RoutingSkillDraft,
    responses(
        (status = 201, body = RoutingSkill), (status = 403, body = ProblemBody),
        (status = 409, description = "There are as many as there may be.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn make_skill(
    State(room): State<Routing>,
    caller: Caller,
    Input(draft): Input<RoutingSkillDraft>,
) -> Result<(StatusCode, Json<RoutingSkill>), Problem> {
    Ok((StatusCode::CREATED, Json(room.make_skill(&caller, &draft).await?)))
}

/// Gives a skill another name, for admins.
#[utoipa::path(
    put, path = "/api/routing/skills/{id}", tag = "routing", params(("id" = i64, Path)),
    request_body = RoutingSkillDraft,
    responses(
        (status = 200, body = RoutingSkill), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn rename_skill(
    State(room): State<Routing>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<RoutingSkillDraft>,
) -> Result<Json<RoutingSkill>, Problem> {
    room.rename_skill(&caller, number(&id)?, &draft).await.map(Json)
}

/// Deletes a skill, for admins. Agents no longer have it.
#[utoipa::path(
    delete, path = "/api/routing/skills/{id}", tag = "routing", params(("id" = i64, Path)),
    responses(
        (status = 200, body = Success), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
pub(super) async fn drop_skill(
    State(room): State<Routing>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.drop_skill(&caller, number(&id)?).await?;
    Ok(Json(Success::default()))
}

/// The client's agents by name, with what they hold and whether they can be given tickets.
#[utoipa::path(
    get, path = "/api/routing/agents", tag = "routing",
    responses((status = 200, body = Vec<RoutingAgent>), (status = 401, body = ProblemBody))
)]
pub(super) async fn agents(
    State(room): State<Routing>,
    caller: Caller,
) -> Result<Json<Vec<RoutingAgent>>, Problem> {
    room.agents(&caller).await.map(Json)
}

/// Sets how much an agent holds and which skills they have, for admins.
#[utoipa::path(
    put, path = "/api/routing/agents/{user_id}", tag = "routing",
    params(("user_id" = i64, Path)), request_body = RoutingAgentDraft,
    responses(
        (status = 200, body = RoutingAgent), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn change_agent(
    State(room): State<Routing>,
    caller: Caller,
    Path(user_id): Path<String>,
    Input(draft): Input<RoutingAgentDraft>,
) -> Result<Json<RoutingAgent>, Problem> {
    room.change_agent(&caller, number(&user_id)?, &draft).await.map(Json)
}

/// What holds for all agents.
#[utoipa::path(
    get, path = "/api/routing/settings", tag = "routing",
    responses((status = 200, body = RoutingSettings), (status = 401, body = ProblemBody))
)]
pub(super) async fn settings(
    State(room): State<Routing>,
    caller: Caller,
) -> Result<Json<RoutingSettings>, Problem> {
    room.settings(&caller).await.map(Json)
}

/// Sets what holds for all agents, for admins.
#[utoipa::path(
    put, path = "/api/routing/settings", tag = "routing", request_body = RoutingSettings,
    responses(
        (status = 200, body = RoutingSettings), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
pub(super) async fn change_settings(
    State(room): State<Routing>,
    caller: Caller,
    Input(settings): Input<RoutingSettings>,
) -> Result<Json<RoutingSettings>, Problem> {
    room.change_settings(&caller, settings).await.map(Json)
}
