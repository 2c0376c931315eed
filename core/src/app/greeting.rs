//! What a server says on its standard output when it has started.

use super::Accounts;
use anyhow::Result;
use std::io::Write as _;

/// Says where it listens and, while there is no user, the code of the first run. `public_url` is where
/// browsers find it.
///
/// # Errors
/// When the database does not answer, or nobody reads the address.
pub(super) async fn greet(
    accounts: &Accounts,
    bound: std::net::SocketAddr,
    public_url: &str,
) -> Result<()> {
    writeln!(std::io::stdout().lock(), "listening on http://{bound}")?;
    tracing::info!(address = %bound, "listening");
    let Some(code) = accounts.first_run_code().await? else { return Ok(()) };
    let told =
        format!("This desk has no user yet. Open {public_url}/setup and enter the code {code}.");
    // Whoever started it may read no further than the address; the server goes on all the same.
    if writeln!(std::io::stdout().lock(), "{told}").is_err() {
        tracing::info!("{told}");
    }
    Ok(())
}
