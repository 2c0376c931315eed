//! HTTP in, HTTP out: lists, conversations, replies, files.

mod catch_up;
mod change;
mod department;
mod fields;
mod files;
mod groups;
mod kept;
mod language;
mod list;
mod notes;
mod onward;
mod reply;
mod start;
mod tidy;
mod view;
mod work;

pub use files::{FormLimits, read_form, read_form_within};

use super::{Tickets, model::Viewer};
use crate::accounts::{Accounts, Caller, Permission};
use crate::http::routes;
use axum::extract::{DefaultBodyLimit, FromRef};
use utoipa_axum::router::OpenApiRouter;

impl FromRef<Tickets> for Accounts {
    fn from_ref(tickets: &Tickets) -> Self {
        tickets.accounts.clone()
    }
}

impl From<&Caller> for Viewer {
    fn from(caller: &Caller) -> Self {
        Self {
            client_id: caller.client_id,
            user_id: caller.user_id,
            username: caller.username.clone(),
            name: caller.name.clone(),
            admin: caller.is_admin(),
            view_all: caller.allows(Permission::ViewAll),
        }
    }
}

/// All routes of this room.
pub fn routes(tickets: Tickets) -> OpenApiRouter {
    // Files are streamed to the blob store, which has its own limit.
    let streamed = usize::try_from(tickets.upload_max).unwrap_or(usize::MAX).saturating_mul(20);
    let files = OpenApiRouter::new()
        .routes(routes!(reply::reply))
        .routes(routes!(reply::upload))
        .routes(routes!(start::start))
        .layer(DefaultBodyLimit::max(streamed));
    OpenApiRouter::new()
        .routes(routes!(list::load))
        .routes(routes!(start::channels))
        .routes(routes!(groups::load2))
        .routes(routes!(groups::counts))
        .routes(routes!(catch_up::events))
        .routes(routes!(catch_up::check))
        .routes(routes!(catch_up::of_user))
        .routes(routes!(view::info))
        .routes(routes!(view::messages))
        .routes(routes!(view::messages3))
        .routes(routes!(view::sync))
        .routes(routes!(view::unread))
        .routes(routes!(view::trace))
        .routes(routes!(view::html))
        .routes(routes!(view::attachment))
        .routes(routes!(reply::set_status))
        .routes(routes!(reply::assign))
        .routes(routes!(reply::send_again))
        .routes(routes!(change::edit, change::delete))
        .routes(routes!(change::react))
        .routes(routes!(kept::remove))
        .routes(routes!(work::priority))
        .routes(routes!(work::snooze))
        .routes(routes!(work::follow, work::unfollow))
        .routes(routes!(work::appointment))
        .routes(routes!(work::history))
        .routes(routes!(work::draft, work::keep_draft))
        .routes(routes!(work::call_back))
        .routes(routes!(work::send_now))
        .routes(routes!(notes::add))
        .routes(routes!(kept::note))
        .routes(routes!(kept::remove_note))
        .routes(routes!(kept::pin, kept::unpin))
        .routes(routes!(department::set))
        .routes(routes!(language::set))
        .routes(routes!(fields::list))
        .routes(routes!(fields::set))
        .routes(routes!(tidy::spam))
        .routes(routes!(tidy::block, tidy::unblock))
        .routes(routes!(tidy::merge, tidy::unmerge))
        .routes(routes!(onward::forward))
        .routes(routes!(onward::split))
        .routes(routes!(tidy::link))
        .routes(routes!(tidy::unlink))
        .routes(routes!(tidy::blocks))
        .routes(routes!(tidy::remove))
        .routes(routes!(tidy::held, tidy::discard))
        .routes(routes!(tidy::restore))
        .merge(files)
        .with_state(tickets)
}
