//! Which facts follow from what happened to a ticket.
//!
//! The terms are those of the field. *First reply time*: from the customer's first message to the first
//! public reply of a person. *Next reply time*: from the first of some messages that a customer wrote in a
//! row to the reply. *Full resolution time*: from the customer's first message to the last resolution.
//! What machines write is no reply, and a conversation that the desk began has no first reply.

/// What facts are about, as they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Metric {
    Created,
    FirstReply,
    NextReply,
    /// A reply for which nobody waited.
    FurtherReply,
    /// The last resolution so far.
    Resolved,
    /// A resolution after which the ticket was reopened.
    ResolvedBefore,
    Reopened,
}

impl Metric {
    const ALL: [Self; 7] = [
        Self::Created,
        Self::FirstReply,
        Self::NextReply,
        Self::FurtherReply,
        Self::Resolved,
        Self::ResolvedBefore,
        Self::Reopened,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::FirstReply => "first_reply",
            Self::NextReply => "next_reply",
            Self::FurtherReply => "further_reply",
            Self::Resolved => "resolved",
            Self::ResolvedBefore => "resolved_before",
            Self::Reopened => "reopened",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|metric| metric.as_str() == word)
    }
}

/// What happened to a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happening {
    /// A person of the customer's wrote.
    CustomerMessage,
    /// A person of the desk answered; none where it is not known who.
    Reply(Option<i64>),
    /// The code of the status, and who set it; none for a machine.
    Status(i64, Option<i64>),
    Department(Option<i64>),
}

/// Something that happened, and when: milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Happened {
    pub at: i64,
    pub what: Happening,
}

/// One thing that is counted or measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    pub metric: Metric,
    /// Milliseconds.
    pub at: i64,
    pub department_id: Option<i64>,
    pub user_id: Option<i64>,
    /// Seconds; none where nothing was measured.
    pub took: Option<i64>,
    /// Public replies of people up to then.
    pub replies: i64,
}

/// What is known of a ticket's times, from which its next facts follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TicketTimes {
    /// When the customer asked; none where the desk began.
    pub asked_at: Option<i64>,
    pub waiting_since: Option<i64>,
    pub replies: i64,
    pub resolved_at: Option<i64>,
    pub department_id: Option<i64>,
}

/// The facts of what happened, and whether resolutions from before stopped being the last one.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Followed {
    pub facts: Vec<Fact>,
    pub was_reopened: bool,
}

/// Goes through what happened, in its order.
pub(super) fn follow(times: &mut TicketTimes, happened: &[Happened]) -> Followed {
    let mut followed = Followed::default();
    for &Happened { at, what } in happened {
        let (measured, user_id) = match what {
            Happening::CustomerMessage => {
                times.wait_from(at);
                continue;
            }
            Happening::Department(id) => {
                times.department_id = id;
                continue;
            }
            Happening::Reply(user_id) => (Some(times.reply(at)), user_id),
            Happening::Status(code, user_id) => (times.status(code, at), user_id),
        };
        let Some((metric, since)) = measured else { continue };
        if metric == Metric::Reopened {
            followed.was_reopened = true;
            for fact in &mut followed.facts {
                if fact.metric == Metric::Resolved {
                    fact.metric = Metric::ResolvedBefore;
                }
            }
        }
        followed.facts.push(Fact {
            metric,
            at,
            department_id: times.department_id,
            user_id,
            took: since.map(|since| (at - since).max(0) / 1_000),
            replies: times.replies,
        });
    }
    followed
}

impl TicketTimes {
    fn wait_from(&mut self, at: i64) {
        // What the desk began is no question, whoever answers it.
        if self.asked_at.is_none() && self.replies == 0 && self.resolved_at.is_none() {
            self.asked_at = Some(at);
        }
        self.waiting_since.get_or_insert(at);
    }

    /// Which reply it is, and since when it was waited for.
    fn reply(&mut self, at: i64) -> (Metric, Option<i64>) {
        self.replies += 1;
        let waiting = self.waiting_since.take().map(|since| since.min(at));
        match (self.replies, self.asked_at) {
            (1, Some(asked)) => (Metric::FirstReply, Some(asked)),
            _ if waiting.is_some() => (Metric::NextReply, waiting),
            _ => (Metric::FurtherReply, None),
        }
    }

    /// What a status means where it means something. Spam is neither open nor done.
    fn status(&mut self, code: i64, at: i64) -> Option<(Metric, Option<i64>)> {
        match (code, self.resolved_at) {
            (2 | 3, None) => {
                self.resolved_at = Some(at);
                // Nobody waits any more; a later message begins another wait.
                self.waiting_since = None;
                Some((Metric::Resolved, self.asked_at))
            }
            (0 | 1, Some(_)) => {
                self.resolved_at = None;
                Some((Metric::Reopened, None))
            }
            _ => None,
        }
    }
}

