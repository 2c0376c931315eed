//! Seats for sockets: agents have their own, whatever visitors do, and one network gets a few of the
//! visitors'.

use parking_lot::Mutex;
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// How many sockets one node takes.
#[derive(Clone, Copy, Debug)]
pub struct SeatLimits {
    /// Of people who are signed in.
    pub agents: usize,
    /// Of public pages.
    pub visitors: usize,
    /// Of public pages that come from one network.
    pub per_network: usize,
}

impl Default for SeatLimits {
    fn default() -> Self {
        Self { agents: 12_000, visitors: 7_000, per_network: 50 }
    }
}

/// Why there is no seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoSeat {
    /// All of the kind are taken.
    Full,
    /// This network has its share.
    Network,
}

/// Seats that are taken. Cheap to clone.
#[derive(Clone)]
pub(super) struct Seats(Arc<Inner>);

struct Inner {
    limits: SeatLimits,
    agents: AtomicUsize,
    visitors: Mutex<Visitors>,
}

#[derive(Default)]
struct Visitors {
    taken: usize,
    networks: HashMap<Arc<str>, usize>,
    /// Sockets by the visit they have shown.
    visits: HashMap<i64, usize>,
}

/// Counts a socket while it is open.
pub(super) struct Seat {
    seats: Seats,
    /// None for somebody signed in.
    network: Option<Arc<str>>,
}

/// Counts a socket for the visit that it has shown, while it belongs to that visit.
pub struct VisitSeat {
    seats: Seats,
    session: i64,
}

impl std::fmt::Debug for VisitSeat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("VisitSeat").field("session", &self.session).finish_non_exhaustive()
    }
}

impl Seats {
    pub(super) fn new(limits: SeatLimits) -> Self {
        let (agents, visitors) = (AtomicUsize::new(0), Mutex::default());
        Self(Arc::new(Inner { limits, agents, visitors }))
    }

    pub(super) fn agent(&self) -> Result<Seat, NoSeat> {
        let before = self.0.agents.fetch_add(1, Ordering::SeqCst);
        let seat = Seat { seats: self.clone(), network: None };
        if before < self.0.limits.agents { Ok(seat) } else { Err(NoSeat::Full) }
    }

    pub(super) fn visitor(&self, network: &Arc<str>) -> Result<Seat, NoSeat> {
        let mut visitors = self.0.visitors.lock();
        if visitors.networks.get(network).is_some_and(|n| *n >= self.0.limits.per_network) {
            return Err(NoSeat::Network);
        }
        if visitors.taken >= self.0.limits.visitors {
            return Err(NoSeat::Full);
        }
        visitors.taken += 1;
        *visitors.networks.entry(network.clone()).or_default() += 1;
        Ok(Seat { seats: self.clone(), network: Some(network.clone()) })
    }

    /// A seat of a visit that has fewer than `most`. Looked at and taken in one step: windows that open
    /// at the same moment would all find the same room otherwise.
    pub(super) fn visit(&self, session: i64, most: usize) -> Option<VisitSeat> {
        let mut visitors = self.0.visitors.lock();
        let taken = visitors.visits.entry(session).or_default();
        if *taken >= most {
            return None;
        }
        *taken += 1;
        Some(VisitSeat { seats: self.clone(), session })
    }

    pub(super) fn taken(&self) -> usize {
        self.0.agents.load(Ordering::SeqCst) + self.0.visitors.lock().taken
    }
}

impl Drop for VisitSeat {
    fn drop(&mut self) {
        leave(&mut self.seats.0.visitors.lock().visits, &self.session);
    }
}

/// One less of a key, which is forgotten with its last.
fn leave<K: Eq + std::hash::Hash>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let Some(network) = &self.network else {
            self.seats.0.agents.fetch_sub(1, Ordering::SeqCst);
            return;
        };
        let mut visitors = self.seats.0.visitors.lock();
        visitors.taken = visitors.taken.saturating_sub(1);
        leave(&mut visitors.networks, network);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_take_no_seat_of_an_agent_and_one_network_not_all_of_theirs() {
        let seats = Seats::new(SeatLimits { agents: 2, visitors: 3, per_network: 2 });
        let (here, there): (Arc<str>, Arc<str>) = ("10.0.0.1".into(), "10.0.0.2".into());
        let first = seats.visitor(&here).expect("the first");
        let _second = seats.visitor(&here).expect("the second");
        assert_eq!(seats.visitor(&here).err(), Some(NoSeat::Network));
        let _third = seats.visitor(&there).expect("another network");
        assert_eq!(seats.visitor(&there).err(), Some(NoSeat::Full));
        let _agents = (seats.agent().expect("theirs"), seats.agent().expect("theirs"));
        assert_eq!(seats.agent().err(), Some(NoSeat::Full));
        assert_eq!(seats.taken(), 5);
        drop(first);
        seats.visitor(&here).expect("free again");
        assert_eq!(seats.taken(), 4, "what is dropped leaves nothing behind");
    }

    #[test]
    fn windows_of_a_visit_are_counted_before_anybody_is_told() {
        let seats = Seats::new(SeatLimits::default());
        let first = seats.visit(7, 2).expect("the first");
        let second = seats.visit(7, 2).expect("the second");
        assert!(seats.visit(7, 2).is_none());
        seats.visit(8, 2).expect("another visit");
        drop(first);
        let third = seats.visit(7, 2).expect("free again");
        drop((second, third));
        assert!(seats.0.visitors.lock().visits.is_empty(), "what is gone leaves nothing behind");
    }
}
