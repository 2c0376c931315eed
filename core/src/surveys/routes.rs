//! HTTP in, HTTP out: keeping surveys, the public page, and what was answered.

use super::{
    Surveys,
    answer::OpenSurvey,
    model::{Survey, SurveyDraft, SurveyInvitation},
    report::{Csat, Filter, SurveyAnswersPage, between},
};
use crate::{
    accounts::{Accounts, Caller},
    http::{AnyJson, ClientAddr, Input, Problem, ProblemBody, Query, Success, csv, routes},
};
use axum::{
    Json,
    body::Body,
    extract::{DefaultBodyLimit, FromRef, Path, State},
    http::StatusCode,
    response::Response,
};
use jiff::tz::TimeZone;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Surveys> for Accounts {
    fn from_ref(room: &Surveys) -> Self {
        room.accounts.clone()
    }
}

/// Anybody may send an answer, and none needs more than this.
const ANSWER_MAX_BYTES: usize = 256 * 1024;

/// All routes of this room.
pub fn routes(room: Surveys) -> OpenApiRouter {
    let page = OpenApiRouter::new()
        .routes(routes!(shown, answer))
        .layer(DefaultBodyLimit::max(ANSWER_MAX_BYTES));
    OpenApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(change, remove))
        .routes(routes!(of_ticket, send))
        .routes(routes!(answers))
        .routes(routes!(export))
        .routes(routes!(csat))
        .merge(page)
        .with_state(room)
}

/// The surveys, for admins; the newest first.
#[utoipa::path(
    get, path = "/api/surveys", tag = "surveys",
    responses((status = 200, body = Vec<Survey>), (status = 403, body = ProblemBody))
)]
async fn list(State(room): State<Surveys>, caller: Caller) -> Result<Json<Vec<Survey>>, Problem> {
    Ok(Json(room.list(&caller).await?))
}

/// Makes a survey. It needs a `name`, `words` in at least one language and `questions`, each with its
/// text in every language of `words`.
#[utoipa::path(
    post, path = "/api/surveys", tag = "surveys", request_body = SurveyDraft,
    responses(
        (status = 201, body = Survey), (status = 403, body = ProblemBody),
        (status = 409, description = "There are too many.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn create(
    State(room): State<Surveys>,
    caller: Caller,
    Input(draft): Input<SurveyDraft>,
) -> Result<(StatusCode, Json<Survey>), Problem> {
    Ok((StatusCode::CREATED, Json(room.create(&caller, &draft).await?)))
}

/// Changes a survey; what is absent stays. What was sent stays as it was sent.
#[utoipa::path(
    patch, path = "/api/surveys/{id}", tag = "surveys", params(("id" = i64, Path)),
    request_body = SurveyDraft,
    responses(
        (status = 200, body = Survey), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn change(
    State(room): State<Surveys>,
    caller: Caller,
    Path(id): Path<String>,
    Input(draft): Input<SurveyDraft>,
) -> Result<Json<Survey>, Problem> {
    Ok(Json(room.change(&caller, number(&id), &draft).await?))
}

/// Deletes a survey. What was answered stays; what is still to be sent is not sent.
#[utoipa::path(
    delete, path = "/api/surveys/{id}", tag = "surveys", params(("id" = i64, Path)),
    responses((status = 200, body = Success), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn remove(
    State(room): State<Surveys>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Success>, Problem> {
    room.remove(&caller, number(&id)).await?;
    Ok(Json(Success::default()))
}

/// The surveys of a ticket: planned, sent, not sent with the reason, and answered; the newest first.
#[utoipa::path(
    get, path = "/api/tickets/{id}/survey", tag = "surveys", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<SurveyInvitation>), (status = 404, body = ProblemBody))
)]
async fn of_ticket(
    State(room): State<Surveys>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Vec<SurveyInvitation>>, Problem> {
    Ok(Json(room.of_ticket(&caller, number(&id)).await?))
}

/// Which survey to send.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct SurveyWish {
    /// The first one that is meant for the ticket when absent.
    survey_id: Option<i64>,
    /// The same again is the same sending.
    queue_id: String,
}

