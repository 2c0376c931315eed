//! Agents who answer in between, at the pace of each channel, and whose sends go wrong at times.

use crate::{
    networks::{NETWORKS, Networks},
    rig::{
        desk::Desk,
        dice::Dice,
        reply::{Reply, send},
    },
};
use anyhow::Result;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    sync::watch,
    task::JoinHandle,
    time::{Instant, sleep},
};

const PAUSE: Duration = Duration::from_millis(100);
/// One of so many sends goes wrong.
const SPOILT: u64 = 20;

/// An answer, and the network it went to.
#[derive(Debug)]
pub struct Answer {
    pub network: usize,
    pub reply: Reply,
}

/// When the last answer went to a ticket, and to a network.
type Paces = Arc<Mutex<(HashMap<i64, Instant>, HashMap<usize, Instant>)>>;

/// Two agents at work.
pub struct Agents {
    stop: watch::Sender<bool>,
    work: Vec<JoinHandle<Result<Vec<Answer>>>>,
}

impl Agents {
    /// Each of them answers at least so often.
    pub fn start(networks: &Arc<Networks>, desks: Vec<Desk>, least: usize, mut dice: Dice) -> Self {
        let (stop, stopped) = watch::channel(false);
        let paces = Paces::default();
        let mut work = vec![];
        for (place, desk) in desks.into_iter().enumerate() {
            let agent = Agent {
                name: format!("agent{}", place + 1),
                networks: networks.clone(),
                desk,
                dice: Dice::new(dice.next()),
                paces: paces.clone(),
                least,
            };
            work.push(tokio::spawn(agent.work(stopped.clone())));
        }
        Self { stop, work }
    }

    /// Lets them finish what they are to answer, and gives all that were acknowledged.
    pub async fn stop(self) -> Result<Vec<Answer>> {
        self.stop.send_replace(true);
        let mut all = vec![];
        for work in self.work {
            all.extend(work.await??);
        }
        Ok(all)
    }
}

struct Agent {
    name: String,
    networks: Arc<Networks>,
    desk: Desk,
    dice: Dice,
    paces: Paces,
    least: usize,
}

impl Agent {
    async fn work(mut self, stopped: watch::Receiver<bool>) -> Result<Vec<Answer>> {
        let mut tickets: Vec<(i64, usize)> = vec![];
        let mut answers: Vec<Answer> = vec![];
        let mut turns = 0_u64;
        while !*stopped.borrow() || answers.len() < self.least {
            sleep(PAUSE).await;
            if turns.is_multiple_of(8) || tickets.is_empty() {
                // A server that is down just now keeps the list as it is.
                if let Ok(list) = self.desk.get("/api/ticket/load/-/open/ticket/0").await {
                    let rows = list["data"].as_array().into_iter().flatten();
                    let known = rows.filter_map(|row| {
                        let of = |one: &crate::networks::Network| row["channel"] == one.channel;
                        Some((row["id"].as_i64()?, NETWORKS.iter().position(of)?))
                    });
                    tickets = known.collect();
                }
            }
            turns += 1;
            if tickets.is_empty() {
                continue;
            }
            let at = usize::try_from(self.dice.below(tickets.len() as u64))?;
            let (ticket, network) = tickets[at];
            if !self.is_time(ticket, network) {
                continue;
            }
            if self.dice.below(SPOILT) == 0 {
                let faults = NETWORKS[network].faults;
                let at = usize::try_from(self.dice.below(faults.len() as u64))?;
                self.networks.spoil(network, faults[at]).await?;
            }
            let queue_id = format!("queue-{:010x}", self.dice.next() & 0xff_ffff_ffff);
            let text = format!("{} answers {}", self.name, answers.len());
            let reply = send(&self.desk, ticket, text, queue_id).await?;
            answers.push(Answer { network, reply });
        }
        Ok(answers)
    }

    /// Whether the channel sends this soon; then the time is taken.
    fn is_time(&self, ticket: i64, network: usize) -> bool {
        let (of_ticket, of_network) = NETWORKS[network].pace;
        let now = Instant::now();
        let past = |last: Option<&Instant>, pace: f32| {
            last.is_none_or(|last| now - *last >= Duration::from_secs_f32(pace))
        };
        let mut paces = self.paces.lock().expect("the paces");
        let (tickets, networks) = &mut *paces;
        let is_time =
            past(tickets.get(&ticket), of_ticket) && past(networks.get(&network), of_network);
        if is_time {
            tickets.insert(ticket, now);
            networks.insert(network, now);
        }
        is_time
    }
}
