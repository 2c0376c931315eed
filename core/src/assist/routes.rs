//! HTTP in, HTTP out: one call per task.

mod desk;

use super::Assist;
use crate::{
    accounts::{Accounts, Caller},
    http::{Input, IntOrText, Problem, ProblemBody, SuccessWith, routes},
    plugins::{Analysis, Suggestion, Transcript, VoiceAnalysis},
    tickets::Viewer,
};
use axum::{
    Json,
    extract::{FromRef, Path, State},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Assist> for Accounts {
    fn from_ref(assist: &Assist) -> Self {
        assist.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(assist: Assist) -> OpenApiRouter {
    let upload_max = assist.tickets.upload_max;
    OpenApiRouter::new()
        .routes(routes!(suggestions))
        .routes(routes!(analysis))
        .routes(routes!(translation))
        .routes(routes!(translate))
        .routes(routes!(translate_call))
        .routes(routes!(transcript))
        .routes(routes!(voice))
        .merge(desk::routes(upload_max))
        .with_state(assist)
}

/// What a helper made of it.
#[derive(Serialize, ToSchema)]
struct Helped<T> {
    data: T,
}

/// A text in another language.
#[derive(Serialize, ToSchema)]
struct TranslatedText {
    text: String,
    /// The language it was in, where the helper found it.
    detected: Option<String>,
}

/// A message in another language; empty where it says nothing.
#[derive(Serialize, ToSchema)]
struct TranslatedMessage {
    id: i64,
    message: String,
}

/// Asks a helper to the end, also where nobody waits for the answer any more: what it was given has left
/// by then, and is taken down with what came of it.
async fn to_the_end<T: Send + 'static>(
    asked: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    tokio::spawn(asked).await.unwrap_or_else(|error| Err(Problem::internal(error)))
}

fn number(id: &str) -> Result<i64, Problem> {
    id.parse().map_err(|_| Problem::not_found())
}

/// Answers an agent might give: `data` with `text`, `confidence` and `source`. Proposals only.
#[utoipa::path(
    post, path = "/api/tickets/{id}/suggestions", tag = "assist", params(("id" = i64, Path)),
    responses((status = 200, body = Helped<Vec<Suggestion>>), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 503, body = ProblemBody))
)]
async fn suggestions(
    State(assist): State<Assist>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Helped<Vec<Suggestion>>>, Problem> {
    let (viewer, id) = (Viewer::from(&caller), number(&id)?);
    let list = to_the_end(async move { assist.suggest(&viewer, id).await }).await?;
    Ok(Json(Helped { data: list }))
}

/// What a conversation is about: `language`, `sentiment` from -1 to 1, `topics`, `summary`.
#[utoipa::path(
    post, path = "/api/tickets/{id}/analysis", tag = "assist", params(("id" = i64, Path)),
    responses((status = 200, body = Helped<Analysis>), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 503, body = ProblemBody))
)]
async fn analysis(
    State(assist): State<Assist>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Helped<Analysis>>, Problem> {
    let (viewer, id) = (Viewer::from(&caller), number(&id)?);
    let analysis = to_the_end(async move { assist.analyse(&viewer, id).await }).await?;
    Ok(Json(Helped { data: analysis }))
}

/// The language a message is wanted in, as a BCP 47 tag.
#[derive(Deserialize, ToSchema)]
struct Target {
    #[serde(default)]
    target: String,
}

/// A message in another language: `text` and the language it was in, where the helper found it.
#[utoipa::path(
    post, path = "/api/messages/{id}/translation", tag = "assist", params(("id" = i64, Path)),
    request_body = Target,
    responses((status = 200, body = Helped<TranslatedText>), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody), (status = 503, body = ProblemBody))
)]
async fn translation(
    State(assist): State<Assist>,
    caller: Caller,
    Path(id): Path<String>,
    Input(wanted): Input<Target>,
) -> Result<Json<Helped<TranslatedText>>, Problem> {
    let (viewer, id) = (Viewer::from(&caller), number(&id)?);
    let translated = async move { assist.translate(&viewer, id, wanted.target.trim()).await };
    let done = to_the_end(translated).await?;
    let text = done.texts.into_iter().next().unwrap_or_default();
    Ok(Json(Helped { data: TranslatedText { text, detected: done.detected } }))
}

/// A message that is wanted in another language.
#[derive(Serialize, Deserialize, ToSchema)]
struct MessageRef {
    #[schema(value_type = IntOrText)]
    id: Value,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = TranslateMessages)]
struct Translate {
    #[schema(value_type = IntOrText)]
    ticket_id: Value,
    /// In a form it is written as JSON.
    #[serde(deserialize_with = "listed")]
    text: Vec<MessageRef>,
    target: String,
    source: String,
}

impl Default for Translate {
    fn default() -> Self {
        Self { ticket_id: Value::Null, text: vec![], target: String::new(), source: String::new() }
    }
}

fn listed<'de, D: serde::Deserializer<'de>, T: serde::de::DeserializeOwned>(
    from: D,
) -> Result<Vec<T>, D::Error> {
    let value = match Value::deserialize(from)? {
        Value::String(text) => serde_json::from_str(&text).map_err(serde::de::Error::custom)?,
        other => other,
    };
    serde_json::from_value(value).map_err(serde::de::Error::custom)
}

/// A whole number, also written as a text.
fn whole(value: &Value) -> Result<i64, Problem> {
    value.as_str().map_or_else(|| number(&value.to_string()), number)
}

