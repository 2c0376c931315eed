//! Compares what customers wrote, what passed on the road, what the desk shows and what the phones
//! show.

use crate::{
    agents::Answer,
    networks::{Chat, NETWORKS, Network, Repeats, is_bots},
    people::CustomerText,
    rig::shown::DeskMessage,
    weather::Passage,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The counts of one network.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub written: usize,
    /// Webhooks of texts that the desk took beyond the first.
    pub repeats: usize,
    /// Texts no webhook of which was taken: the desk asked for them.
    pub fetched: usize,
    pub shown: usize,
    pub lost: usize,
    pub doubled: usize,
    pub disordered: usize,
    pub answers: usize,
    pub sent: usize,
    pub unknown: usize,
    pub failed: usize,
    pub arrived: usize,
    pub out_doubled: usize,
    pub out_lost: usize,
    pub out_disordered: usize,
}

/// What was counted, and what is wrong.
pub struct Verdict {
    pub counts: Vec<Counts>,
    pub conversations: usize,
    pub tickets: usize,
    pub faults: Vec<String>,
}

/// Everything there is to compare.
pub struct Evidence<'a> {
    pub said: &'a [CustomerText],
    pub passages: &'a HashMap<String, Passage>,
    pub shown: &'a [DeskMessage],
    pub answers: &'a [Answer],
    pub phones: &'a [Chat],
}

/// Texts of customers that the desk does not show.
pub fn missing<'a>(said: &'a [CustomerText], shown: &[DeskMessage]) -> Vec<&'a str> {
    let have: BTreeSet<&str> =
        shown.iter().filter(|one| one.incoming).map(|one| one.text.as_str()).collect();
    said.iter().map(|one| one.text.as_str()).filter(|text| !have.contains(text)).collect()
}

/// Judges the end of a run.
pub fn judge(evidence: &Evidence<'_>) -> Verdict {
    let mut verdict = Verdict {
        counts: vec![Counts::default(); NETWORKS.len()],
        conversations: 0,
        tickets: evidence.shown.iter().map(|one| one.ticket).collect::<BTreeSet<_>>().len(),
        faults: vec![],
    };
    verdict.incoming(evidence);
    verdict.order(evidence);
    verdict.outgoing(evidence);
    verdict.bots(evidence);
    verdict.order_of_answers(evidence);
    verdict
}

impl Verdict {
    fn incoming(&mut self, evidence: &Evidence<'_>) {
        let mut incoming: BTreeMap<&str, Vec<&DeskMessage>> = BTreeMap::new();
        for message in evidence.shown.iter().filter(|one| one.incoming && !is_bots(&one.text)) {
            incoming.entry(&message.text).or_default().push(message);
        }
        let mut tickets: BTreeMap<(usize, i64), BTreeSet<i64>> = BTreeMap::new();
        for said in evidence.said {
            let counts = &mut self.counts[said.network];
            counts.written += 1;
            let passage = evidence.passages.get(&said.text);
            let times = passage.map_or(0, |passage| passage.times);
            counts.repeats += times.saturating_sub(1) as usize;
            let found = incoming.remove(said.text.as_str()).unwrap_or_default();
            counts.fetched += usize::from(times == 0 && !found.is_empty());
            counts.shown += found.len();
            match found.as_slice() {
                [one] => {
                    tickets.entry((said.network, said.user)).or_default().insert(one.ticket);
                }
                [] => {
                    counts.lost += 1;
                    self.faults.push(format!("lost: {} ({passage:?})", said.text));
                }
                several => {
                    counts.doubled += 1;
                    self.faults.push(format!("doubled: {several:?}"));
                }
            }
        }
        for (_, messages) in incoming {
            self.faults.push(format!("invented: nobody wrote {messages:?}"));
        }
        self.conversations = tickets.len();
        for (who, tickets) in tickets.iter().filter(|(_, tickets)| tickets.len() != 1) {
            self.faults.push(format!("the conversation {who:?} is in the tickets {tickets:?}"));
        }
        if self.tickets != self.conversations {
            let (tickets, conversations) = (self.tickets, self.conversations);
            self.faults.push(format!("{conversations} conversations became {tickets} tickets"));
        }
    }

