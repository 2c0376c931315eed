//! Customers who write, each with numbered texts, over all networks at once.

use crate::{
    networks::{NETWORKS, Networks},
    rig::dice::Dice,
    weather::{MARK, Weather},
};
use anyhow::Result;
use std::{collections::VecDeque, time::Duration};
use tokio::time::sleep;

/// So many may be under way: a desk that is down is waited for.
const UNDER_WAY: usize = 240;
/// Ten of a hundred are told twice at once, three once more later.
const TWICE: u64 = 10;
const LATER: u64 = 3;
/// How many a network that shuffles holds back at a time.
const HELD: usize = 10;

/// What a customer wrote.
#[derive(Clone, Debug)]
pub struct CustomerText {
    pub network: usize,
    pub user: i64,
    pub text: String,
}

/// How much is written, and by how many.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub messages: usize,
    /// In each network.
    pub people: u64,
}

/// What was written, and how much of it was told again on purpose.
#[derive(Debug, Default)]
pub struct Written {
    pub said: Vec<CustomerText>,
    pub twice: usize,
    pub later: usize,
    pub shuffled: usize,
}

/// Writes all of them.
pub async fn write(
    networks: &Networks,
    weather: &Weather,
    plan: Plan,
    mut dice: Dice,
) -> Result<Written> {
    let mut written = Written::default();
    let mut counts = vec![vec![0_u32; usize::try_from(plan.people)?]; NETWORKS.len()];
    let mut recent: Vec<VecDeque<i64>> = vec![VecDeque::new(); NETWORKS.len()];
    let mut held = vec![0_usize; NETWORKS.len()];
    let mut sure = 0;
    while written.said.len() < plan.messages {
        while sure >= UNDER_WAY + weather.taken(is_repeated) {
            sleep(Duration::from_millis(20)).await;
        }
        let network = usize::try_from(dice.below(NETWORKS.len() as u64))?;
        let person = usize::try_from(dice.below(plan.people))?;
        let user = i64::try_from(network * 1000 + person + 1)?;
        counts[network][person] += 1;
        let text = format!("{MARK}{network}-{user:04}-{:05}", counts[network][person]);
        let twice = dice.below(100) < TWICE;
        let shuffles = NETWORKS[network].shuffles;
        if shuffles && held[network] == 0 && dice.below(20) == 0 {
            networks.hold(network).await?;
            held[network] = HELD;
        }
        let event = networks.say(network, user, &text, twice).await?;
        written.twice += usize::from(twice);
        sure += usize::from(is_repeated(&text));
        written.said.push(CustomerText { network, user, text });
        if held[network] > 0 {
            written.shuffled += 1;
            held[network] -= 1;
            if held[network] == 0 {
                networks.release(network, dice.below(2) == 0).await?;
            }
        }
        if let Some(event) = event {
            recent[network].push_back(event);
        }
        if recent[network].len() > 20 {
            recent[network].pop_front();
        }
        if dice.below(100) < LATER && !recent[network].is_empty() {
            let at = usize::try_from(dice.below(recent[network].len() as u64))?;
            networks.repeat(network, recent[network][at]).await?;
            written.later += 1;
        }
    }
    for (network, held) in held.into_iter().enumerate() {
        if held > 0 {
            networks.release(network, false).await?;
        }
    }
    Ok(written)
}

/// The network of a text.
pub fn network_of(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(MARK)?;
    rest.split('-').next()?.parse().ok().filter(|place| *place < NETWORKS.len())
}

/// Whether its provider posts it until the desk has taken it.
pub fn is_repeated(text: &str) -> bool {
    let repeats = |network: usize| !NETWORKS[network].gives_up && !NETWORKS[network].fetched;
    network_of(text).is_some_and(repeats)
}