/// Seconds to three significant digits, rounded down.
pub(super) fn band(seconds: i64) -> i64 {
    let mut step = 1;
    while seconds / step >= 1_000 {
        step *= 10;
    }
    seconds / step * step
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000;
    const ANNA: Option<i64> = Some(7);

    fn happened(list: &[(i64, Happening)]) -> Vec<Happened> {
        list.iter().map(|&(at, what)| Happened { at: at * SECOND, what }).collect()
    }

    /// Metrics with the seconds they took.
    fn told(list: &[(i64, Happening)]) -> Vec<(Metric, Option<i64>)> {
        let mut times = TicketTimes::default();
        let facts = follow(&mut times, &happened(list)).facts;
        facts.iter().map(|fact| (fact.metric, fact.took)).collect()
    }

    use Happening::{CustomerMessage, Department, Reply, Status};

    #[test]
    fn replies_are_measured_from_the_first_message_that_waits() {
        let list = [
            (0, CustomerMessage),
            (50, CustomerMessage),
            (60, Reply(ANNA)),
            (70, Reply(ANNA)),
            (100, CustomerMessage),
            (120, CustomerMessage),
            (400, Reply(None)),
        ];
        let expected = [
            (Metric::FirstReply, Some(60)),
            (Metric::FurtherReply, None),
            (Metric::NextReply, Some(300)),
        ];
        assert_eq!(told(&list), expected);
    }

    #[test]
    fn what_the_desk_began_has_no_first_reply_and_no_resolution_time() {
        let list =
            [(0, Reply(ANNA)), (10, CustomerMessage), (40, Reply(ANNA)), (50, Status(2, ANNA))];
        let expected =
            [(Metric::FurtherReply, None), (Metric::NextReply, Some(30)), (Metric::Resolved, None)];
        assert_eq!(told(&list), expected);
    }

    #[test]
    fn the_last_resolution_counts_and_closing_what_is_resolved_is_none() {
        let list = [
            (0, CustomerMessage),
            (10, Reply(ANNA)),
            (20, Status(2, ANNA)),
            (30, Status(3, None)),
            (90, Status(0, None)),
            (90, CustomerMessage),
            (100, Reply(ANNA)),
            (500, Status(2, ANNA)),
        ];
        let expected = [
            (Metric::FirstReply, Some(10)),
            (Metric::ResolvedBefore, Some(20)),
            (Metric::Reopened, None),
            (Metric::NextReply, Some(10)),
            (Metric::Resolved, Some(500)),
        ];
        assert_eq!(told(&list), expected);
        let mut times = TicketTimes::default();
        let first = follow(&mut times, &happened(&list[..3]));
        let second = follow(&mut times, &happened(&list[3..]));
        assert!(
            !first.was_reopened && second.was_reopened,
            "what is stored has to be told as well"
        );
        assert_eq!(second.facts.last().map(|fact| fact.replies), Some(2));
    }

    #[test]
    fn spam_is_neither_open_nor_done_and_pending_reopens() {
        let list = [(0, CustomerMessage), (5, Status(5, ANNA)), (9, Status(0, ANNA))];
        assert_eq!(told(&list), []);
        let list = [(0, CustomerMessage), (5, Status(3, None)), (9, Status(1, ANNA))];
        let expected = [(Metric::ResolvedBefore, Some(5)), (Metric::Reopened, None)];
        assert_eq!(told(&list), expected);
    }

    #[test]
    fn a_first_reply_after_a_resolution_without_one_counts_from_the_question() {
        let list = [
            (0, CustomerMessage),
            (20, Status(2, ANNA)),
            (50, CustomerMessage),
            (50, Status(0, None)),
            (80, Reply(ANNA)),
        ];
        assert_eq!(told(&list).last(), Some(&(Metric::FirstReply, Some(80))));
    }

    #[test]
    fn facts_keep_the_department_of_their_moment() {
        let list = [
            (0, CustomerMessage),
            (1, Department(Some(4))),
            (2, Reply(ANNA)),
            (3, Department(None)),
            (4, Status(2, ANNA)),
        ];
        let mut times = TicketTimes { department_id: Some(3), ..TicketTimes::default() };
        let facts = follow(&mut times, &happened(&list)).facts;
        let departments: Vec<_> = facts.iter().map(|fact| fact.department_id).collect();
        assert_eq!(departments, [Some(4), None]);
    }

    #[test]
    fn following_in_parts_is_following_at_once() {
        // Every sequence of five happenings, cut at every place.
        let all = [CustomerMessage, Reply(ANNA), Status(0, ANNA), Status(2, ANNA), Status(5, None)];
        for number in 0..5_usize.pow(5) {
            let pick = |place: u32| all[number / 5_usize.pow(place) % 5];
            let list: Vec<(i64, Happening)> =
                (0..5).map(|place| (i64::from(place) * 7, pick(place))).collect();
            let list = happened(&list);
            let mut whole = TicketTimes::default();
            let expected = follow(&mut whole, &list);
            for cut in 0..=5 {
                let mut times = TicketTimes::default();
                let mut facts = follow(&mut times, &list[..cut]).facts;
                let rest = follow(&mut times, &list[cut..]);
                for fact in &mut facts {
                    if rest.was_reopened && fact.metric == Metric::Resolved {
                        fact.metric = Metric::ResolvedBefore;
                    }
                }
                facts.extend(rest.facts);
                assert_eq!((times, &facts), (whole, &expected.facts), "{list:?} at {cut}");
            }
        }
    }

    #[test]
    fn bands_have_three_digits() {
        for (seconds, expected) in [
            (0, 0),
            (999, 999),
            (1_000, 1_000),
            (1_234, 1_230),
            (86_399, 86_300),
            (1_234_567, 1_230_000),
        ] {
            assert_eq!(band(seconds), expected);
        }
    }
}
