//! HTTP in, HTTP out: a contact's profile, its conversations, and merging.

use super::{
    Profiles,
    api::{
        ContactDetail, ContactMergeEnd, ContactTickets, MergePreview, MergeTarget, QuickProfile,
    },
    quick::ProfileOwner,
};
use crate::{
    accounts::{Accounts, Caller},
    contacts::Edit,
    http::{Input, Problem, ProblemBody, Query, SuccessWith, routes},
};
use axum::{
    Json,
    extract::{FromRef, Path, State},
};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Profiles> for Accounts {
    fn from_ref(profiles: &Profiles) -> Self {
        profiles.accounts.clone()
    }
}

/// All routes of this room.
pub fn routes(profiles: Profiles) -> OpenApiRouter {
    OpenApiRouter::new()
        .routes(routes!(show, edit))
        .routes(routes!(conversations))
        .routes(routes!(quick))
        .routes(routes!(preview, merge, undo))
        .with_state(profiles)
}

fn number(text: &str) -> Result<i64, Problem> {
    text.parse().map_err(|_| Problem::not_found())
}

/// What is known of a contact, how channels know it (`identities`), who was merged into it (`merges`)
/// and into whom it was merged (`merged_into`). The permission `hide_contacts` takes this away.
#[utoipa::path(
    get, path = "/api/contacts/{id}", tag = "contacts", params(("id" = i64, Path)),
    responses((status = 200, body = SuccessWith<ContactDetail>), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn show(
    State(profiles): State<Profiles>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<SuccessWith<ContactDetail>>, Problem> {
    profiles.show(&caller, number(&id)?).await.map(Json)
}

/// Changes what is given of a contact: `name`, `salutation`, `email`, `phone`, `identity_type` (empty,
/// `mykad`, `mykid`, `pr_mykad`, `passport`, `army`, `police` or `baby_of`), `identity_number` or
/// `identity_refused`, `birth_date` (YYYY-MM-DD) and `notes`. Answers the contact.
#[utoipa::path(
    put, path = "/api/contacts/{id}", tag = "contacts", params(("id" = i64, Path)), request_body = Edit,
    responses((status = 200, body = SuccessWith<ContactDetail>), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn edit(
    State(profiles): State<Profiles>,
    caller: Caller,
    Path(id): Path<String>,
    Input(edit): Input<Edit>,
) -> Result<Json<SuccessWith<ContactDetail>>, Problem> {
    profiles.edit(&caller, number(&id)?, &edit).await.map(Json)
}

#[derive(Deserialize)]
struct Before {
    before: Option<i64>,
}

/// The conversations with a contact that the caller may see, the newest first. `before` in the answer
/// continues the list; it is null at the end.
#[utoipa::path(
    get, path = "/api/contacts/{id}/tickets", tag = "contacts",
    params(("id" = i64, Path), ("before" = Option<i64>, Query)),
    responses((status = 200, body = ContactTickets), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody))
)]
async fn conversations(
    State(profiles): State<Profiles>,
    caller: Caller,
    Path(id): Path<String>,
    Query(page): Query<Before>,
) -> Result<Json<ContactTickets>, Problem> {
    profiles.conversations(&caller, number(&id)?, page.before).await.map(Json)
}

/// Who a customer is, in a few words, and five of the conversations with them, the newest first.
/// `offset` is the number of conversations already loaded; `id` is a contact's id, and without it
/// `email` or `phone` finds the newest contact that has it.
#[utoipa::path(
    get, path = "/api/user/profile/{offset}", tag = "contacts",
    params(("offset" = i64, Path), ("mode" = Option<String>, Query), ("id" = Option<i64>, Query), ("email" = Option<String>, Query), ("phone" = Option<String>, Query)),
    responses((status = 200, body = QuickProfile), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn quick(
    State(profiles): State<Profiles>,
    caller: Caller,
    Path(offset): Path<String>,
    Query(whose): Query<ProfileOwner>,
) -> Result<Json<QuickProfile>, Problem> {
    profiles.quick(&caller, &offset, &whose).await.map(Json)
}

/// What merging a contact into another one would move (`identities`, `tickets`, `blocks`,
/// `invitations`), fill in (`filled`) and leave (`kept`).
#[utoipa::path(
    get, path = "/api/contacts/{id}/merge", tag = "contacts",
    params(("id" = i64, Path), ("into" = i64, Query)),
    responses((status = 200, body = SuccessWith<MergePreview>), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn preview(
    State(profiles): State<Profiles>,
    caller: Caller,
    Path(id): Path<String>,
    Query(with): Query<MergeTarget>,
) -> Result<Json<SuccessWith<MergePreview>>, Problem> {
    profiles.preview(&caller, number(&id)?, with.into).await.map(Json)
}

/// Merges a contact into another one: identities, tickets, blocks and invitations move there, and it
/// is in no list any more. Answers the contact that stays.
#[utoipa::path(
    put, path = "/api/contacts/{id}/merge", tag = "contacts", params(("id" = i64, Path)), request_body = MergeTarget,
    responses((status = 200, body = ContactMergeEnd), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody), (status = 422, body = ProblemBody))
)]
async fn merge(
    State(profiles): State<Profiles>,
    caller: Caller,
    Path(id): Path<String>,
    Input(with): Input<MergeTarget>,
) -> Result<Json<ContactMergeEnd>, Problem> {
    profiles.merge(&caller, number(&id)?, with.into).await.map(Json)
}

/// Undoes the merge of a contact into another one: what moved goes back, with what came since by its
/// identities. 409 where the other one was merged again since; the text names that merge.
#[utoipa::path(
    delete, path = "/api/contacts/{id}/merge", tag = "contacts", params(("id" = i64, Path)),
    responses((status = 200, body = ContactMergeEnd), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody))
)]
async fn undo(
    State(profiles): State<Profiles>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<ContactMergeEnd>, Problem> {
    profiles.undo(&caller, number(&id)?).await.map(Json)
}