/// Sends a survey's link to a ticket's customer now, through the ticket's own channel. An earlier link
/// of the ticket leads nowhere from then on.
#[utoipa::path(
    post, path = "/api/tickets/{id}/survey", tag = "surveys", params(("id" = i64, Path)),
    request_body = SurveyWish,
    responses(
        (status = 201, body = SurveyInvitation), (status = 404, body = ProblemBody),
        (status = 409, description = "Something speaks against it, or the channel's window is closed.", body = ProblemBody),
        (status = 422, body = ProblemBody),
    )
)]
async fn send(
    State(room): State<Surveys>,
    caller: Caller,
    Path(id): Path<String>,
    Input(wish): Input<SurveyWish>,
) -> Result<(StatusCode, Json<SurveyInvitation>), Problem> {
    let which = (wish.survey_id, wish.queue_id.as_str());
    Ok((StatusCode::CREATED, Json(room.send_by_hand(&caller, number(&id), which).await?)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
struct AnswersParams {
    /// Answers to one survey.
    survey: Option<i64>,
    /// With this rating, 1 to 5.
    rating: Option<i64>,
    /// From this day on, as `2026-01-31` where the caller is, or seconds since 1970; 30 days when absent.
    start_date: String,
    /// Until this day, which is within it.
    end_date: String,
    /// Older than the answer with this id.
    before: Option<i64>,
}

impl Default for AnswersParams {
    fn default() -> Self {
        let (start_date, end_date) = (String::new(), String::new());
        Self { survey: None, rating: None, start_date, end_date, before: None }
    }
}

impl AnswersParams {
    fn filter(&self, zone: &TimeZone, now: i64) -> Result<Filter, Problem> {
        Ok(Filter {
            survey: self.survey.unwrap_or(0),
            rating: self.rating.unwrap_or(0),
            between: between((&self.start_date, &self.end_date), zone, now)?,
        })
    }
}

/// What customers answered, 50 answers at a time, for those who may see reports; the newest first.
#[utoipa::path(
    get, path = "/api/survey-answers", tag = "surveys", params(AnswersParams),
    responses((status = 200, body = SurveyAnswersPage), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn answers(
    State(room): State<Surveys>,
    caller: Caller,
    Query(wanted): Query<AnswersParams>,
) -> Result<Json<SurveyAnswersPage>, Problem> {
    let filter = wanted.filter(&room.zone(&caller).await?, room.clock.now_ms())?;
    Ok(Json(room.answers(&caller, filter, wanted.before.unwrap_or(i64::MAX)).await?))
}

/// The same answers, all of them, as a table in CSV.
#[utoipa::path(
    get, path = "/api/survey-answers/export", tag = "surveys", params(AnswersParams),
    responses(
        (status = 200, body = String, content_type = "text/csv"),
        (status = 403, body = ProblemBody), (status = 422, body = ProblemBody),
    )
)]
async fn export(
    State(room): State<Surveys>,
    caller: Caller,
    Query(wanted): Query<AnswersParams>,
) -> Result<Response, Problem> {
    let filter = wanted.filter(&room.zone(&caller).await?, room.clock.now_ms())?;
    let lines = room.export(&caller, filter)?;
    Ok(csv::download(Body::from_stream(lines), "survey-answers.csv"))
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Span {
    start_date: String,
    end_date: String,
}

/// How often customers gave each rating from 1 to 5 in surveys and after live chats, and the average. `startDate` and `endDate` are
/// days (`2026-01-31`, where the caller is, both within it) or seconds since 1970; the last 30 days when absent.
#[utoipa::path(
    get, path = "/api/report/csat", tag = "reports",
    params(("startDate" = Option<String>, Query), ("endDate" = Option<String>, Query)),
    responses((status = 200, body = Csat), (status = 403, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn csat(
    State(room): State<Surveys>,
    caller: Caller,
    Query(span): Query<Span>,
) -> Result<Json<Csat>, Problem> {
    let days = (span.start_date.as_str(), span.end_date.as_str());
    let between = between(days, &room.zone(&caller).await?, room.clock.now_ms())?;
    Ok(Json(room.csat(&caller, between).await?))
}

/// What the page of a survey's link shows: its words and questions in all their languages, the
/// `language` it was sent in, and what was answered already.
#[utoipa::path(
    get, path = "/api/survey/{token}", tag = "surveys", params(("token" = String, Path)),
    responses(
        (status = 200, body = OpenSurvey), (status = 403, description = "It is over.", body = ProblemBody),
        (status = 404, body = ProblemBody),
    )
)]
async fn shown(
    State(room): State<Surveys>,
    Path(token): Path<String>,
) -> Result<Json<OpenSurvey>, Problem> {
    room.shown(&token).await.map(Json)
}

/// What somebody answers.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
struct SurveyAnswer {
    /// By the ids of questions: a number from 1 to 5, the id of a choice, or words.
    #[schema(value_type = BTreeMap<String, AnyJson>)]
    answers: Map<String, Value>,
}

/// Answers a survey. Until it is over, a later answer takes the place of an earlier one.
#[utoipa::path(
    post, path = "/api/survey/{token}", tag = "surveys", params(("token" = String, Path)),
    request_body = SurveyAnswer,
    responses(
        (status = 200, body = Success), (status = 403, description = "It is over.", body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody),
        (status = 429, description = "Too many from one place.", body = ProblemBody),
    )
)]
async fn answer(
    State(room): State<Surveys>,
    ClientAddr(from): ClientAddr,
    Path(token): Path<String>,
    Input(given): Input<SurveyAnswer>,
) -> Result<Json<Success>, Problem> {
    let open = room.admit(&token, from).await?;
    room.answer(&open, &given.answers).await.map(Json)
}

/// What is no number is no id; ids start at 1.
fn number(text: &str) -> i64 {
    text.parse().unwrap_or(0)
}