/// Messages of a ticket in another language: `ticketId`, `text` with `{id}` of up to 50 of them, the
/// `target` and the `source`, which the helper finds out where it is empty. `data` has `{id, message}`
/// of each; an empty message is one that says nothing. Translated is what the desk has of a message,
/// and it is kept: `translated_text` of the message.
#[utoipa::path(
    post, path = "/api/translate", tag = "assist", request_body = Translate,
    responses((status = 200, body = SuccessWith<Vec<TranslatedMessage>>), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody), (status = 503, body = ProblemBody))
)]
async fn translate(
    State(assist): State<Assist>,
    caller: Caller,
    Input(wanted): Input<Translate>,
) -> Result<Json<SuccessWith<Vec<TranslatedMessage>>>, Problem> {
    let viewer = Viewer::from(&caller);
    let ticket = whole(&wanted.ticket_id)?;
    let ids = wanted.text.iter().map(|one| whole(&one.id)).collect::<Result<Vec<i64>, _>>()?;
    let translated = async move {
        let (target, source) = (wanted.target.as_str(), wanted.source.as_str());
        assist.translate_messages(&viewer, ticket, &ids, target, source).await
    };
    let list = to_the_end(translated).await?;
    let data = list
        .into_iter()
        .map(|one| TranslatedMessage { id: one.id, message: one.translated.unwrap_or_default() });
    Ok(Json(SuccessWith::of(data.collect())))
}

/// A line of a call's transcript.
#[derive(Serialize, Deserialize, ToSchema)]
struct TranscriptLine {
    /// By which the answer names it.
    #[serde(default)]
    #[schema(value_type = IntOrText, required = true)]
    id: Value,
    /// What was said; at most 5,000 characters.
    #[serde(default)]
    message: String,
}

/// A line of a call's transcript in another language; empty where it says nothing.
#[derive(Serialize, ToSchema)]
struct TranslatedLine {
    /// As it was sent.
    #[schema(value_type = IntOrText)]
    id: Value,
    message: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = TranslateTranscript)]
struct TranslateCall {
    /// Of the call.
    #[schema(value_type = IntOrText)]
    ticket_id: Value,
    /// At most 50 lines of 40,000 characters together. In a form it is written as JSON.
    #[serde(deserialize_with = "listed")]
    text: Vec<TranscriptLine>,
    target: String,
    source: String,
}

impl Default for TranslateCall {
    fn default() -> Self {
        Self { ticket_id: Value::Null, text: vec![], target: String::new(), source: String::new() }
    }
}

/// Lines of a call's transcript in another language: `ticketId` of the call, `text` with `{id, message}`
/// of up to 50 lines, the `target` and the `source`, which the helper finds out where it is empty. `data`
/// has `{id, message}` of each, in their order. Translated is what is sent, and nothing of it is kept.
#[utoipa::path(
    post, path = "/api/translate2", tag = "assist", request_body = TranslateCall,
    responses((status = 200, body = SuccessWith<Vec<TranslatedLine>>), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody), (status = 503, body = ProblemBody))
)]
async fn translate_call(
    State(assist): State<Assist>,
    caller: Caller,
    Input(wanted): Input<TranslateCall>,
) -> Result<Json<SuccessWith<Vec<TranslatedLine>>>, Problem> {
    let ticket = whole(&wanted.ticket_id)?;
    if wanted.text.iter().any(|line| !line.id.is_number() && !line.id.is_string()) {
        return Err(Problem::field("text", "The id of a line is a number or a text."));
    }
    let (ids, lines): (Vec<Value>, Vec<String>) =
        wanted.text.into_iter().map(|line| (line.id, line.message)).unzip();
    let translated = async move {
        let languages = (wanted.source.as_str(), wanted.target.as_str());
        assist.translate_lines(&caller, ticket, lines, languages).await
    };
    let texts = to_the_end(translated).await?;
    let lines = ids.into_iter().zip(texts).map(|(id, message)| TranslatedLine { id, message });
    Ok(Json(SuccessWith::of(lines.collect())))
}

/// The language of a recording, when known.
#[derive(Deserialize, ToSchema)]
struct Spoken {
    language: Option<String>,
}

/// A recording's words: `language` and `segments` with `from_ms`, `to_ms`, `speaker`, `text`.
#[utoipa::path(
    post, path = "/api/attachments/{id}/transcript", tag = "assist", params(("id" = i64, Path)),
    request_body = Spoken,
    responses((status = 200, body = Helped<Transcript>), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody), (status = 503, body = ProblemBody))
)]
async fn transcript(
    State(assist): State<Assist>,
    caller: Caller,
    Path(id): Path<String>,
    Input(spoken): Input<Spoken>,
) -> Result<Json<Helped<Transcript>>, Problem> {
    let (viewer, id) = (Viewer::from(&caller), number(&id)?);
    let heard = async move { assist.transcribe(&viewer, id, spoken.language.as_deref()).await };
    let done = to_the_end(heard).await?;
    Ok(Json(Helped { data: done }))
}

/// How something was said: `duration_ms`, `speech_ms`, `sentiment`, `emotions`.
#[utoipa::path(
    post, path = "/api/attachments/{id}/voice-analysis", tag = "assist", params(("id" = i64, Path)),
    responses((status = 200, body = Helped<VoiceAnalysis>), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody), (status = 503, body = ProblemBody))
)]
async fn voice(
    State(assist): State<Assist>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<Helped<VoiceAnalysis>>, Problem> {
    let (viewer, id) = (Viewer::from(&caller), number(&id)?);
    let done = to_the_end(async move { assist.analyse_voice(&viewer, id).await }).await?;
    Ok(Json(Helped { data: done }))
}