    /// A text stands before another when the provider had brought it before it brought the other.
    /// Where nothing is shuffled and nothing is given up, that is the order in which it was written;
    /// only what no webhook brought may come late. Where something is given up, the desk may have
    /// asked for it before it is told again, or take it behind what was written after it.
    fn order(&mut self, evidence: &Evidence<'_>) {
        let mut conversations: BTreeMap<(usize, i64), Vec<&CustomerText>> = BTreeMap::new();
        for said in evidence.said {
            conversations.entry((said.network, said.user)).or_default().push(said);
        }
        let ids: HashMap<&str, i64> = {
            let incoming = evidence.shown.iter().filter(|one| one.incoming);
            incoming.map(|one| (one.text.as_str(), one.id)).collect()
        };
        for ((network, _), said) in &conversations {
            let passage = |one: &CustomerText| evidence.passages.get(&one.text).copied();
            let Network { shuffles, gives_up, fetched, .. } = NETWORKS[*network];
            let was_brought =
                |one: &CustomerText| fetched || passage(one).is_some_and(|p| p.times > 0);
            let brought = said.iter().filter(|one| was_brought(one));
            let brought: Vec<&&CustomerText> =
                brought.filter(|one| ids.contains_key(one.text.as_str())).collect();
            for (place, earlier) in brought.iter().enumerate() {
                for later in &brought[place + 1..] {
                    let (mut first, mut second) = (earlier, later);
                    if shuffles || gives_up {
                        let (Some(a), Some(b)) = (passage(earlier), passage(later)) else {
                            continue;
                        };
                        // Brought at the same time, or with the desk's answer lost: in either order.
                        match (a.taken < Some(b.first), b.taken < Some(a.first)) {
                            (true, _) => {}
                            (_, true) if shuffles => std::mem::swap(&mut first, &mut second),
                            _ => continue,
                        }
                    }
                    if ids[first.text.as_str()] > ids[second.text.as_str()] {
                        self.counts[*network].disordered += 1;
                        let (here, there) = (passage(first), passage(second));
                        let (first, second) = (&first.text, &second.text);
                        self.faults
                            .push(format!("{first} ({here:?}) stands behind {second} ({there:?})"));
                    }
                }
            }
        }
    }

    fn outgoing(&mut self, evidence: &Evidence<'_>) {
        let mut outgoing: BTreeMap<&str, Vec<&DeskMessage>> = BTreeMap::new();
        for message in evidence.shown.iter().filter(|one| !one.incoming) {
            outgoing.entry(&message.text).or_default().push(message);
        }
        let mut arrived: BTreeMap<&str, usize> = BTreeMap::new();
        let texts = evidence.phones.iter().flat_map(|chat| &chat.arrived);
        for text in texts.filter(|text| !is_bots(text)) {
            *arrived.entry(text).or_default() += 1;
        }
        for Answer { network, reply } in evidence.answers {
            let counts = &mut self.counts[*network];
            counts.answers += 1;
            let found = outgoing.remove(reply.text.as_str()).unwrap_or_default();
            let times = arrived.remove(reply.text.as_str()).unwrap_or(0);
            counts.arrived += times;
            let [message] = found.as_slice() else {
                self.faults.push(format!("lost or doubled on the desk: {reply:?} is {found:?}"));
                continue;
            };
            if (message.id, &message.queue_id) != (reply.id, &reply.queue_id) {
                self.faults.push(format!("another message: {reply:?} is {message:?}"));
            }
            counts.out_doubled += usize::from(times > 1);
            let right = match message.state.as_str() {
                "sent" | "delivered" | "read" => {
                    counts.sent += 1;
                    counts.out_lost += usize::from(times == 0);
                    times == 1
                }
                "unknown" => {
                    counts.unknown += 1;
                    times <= 1 && NETWORKS[*network].repeats == Repeats::Doubled
                }
                "failed" => {
                    counts.failed += 1;
                    false
                }
                _ => false,
            };
            if !right {
                self.faults.push(format!("{message:?} is on the phone {times} times"));
            }
        }
        for (_, messages) in outgoing {
            self.faults.push(format!("nobody was told of {messages:?}"));
        }
        for (text, times) in arrived {
            self.faults.push(format!("{text:?} is on the phone {times} times and not on the desk"));
        }
    }

