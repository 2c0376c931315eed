//! Takes connections and answers their requests, and ends those on which none comes.
//!
//! A connection costs a file, and a process has few. So one that sends no whole head in time, at its
//! beginning or between two requests, is closed, and the body of a request may not pause for long.
//! HTTP/1.1 only: what speaks HTTP/2 or TLS to browsers stands in front.

use super::connection_limit::{ConnectionLimit, ConnectionPermit};
use axum::{Router, body::Body, extract::ConnectInfo};
use hyper::{body::Incoming, server::conn::http1};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{future::Future, io, net::SocketAddr, time::Duration};
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
    (patience, limit): (Patience, ConnectionLimit),
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
        let Some(permit) = limit.admit(peer.ip()) else {
            refuse(&stream);
            continue;
        };
        let served = connection(stream, peer, router.clone(), patience, stop.clone());
        connections.spawn(within(permit, served));
    }
    drop(listener);
    connections.close();
    connections.wait().await;
}

/// Keeps a connection's permit until it has ended. One that became a socket keeps it only until then:
/// sockets have limits of their own.
async fn within(permit: ConnectionPermit, served: impl Future<Output = ()>) {
    served.await;
    drop(permit);
}

/// Says why, as far as it can be said without waiting, and closes.
fn refuse(stream: &TcpStream) {
    const BODY: &str = r#"{"error":{"code":"rate_limited","message":"Too many connections from this address."},"result":"failed","description":"Too many connections from this address."}"#;
    let answer = format!(
        "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nRetry-After: 5\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{BODY}",
        BODY.len()
    );
    if let Err(error) = stream.try_write(answer.as_bytes()) {
        tracing::trace!(%error, "a refused connection was not told why");
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpSocket,
    };

    /// One connection's share here.
    const SHARE: usize = 20;

    async fn from(source: &str, server: SocketAddr) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(format!("{source}:0").parse().expect("an address")).expect("bound");
        socket.connect(server).await.expect("connected")
    }

    /// What the server says to a request; nothing where it closed before.
    async fn ask(stream: &mut TcpStream) -> String {
        let request = b"GET / HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n";
        let (mut said, _closed) = (vec![], stream.write_all(request).await);
        let _reset = stream.read_to_end(&mut said).await;
        String::from_utf8_lossy(&said).into_owned()
    }

    #[tokio::test]
    async fn one_address_takes_its_share_and_leaves_the_rest() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let server = listener.local_addr().expect("an address");
        let (stop, second) = (CancellationToken::new(), Duration::from_secs(60));
        let patience = Patience { head: second, body: second };
        let limit = ConnectionLimit::new(SHARE, &["127.0.0.9".to_owned()]);
        let router = Router::new().route("/", get(|| async { "served" }));
        let running = tokio::spawn(serve(listener, router, (patience, limit), stop.clone()));

        let mut crowd = vec![];
        for _ in 0..SHARE * 5 {
            crowd.push(from("127.0.0.3", server).await);
        }
        let mut refused = from("127.0.0.3", server).await;
        let said = ask(&mut refused).await;
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 429"), "{said}");
        // Another address, and a proxy with a crowd behind it, are served.
        assert!(ask(&mut from("127.0.0.2", server).await).await.ends_with("served"));
        let mut behind = vec![];
        for _ in 0..SHARE * 3 {
            behind.push(from("127.0.0.9", server).await);
        }
        for stream in &mut behind {
            assert!(ask(stream).await.ends_with("served"));
        }
        // The first of the crowd were let in, the rest were not.
        let mut served = 0;
        for stream in &mut crowd {
            served += usize::from(ask(stream).await.ends_with("served"));
        }
        assert_eq!(served, SHARE);
        // Now that they have gone, there is room again.
        let mut again = from("127.0.0.3", server).await;
        assert!(ask(&mut again).await.ends_with("served"));
        stop.cancel();
        running.await.expect("it ends");
    }
}
