//! Stop signals: the first asks to finish what was begun, the second stops at once.

use tokio_util::sync::CancellationToken;

/// Cancelled by the first signal. The second ends the process: nothing acknowledged is lost by
/// that, since answers are given after commits only.
pub fn first_drains_second_stops() -> CancellationToken {
    let drain = CancellationToken::new();
    let token = drain.clone();
    tokio::spawn(async move {
        next().await;
        tracing::info!("stopping; a second signal stops at once");
        token.cancel();
        next().await;
        tracing::warn!("stopped at once");
        std::process::exit(130);
    });
    drain
}

#[cfg(unix)]
async fn next() {
    use tokio::signal::unix::{SignalKind, signal};
    let terminate = signal(SignalKind::terminate());
    let interrupt = signal(SignalKind::interrupt());
    match (terminate, interrupt) {
        (Ok(mut terminate), Ok(mut interrupt)) => {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        }
        // Without handlers the system's default ends the process, which is safe.
        _ => std::future::pending().await,
    }
}

#[cfg(not(unix))]
async fn next() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
