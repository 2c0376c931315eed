//! Tells the service manager (systemd, by its notification socket) that requests are taken, and that no
//! new ones are. Started without `NOTIFY_SOCKET` the server tells nobody.

/// The address is bound and the background work runs: what follows on this may connect.
pub(super) fn ready() {
    #[cfg(unix)]
    tell(sd_notify::NotifyState::Ready);
}

/// The first stop signal came; what was begun is finished.
pub(super) fn stopping() {
    #[cfg(unix)]
    tell(sd_notify::NotifyState::Stopping);
}

#[cfg(unix)]
fn tell(state: sd_notify::NotifyState<'_>) {
    // The desk works without it, and the manager says what it waited for.
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(%error, "the service manager could not be told");
    }
}
