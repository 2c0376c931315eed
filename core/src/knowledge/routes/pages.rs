//! The public pages. Whoever is signed in gets the workspace at the same addresses, which shows the same
//! content within its shell.

use super::{number, support::SupportQuery};
use crate::{
    http::{ClientAddr, Input, Problem, Query, changed_text, workspace_page},
    knowledge::{
        Knowledge,
        markdown::HEADING,
        pages::{self, Site},
        public::{Space, SupportFeedback, article_path, encoded, index_path},
    },
};
use axum::{
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Redirect, Response},
};
use serde::Deserialize;

const HTML: &str = "text/html; charset=utf-8";
/// A page may be kept for a moment and is then asked for again, which costs a 304.
const SHORTLY: &str = "public, max-age=60";
/// Texts of a sitemap.
const SITEMAP_MAX: i64 = 30_000;

fn html(headers: &HeaderMap, text: String) -> Response {
    let mut response = changed_text(headers, (HTML, SHORTLY), text);
    let out = response.headers_mut();
    out.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(pages::policy()));
    // Who signs in gets the workspace here.
    out.append(header::VARY, HeaderValue::from_static("cookie"));
    response
}

/// An error as a page, in the words of the API.
fn failed(problem: Problem, language: &str) -> Response {
    let answer = problem.clone().into_response();
    let (status, wait) = (answer.status(), answer.headers().get(header::RETRY_AFTER).cloned());
    let why = (status != StatusCode::NOT_FOUND).then(|| problem.message());
    let mut response = html(&HeaderMap::new(), pages::refused(why, language));
    *response.status_mut() = status;
    let out = response.headers_mut();
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(wait) = wait {
        out.insert(header::RETRY_AFTER, wait);
    }
    response
}

async fn is_signed_in(room: &Knowledge, headers: &HeaderMap) -> bool {
    // When the database does not answer, the page says so.
    room.accounts.signed_in(headers).await.is_ok_and(|caller| caller.is_some())
}

/// What an address says of the client that this one named.
fn client_of(query: &SupportQuery) -> String {
    match query.client.as_str() {
        "" => String::new(),
        name => format!("?client={}", encoded(name)),
    }
}

fn site(room: &Knowledge, client: &str) -> Site {
    Site { base_url: room.base_url.to_string(), client: client.to_owned() }
}

/// `/support` and `/support/{space}`: leads to a language that the browser asks for.
pub(super) async fn start(
    State(room): State<Knowledge>,
    path: Option<Path<String>>,
    Query(query): Query<SupportQuery>,
    headers: HeaderMap,
) -> Response {
    if is_signed_in(&room, &headers).await {
        return workspace_page();
    }
    let space = path.map_or("kb".to_owned(), |Path(space)| space);
    let asked = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let language = pages::preferred(asked.unwrap_or_default());
    match Space::parse(&space) {
        Ok(space) => {
            let client = client_of(&query);
            Redirect::to(&index_path(space.as_str(), language, &client)).into_response()
        }
        Err(problem) => failed(problem, language),
    }
}

/// The index of a space, or what was found in it.
pub(super) async fn index(
    State(room): State<Knowledge>,
    address: ClientAddr,
    Path((space, language)): Path<(String, String)>,
    Query(query): Query<SupportQuery>,
    headers: HeaderMap,
) -> Response {
    if is_signed_in(&room, &headers).await {
        return workspace_page();
    }
    let page = async {
        let space = Space::parse(&space)?;
        let visitor = room.visitor(address, None, &query.client).await?;
        let which = (query.q.as_str(), query.category.parse().ok());
        let index = room.index(&visitor, (space, &language), which).await?;
        // One that was deleted, or has nothing to read any more.
        let has = |id: i64| index.categories.iter().any(|category| category.id == Some(id));
        if !query.category.is_empty() && !which.1.is_some_and(has) {
            return Err(Problem::not_found());
        }
        Ok(pages::index(&site(&room, &visitor.reader.query), &index, which))
    };
    page.await.map_or_else(|problem| failed(problem, &language), |text| html(&headers, text))
}