    /// A bot speaks once in each conversation, here and there.
    fn bots(&mut self, evidence: &Evidence<'_>) {
        for (place, network) in NETWORKS.iter().enumerate().filter(|(_, one)| one.bot.is_some()) {
            let people = evidence.said.iter().filter(|said| said.network == place);
            let people = people.map(|said| said.user).collect::<BTreeSet<_>>().len();
            let said = evidence.shown.iter().filter(|one| is_bots(&one.text));
            let tickets: Vec<i64> = said.map(|one| one.ticket).collect();
            let once = tickets.iter().collect::<BTreeSet<_>>().len();
            if (tickets.len(), once) != (people, people) {
                self.faults.push(format!("{people} people, and the bot spoke in {tickets:?}"));
            }
            for chat in evidence.phones.iter().filter(|chat| chat.network == place) {
                let times = chat.arrived.iter().filter(|text| is_bots(text)).count();
                if times != 1 {
                    self.faults.push(format!("{} spoke {times} times: {chat:?}", network.id));
                }
            }
        }
    }

    /// The phone shows what arrived in the order of the desk.
    fn order_of_answers(&mut self, evidence: &Evidence<'_>) {
        let outgoing = evidence.shown.iter().filter(|one| !one.incoming);
        let ids: HashMap<&str, i64> = outgoing.map(|one| (one.text.as_str(), one.id)).collect();
        for chat in evidence.phones {
            let there = chat.arrived.iter().filter_map(|text| ids.get(text.as_str()));
            let there: Vec<i64> = there.copied().collect();
            if !there.is_sorted() {
                self.counts[chat.network].out_disordered += 1;
                self.faults.push(format!("answers changed places on a phone: {chat:?}"));
            }
        }
    }

    /// The counts of each network, and of all.
    pub fn print(&self) {
        println!(
            "{:<10} {:>7} {:>5} {:>6} {:>4} {:>4} {:>5} | {:>7} {:>5} {:>7} {:>6} {:>7} {:>4} {:>4} {:>5}",
            "",
            "written",
            "again",
            "asked",
            "lost",
            "twice",
            "order",
            "answers",
            "sent",
            "unknown",
            "failed",
            "arrived",
            "lost",
            "twice",
            "order",
        );
        for (place, counts) in self.counts.iter().enumerate() {
            line(NETWORKS[place].id, counts);
        }
        line("all", &self.sum());
    }

    /// Everything together.
    pub fn sum(&self) -> Counts {
        let add = |of: fn(&Counts) -> usize| self.counts.iter().map(of).sum();
        Counts {
            written: add(|c| c.written),
            repeats: add(|c| c.repeats),
            fetched: add(|c| c.fetched),
            shown: add(|c| c.shown),
            lost: add(|c| c.lost),
            doubled: add(|c| c.doubled),
            disordered: add(|c| c.disordered),
            answers: add(|c| c.answers),
            sent: add(|c| c.sent),
            unknown: add(|c| c.unknown),
            failed: add(|c| c.failed),
            arrived: add(|c| c.arrived),
            out_doubled: add(|c| c.out_doubled),
            out_lost: add(|c| c.out_lost),
            out_disordered: add(|c| c.out_disordered),
        }
    }
}

fn line(name: &str, c: &Counts) {
    println!(
        "{name:<10} {:>7} {:>5} {:>6} {:>4} {:>4} {:>5} | {:>7} {:>5} {:>7} {:>6} {:>7} {:>4} {:>4} {:>5}",
        c.written,
        c.repeats,
        c.fetched,
        c.lost,
        c.doubled,
        c.disordered,
        c.answers,
        c.sent,
        c.unknown,
        c.failed,
        c.arrived,
        c.out_lost,
        c.out_doubled,
        c.out_disordered,
    );
}
