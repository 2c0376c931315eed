//! The program as a process, its users, their sockets, and the world around it.

mod agent;
mod contract;
mod desk;
mod ground;
pub mod package;
mod provider;
mod record;
mod simulator;
pub mod sla;
mod socket;
mod speech;
mod template;
mod visitor;
mod whole;
mod world;

pub use agent::{Agent, Answer, http};
pub use desk::{Desk, Start, program};
pub use ground::{Ground, PrivatePostgres};
pub use provider::{DESK, DESK_SECRET, Provider, now_s};
pub use simulator::{Simulator, TOKEN};
pub use socket::Socket;
pub use visitor::Visitor;
pub use whole::{Line, Provider as WholeProvider, WHOLE_TOKEN, Whole};
pub use world::{Bot, SECRET, World};

use std::{future::Future, time::Duration};
use tokio::time::Instant;

/// Everybody's.
pub const PASSWORD: &str = "patchbay-demo";

/// Waits until `look` finds something; what the story waits for must be there within seconds.
pub async fn eventually<T, F>(what: &str, mut look: impl FnMut() -> F) -> T
where
    F: Future<Output = Option<T>>,
{
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(Instant::now() < until, "did not happen: {what}");
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
}

/// Lives through a story and prints how long it took, which `cargo xtask test` looks for.
pub async fn timed(name: &str, story: impl Future<Output = ()>) {
    let begun = tokio::time::Instant::now();
    story.await;
    println!("took {} ms: {name}", begun.elapsed().as_millis());
}
