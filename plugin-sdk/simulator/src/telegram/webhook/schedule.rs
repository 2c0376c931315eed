//! Which chat's update is posted next, and when: the order rules of webhook delivery without any I/O.
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::time::Duration;

use serde_json::Value;
use tokio::time::Instant;

use super::super::state::{Pending, Twice};

/// Longest wait asked for by `Retry-After` that is honoured.
const RETRY_AFTER_MAX: Duration = Duration::from_secs(3600);

/// Something to post.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// An update by its id.
    Fresh(i64),
    /// The same update once more after it was accepted.
    Echo(Box<Value>, Option<u64>),
}

#[derive(Debug, Default)]
struct Queue {
    items: VecDeque<Item>,
    fails: u32,
    delay: Duration,
    busy: bool,
}

/// The queues of one bot.
#[derive(Debug)]
pub struct Schedule {
    queues: HashMap<i64, Queue>,
    ready: BTreeSet<(Instant, i64)>,
    seen: i64,
    scale: f64,
}

impl Schedule {
    /// Nothing to do yet. `scale` shortens or stretches every wait.
    pub fn new(scale: f64) -> Self {
        Self { queues: HashMap::new(), ready: BTreeSet::new(), seen: i64::MIN, scale }
    }

    /// The id after the last update taken in.
    pub fn seen(&self) -> i64 {
        self.seen
    }

    /// Takes in an update, behind the others of its chat.
    pub fn add(&mut self, update: &Pending, now: Instant) {
        self.seen = update.id + 1;
        self.put(update.queue, Item::Fresh(update.id), now);
    }

    fn put(&mut self, chat: i64, item: Item, now: Instant) {
        let queue = self.queues.entry(chat).or_default();
        queue.items.push_back(item);
        if queue.items.len() == 1 && !queue.busy {
            queue.delay = Duration::from_secs(1);
            self.ready.insert((now, chat));
        }
    }

    /// The head of a chat whose time has come; the chat is busy until it is settled.
    pub fn take(&mut self, now: Instant) -> Option<(i64, Item)> {
        let &(at, chat) = self.ready.first().filter(|(at, _)| *at <= now)?;
        self.ready.remove(&(at, chat));
        let queue = self.queues.get_mut(&chat)?;
        queue.busy = true;
        Some((chat, queue.items.front()?.clone()))
    }

    /// When the next chat's time comes.
    pub fn next(&self) -> Option<Instant> {
        self.ready.first().map(|(at, _)| *at)
    }

    /// The head was accepted, or is gone. `again` repeats it.
    pub fn settled(&mut self, chat: i64, again: Option<(Item, Twice)>, now: Instant) {
        let Some(queue) = self.queues.get_mut(&chat) else { return };
        queue.items.pop_front();
        queue.busy = false;
        queue.fails = 0;
        queue.delay = Duration::from_secs(1);
        match again {
            Some((item, Twice::Late)) => queue.items.push_back(item),
            Some((item, _)) => queue.items.push_front(item),
            None => {}
        }
        if queue.items.is_empty() {
            self.queues.remove(&chat);
        } else {
            self.ready.insert((now, chat));
        }
    }

    /// The head was refused: at once for the first time, then after 2, 4, 8 … seconds up to `cap`.
    pub fn failed(
        &mut self,
        chat: i64,
        retry_after: Option<Duration>,
        cap: Duration,
        now: Instant,
    ) {
        let Some(queue) = self.queues.get_mut(&chat) else { return };
        let wait = match retry_after.filter(|wait| !wait.is_zero()) {
            Some(wait) => wait.min(RETRY_AFTER_MAX),
            None if queue.fails == 0 => Duration::ZERO,
            None => {
                queue.delay = (queue.delay * 2).min(cap);
                queue.delay
            }
        };
        queue.fails += 1;
        queue.busy = false;
        self.ready.insert((now + wait.mul_f64(self.scale), chat));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pending(id: i64, chat: i64) -> Pending {
        Pending {
            id,
            kind: "message".into(),
            queue: chat,
            body: Value::Null,
            expires_at: i64::MAX,
            twice: Twice::No,
            flood: None,
        }
    }

    #[test]
    fn one_update_of_a_chat_at_a_time_and_chats_side_by_side() {
        let now = Instant::now();
        let mut schedule = Schedule::new(1.0);
        for (id, chat) in [(1, 7), (2, 7), (3, 8)] {
            schedule.add(&pending(id, chat), now);
        }
        assert_eq!(schedule.take(now), Some((7, Item::Fresh(1))));
        assert_eq!(schedule.take(now), Some((8, Item::Fresh(3))));
        assert_eq!(schedule.take(now), None, "chat 7 waits for its first update");
        schedule.settled(7, None, now);
        assert_eq!(schedule.take(now), Some((7, Item::Fresh(2))));
    }

    #[test]
    fn retries_at_once_and_then_doubling() {
        let mut now = Instant::now();
        let cap = Duration::from_secs(60);
        let mut schedule = Schedule::new(1.0);
        schedule.add(&pending(1, 7), now);
        for wait in [0, 2, 4, 8, 16, 32, 60, 60] {
            assert_eq!(schedule.take(now), Some((7, Item::Fresh(1))));
            schedule.failed(7, None, cap, now);
            let next = schedule.next().unwrap();
            assert_eq!(next.duration_since(now).as_secs(), wait);
            now = next;
        }
        schedule.take(now);
        schedule.failed(7, Some(Duration::from_secs(9000)), cap, now);
        assert_eq!(schedule.next().unwrap().duration_since(now).as_secs(), 3600);
    }

    #[test]
    fn an_echo_comes_at_once_or_last() {
        let now = Instant::now();
        let echo = || Item::Echo(Box::new(Value::Null), None);
        let mut schedule = Schedule::new(1.0);
        for id in [1, 2, 3] {
            schedule.add(&pending(id, 7), now);
        }
        schedule.take(now);
        schedule.settled(7, Some((echo(), Twice::AtOnce)), now);
        assert_eq!(schedule.take(now), Some((7, echo())));
        schedule.settled(7, None, now);
        schedule.take(now);
        schedule.settled(7, Some((echo(), Twice::Late)), now);
        assert_eq!(schedule.take(now), Some((7, Item::Fresh(3))));
        schedule.settled(7, None, now);
        assert_eq!(schedule.take(now), Some((7, echo())));
    }
}
