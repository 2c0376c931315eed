//! HTTP in, HTTP out: what a message tells, proposals to answer it, and what admins decide about helpers.

use super::{Assist, number, to_the_end};
use crate::{
    accounts::Caller,
    assist::{
        model::{Feedback, Insight, Recommendation, RecommendationQuery, UploadedVoice},
        results::{AssistResult, AssistState},
        setting::AssistSetting,
    },
    http::{Code, Input, Problem, ProblemBody, Success, SuccessWith, routes},
    tickets::{FormLimits, Viewer, read_form_within},
};
use axum::{
    Json,
    extract::{DefaultBodyLimit, Multipart, Path, Query, State},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

/// What a form has besides its file.
const FORM_BYTES: usize = 64 * 1024;

pub(super) fn routes(upload_max: u64) -> OpenApiRouter<Assist> {
    let most = usize::try_from(upload_max).unwrap_or(usize::MAX).saturating_add(FORM_BYTES);
    let uploaded =
        OpenApiRouter::new().routes(routes!(upload_voice)).layer(DefaultBodyLimit::max(most));
    OpenApiRouter::new()
        .routes(routes!(insight))
        .routes(routes!(recommendation))
        .routes(routes!(ticket_recommendation))
        .routes(routes!(state))
        .routes(routes!(choose))
        .routes(routes!(results))
        .routes(routes!(feedback))
        .merge(uploaded)
}

/// Which message, and what of it.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
struct InsightQuery {
    /// `alternative`, `personality`, `advocacy`, `forwardresolution`, `anchor` or `emotion`.
    #[serde(rename = "type")]
    kind: String,
    /// The message's id.
    message: String,
}

/// What a message tells.
#[derive(Serialize, ToSchema)]
struct ToldInsight {
    result: &'static str,
    #[serde(rename = "type")]
    kind: String,
    value: Insight,
}

/// What a message tells, of one type. It is kept: the message's `alternative`, `personality`, `advocacy`,
/// `forwardres`, `anchor` or `emotion_2`; what is known of a message as it is, no helper is asked again.
#[utoipa::path(
    get, path = "/api/wauchat", tag = "assist", params(InsightQuery),
    responses((status = 200, body = ToldInsight), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody), (status = 503, body = ProblemBody))
)]
async fn insight(
    State(assist): State<Assist>,
    caller: Caller,
    Query(query): Query<InsightQuery>,
) -> Result<Json<ToldInsight>, Problem> {
    let id = number(query.message.trim())?;
    let (viewer, kind) = (Viewer::from(&caller), query.kind.clone());
    let value = to_the_end(async move { assist.insight(&viewer, id, &kind).await }).await?;
    Ok(Json(ToldInsight { result: "success", kind: query.kind, value }))
}

/// A proposal to answer a message, made of passages of the knowledge base: each sentence with what supports
/// it, and what no source supports apart. `translation` names a language in which the answer is given too.
/// It is kept as the message's `recommendation`.
#[utoipa::path(
    get, path = "/api/wauchat/recommendation", tag = "assist", params(RecommendationQuery),
    responses((status = 200, body = Recommendation), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody), (status = 503, body = ProblemBody))
)]
async fn recommendation(
    State(assist): State<Assist>,
    caller: Caller,
    Query(query): Query<RecommendationQuery>,
) -> Result<Json<Recommendation>, Problem> {
    let viewer = Viewer::from(&caller);
    to_the_end(async move { assist.recommend(&viewer, &query).await }).await.map(Json)
}

/// The same for a ticket, by one of its messages: without a translation.
#[utoipa::path(
    get, path = "/api/wauchat/ticket_recommendation", tag = "assist", params(RecommendationQuery),
    responses((status = 200, body = Recommendation), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody), (status = 503, body = ProblemBody))
)]
async fn ticket_recommendation(
    State(assist): State<Assist>,
    caller: Caller,
    Query(query): Query<RecommendationQuery>,
) -> Result<Json<Recommendation>, Problem> {
    let query = RecommendationQuery { translation: String::new(), ..query };
    let viewer = Viewer::from(&caller);
    to_the_end(async move { assist.recommend(&viewer, &query).await }).await.map(Json)
}

/// Which helpers are asked for what, in their order, and what an admin decided about them.
#[utoipa::path(
    get, path = "/api/assist", tag = "assist",
    responses((status = 200, body = AssistState))
)]
async fn state(State(assist): State<Assist>, caller: Caller) -> Result<Json<AssistState>, Problem> {
    Ok(Json(assist.state(&caller).await?))
}

/// Decides what helpers do by themselves and what they get to read. For admins.
#[utoipa::path(
    put, path = "/api/assist/setting", tag = "assist", request_body = AssistSetting,
    responses((status = 200, body = AssistSetting), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn choose(
    State(assist): State<Assist>,
    caller: Caller,
    Input(setting): Input<AssistSetting>,
) -> Result<Json<AssistSetting>, Problem> {
    Ok(Json(assist.choose(&caller, setting).await?))
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
struct ResultsQuery {
    /// Only questions before this one.
    before: Option<i64>,
}

/// What helpers were asked, the newest first, 50 at a time: what left, when and to whom. For admins.
#[utoipa::path(
    get, path = "/api/assist/results", tag = "assist", params(ResultsQuery),
    responses((status = 200, body = SuccessWith<Vec<AssistResult>>), (status = 403, body = ProblemBody))
)]
async fn results(
    State(assist): State<Assist>,
    caller: Caller,
    Query(query): Query<ResultsQuery>,
) -> Result<Json<SuccessWith<Vec<AssistResult>>>, Problem> {
    Ok(Json(SuccessWith::of(assist.results(&caller, query.before).await?)))
}

/// How something was said in a recording: a form with one file in `attachment`.
#[utoipa::path(
    post, path = "/api/upload/voice", tag = "assist",
    responses((status = 200, body = UploadedVoice), (status = 409, body = ProblemBody), (status = 413, body = ProblemBody), (status = 415, body = ProblemBody), (status = 422, body = ProblemBody), (status = 503, body = ProblemBody))
)]
async fn upload_voice(
    State(assist): State<Assist>,
    caller: Caller,
    form: Result<Multipart, axum::extract::multipart::MultipartRejection>,
) -> Result<Json<UploadedVoice>, Problem> {
    let form = form.map_err(|_| {
        let text = "Send the recording as multipart/form-data, in attachment.";
        Problem::new(Code::Unsupported, text)
    })?;
    let tickets = &assist.tickets;
    let limits = FormLimits { files: 1, file_bytes: tickets.upload_max, text_bytes: FORM_BYTES };
    let (_, files) = read_form_within(&tickets.blobs, form, limits, |_| Ok(())).await?;
    let viewer = Viewer::from(&caller);
    to_the_end(async move { assist.uploaded_voice(&viewer, files).await }).await.map(Json)
}

/// What became of a proposal.
#[derive(Deserialize, ToSchema)]
struct ProposalFeedback {
    feedback: Feedback,
}

/// Says what became of a proposal about a message that the caller may see, or that they asked for.
#[utoipa::path(
    post, path = "/api/assist/results/{id}/feedback", tag = "assist", params(("id" = i64, Path)),
    request_body = ProposalFeedback,
    responses((status = 200, body = Success), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn feedback(
    State(assist): State<Assist>,
    caller: Caller,
    Path(id): Path<String>,
    Input(said): Input<ProposalFeedback>,
) -> Result<Json<Success>, Problem> {
    assist.feedback(&Viewer::from(&caller), number(&id)?, said.feedback).await?;
    Ok(Json(Success::default()))
}
