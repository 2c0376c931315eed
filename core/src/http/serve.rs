//! Takes connections and answers their requests, and ends those on which none comes.
//!
//! A connection costs a file, and a process has few. So one that sends no whole head in time, at its
//! beginning or between two requests, is closed, and the body of a request may not pause for long.
//! HTTP/1.1 only: what speaks HTTP/2 or TLS to browsers stands in front.

use axum::{Router, body::Body, extract::ConnectInfo};
use hyper::{body::Incoming, server::conn::http1};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{io, net::SocketAddr, time::Duration};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::{Layer as _, ServiceExt as _};
use tower_http::timeout::RequestBodyTimeoutLayer;

/// How long a connection may keep the server waiting.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the whole head of a request, from the connection's beginning or the answer before.
    pub head: Duration,
    /// Between two pieces of a body.
    pub body: Duration,
}

/// Pause after the system refused to hand over a connection, mostly for want of files.
const REFUSED: Duration = Duration::from_secs(1);

/// Serves until `stop`, then lets the requests that run finish.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    patience: Patience,
    stop: CancellationToken,
) {
    let connections = TaskTracker::new();
    loop {
        let (stream, peer) = tokio::select! {
            () = stop.cancelled() => break,
            accepted = listener.accept() => match accepted {
                Ok(connection) => connection,
                Err(error) if is_of_the_peer(&error) => continue,
                Err(error) => {
                    tracing::error!(%error, "no connection can be taken");
                    tokio::time::sleep(REFUSED).await;
                    continue;
                }
            },
        };
        connections.spawn(connection(stream, peer, router.clone(), patience, stop.clone()));
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    patience: Patience,
    stop: CancellationToken,
) {
    // Without this a socket's second small frame waits up to 40 ms for the first's acknowledgement.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps Nagle's algorithm");
    }
    let service = RequestBodyTimeoutLayer::new(patience.body).layer(router).map_request(
        move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.map(Body::new)
        },
    );
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(patience.head);
    let served = builder
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
        .with_upgrades();
    let mut served = std::pin::pin!(served);
    let ended = tokio::select! {
        ended = served.as_mut() => ended,
        () = stop.cancelled() => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    if let Err(error) = ended {
        tracing::trace!(%error, %peer, "a connection ended early");
    }
}

/// Whether the other side gave up before its connection was taken.
fn is_of_the_peer(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