/// An article.
pub(super) async fn article(
    State(room): State<Knowledge>,
    address: ClientAddr,
    Path((space, language, id)): Path<(String, String, String)>,
    Query(query): Query<SupportQuery>,
    headers: HeaderMap,
) -> Response {
    if is_signed_in(&room, &headers).await {
        return workspace_page();
    }
    let page = async {
        let which = (Space::parse(&space)?, language.as_str(), number(&id)?);
        let visitor = room.visitor(address, None, &query.client).await?;
        let article = room.public_article(&visitor, which).await?;
        let thanks = !query.thanks.is_empty();
        Ok(pages::article(&site(&room, &visitor.reader.query), &article, &language, thanks))
    };
    page.await.map_or_else(|problem| failed(problem, &language), |text| html(&headers, text))
}

/// A question of an article: leads to its heading.
pub(super) async fn question(
    State(room): State<Knowledge>,
    address: ClientAddr,
    Path((space, language, id, question)): Path<(String, String, String, String)>,
    Query(query): Query<SupportQuery>,
    headers: HeaderMap,
) -> Response {
    if is_signed_in(&room, &headers).await {
        return workspace_page();
    }
    let target = async {
        let which = (Space::parse(&space)?, language.as_str(), number(&id)?);
        let visitor = room.visitor(address, None, &query.client).await?;
        let article = room.public_article(&visitor, which).await?;
        let slug = question.strip_prefix(HEADING).unwrap_or(&question);
        let named = |id: &str| id.strip_prefix(HEADING) == Some(slug);
        let anchor = article.headings.iter().find(|heading| named(&heading.id));
        let anchor = anchor.map(|heading| format!("#{}", encoded(&heading.id)));
        Ok(format!("{}{}", article.path, anchor.unwrap_or_default()))
    };
    match target.await {
        Ok(target) => Redirect::to(&target).into_response(),
        Err(problem) => failed(problem, &language),
    }
}

/// What the form of an article sends.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FeedbackForm {
    helpful: String,
    comment: String,
}

/// The form of an article, without a script.
pub(super) async fn feedback(
    State(room): State<Knowledge>,
    address: ClientAddr,
    Path((space, language, id)): Path<(String, String, String)>,
    Query(query): Query<SupportQuery>,
    Input(form): Input<FeedbackForm>,
) -> Response {
    let sent = async {
        let id = number(&id)?;
        if Space::parse(&space)? != Space::Kb {
            return Err(Problem::not_found());
        }
        let visitor = room.visitor(address, None, &query.client).await?;
        let answer = SupportFeedback { helpful: form.helpful == "yes", comment: form.comment };
        room.feedback(&visitor, (&language, id), &answer).await?;
        let client = visitor.reader.query;
        let mark = if client.is_empty() { '?' } else { '&' };
        Ok(format!("/support/kb/{language}/{id}{client}{mark}thanks=1#feedback"))
    };
    match sent.await {
        Ok(target) => Redirect::to(&target).into_response(),
        Err(problem) => failed(problem, &language),
    }
}

/// Who reloads after sending is led back to the article.
pub(super) async fn feedback_is_posted(
    Path((space, language, id)): Path<(String, String, String)>,
    Query(query): Query<SupportQuery>,
) -> Response {
    match (Space::parse(&space), number(&id), crate::knowledge::public::language(&language)) {
        (Ok(space), Ok(id), Ok(language)) => {
            let client = client_of(&query);
            Redirect::to(&article_path(space.as_str(), language, id, &client)).into_response()
        }
        _ => failed(Problem::not_found(), &language),
    }
}

/// All public texts of a client, and the manual, for search engines.
pub(super) async fn sitemap(
    State(room): State<Knowledge>,
    address: ClientAddr,
    Query(query): Query<SupportQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let visitor = room.visitor(address, None, &query.client).await?;
    room.admit_page(&visitor)?;
    let titles = room.public_titles(&visitor.reader, SITEMAP_MAX).await?;
    let text = pages::sitemap(&site(&room, &visitor.reader.query), &titles);
    let response = changed_text(&headers, ("application/xml; charset=utf-8", SHORTLY), text);
    Ok(response)
}
