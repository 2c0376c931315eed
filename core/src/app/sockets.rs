//! `/socket`: who may open one, and from where.

use super::desk::Rooms;
use crate::{
    accounts::{Accounts, Permission},
    config::Realtime,
    http::{ClientAddr, Credentials, Problem, Source, erased, same_origin},
    realtime::{Peer, SeatLimits, upgrade, upgrade_visitor},
};
use axum::{
    Router,
    extract::{State, WebSocketUpgrade, ws::rejection::WebSocketUpgradeRejection},
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
    routing::get,
};
use std::sync::Arc;

#[derive(Clone)]
struct Door {
    rooms: Rooms,
    accounts: Accounts,
}

pub(super) fn routes(rooms: Rooms, accounts: Accounts) -> Router {
    Router::new().route("/socket", get(erased(open))).with_state(Door { rooms, accounts })
}

async fn open(
    State(door): State<Door>,
    headers: HeaderMap,
    address: ClientAddr,
    credentials: Credentials,
    ws: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let ws = match ws {
        Ok(ws) => ws,
        Err(rejection) => {
            let status = rejection.into_response().status();
            return Problem::invalid("This address is a WebSocket.")
                .with_status(status)
                .into_response();
        }
    };
    let hub = door.rooms.hub.clone();
    let desk = Arc::new(door.rooms.clone());
    if says_livechat(&headers) {
        return upgrade_visitor(ws, hub, desk, &address.network());
    }
    match agent(&door.accounts, &headers, &credentials).await {
        Ok(peer) => upgrade(ws, hub, desk, peer),
        Err(problem) => problem.into_response(),
    }
}

/// Visitors' pages say the word as a subprotocol, since a page cannot set the header.
fn says_livechat(headers: &HeaderMap) -> bool {
    let is =
        |name: header::HeaderName| {
            headers.get_all(name).iter().filter_map(|v| v.to_str().ok()).any(|value| {
                value.split(',').any(|word| word.trim().eq_ignore_ascii_case("livechat"))
            })
        };
    is(header::SEC_WEBSOCKET_PROTOCOL) || is(header::AUTHORIZATION)
}

async fn agent(
    accounts: &Accounts,
    headers: &HeaderMap,
    credentials: &Credentials,
) -> Result<Peer, Problem> {
    let credential = credentials.first().ok_or_else(Problem::unauthorized)?;
    // A browser sends the cookie with any page's socket, and sockets know no CORS.
    if credential.source == Source::Cookie
        && same_origin(headers, accounts.public_url()) != Some(true)
    {
        return Err(Problem::forbidden("This socket was opened by another site's page."));
    }
    let caller = accounts.authenticate(&credential.token).await?;
    Ok(Peer::Agent {
        client_id: caller.client_id,
        user_id: caller.user_id,
        session_id: caller.session_id,
        admin: caller.is_admin(),
        view_all: caller.allows(Permission::ViewAll),
        answers: caller.restriction().answers(),
        username: caller.username,
        name: caller.name,
    })
}

/// Whose seats there are how many of. Visitors never take more than half of the files that this process
/// may open: requests, the database and agents need the rest.
pub(super) fn seats(realtime: &Realtime) -> SeatLimits {
    let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let half = files.and_then(|n| usize::try_from(n / 2).ok()).unwrap_or(usize::MAX);
    if half < realtime.visitor_sockets_max {
        tracing::warn!(
            visitors = half,
            "the system lets this process open few files, so fewer visitors than set may connect"
        );
    }
    SeatLimits {
        agents: realtime.sockets_max,
        visitors: realtime.visitor_sockets_max.min(half),
        per_network: realtime.visitor_sockets_per_address,
    }
}
