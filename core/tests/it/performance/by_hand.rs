//! A desk whose every message is known, and its figures counted the plain way: for each figure, by walking
//! through all that happened, without anything that the product keeps for it.

use crate::harness::Ground;
use jiff::{Timestamp, ToSpan as _, civil::Date, tz::TimeZone};
use patchbay::{
    db::{Db, Tx},
    execute, fetch_all, fetch_one,
};
use serde_json::Value;

const MINUTE: i64 = 60_000;
const DAY: i64 = 86_400_000;
/// 1 January 2026.
const BEGINS: i64 = 1_767_225_600_000;
const DAYS: i64 = 300;

/// Numbers that are the same each time.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, bound: i64) -> i64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).expect("31 bits") % bound
    }

    pub fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        let place = self.below(i64::try_from(list.len()).expect("a length"));
        list[usize::try_from(place).expect("a place")]
    }
}

/// What happened to a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Customer,
    /// Who answered; none for somebody unknown.
    Agent(Option<i64>),
    Machine,
    /// From one status to another, and by whom; 0 for the server.
    Status(i64, i64),
    Department(i64, i64),
}

struct Ticket {
    kind: &'static str,
    channel: &'static str,
    /// 0 for none.
    department: i64,
    labels: Vec<i64>,
    spam: bool,
    created_at: i64,
    happened: Vec<(i64, What)>,
}

/// All tickets.
pub struct Desk {
    tickets: Vec<Ticket>,
    agents: Vec<i64>,
    departments: Vec<i64>,
    labels: Vec<i64>,
}

/// What a count is narrowed to: 0 means none and -1 all.
#[derive(Clone)]
pub struct Narrowed {
    first: Date,
    last: Date,
    zone: &'static str,
    kind: &'static str,
    channel: String,
    department: i64,
    agent: i64,
    label: i64,
}

impl Narrowed {
    pub fn query(&self) -> String {
        let id = |id: i64| if id < 0 { String::new() } else { id.to_string() };
        format!(
            "startDate={}&endDate={}&type={}&channel={}&department={}&agent={}&label={}",
            self.first,
            self.last,
            self.kind,
            self.channel,
            id(self.department),
            id(self.agent),
            id(self.label),
        )
    }

    /// The same of one row.
    pub fn to_row(&self, group: &str, key: &str) -> Self {
        let mut row = self.clone();
        let id = || if key.is_empty() { 0 } else { key.parse().expect("an id") };
        match group {
            "day" => {
                (row.first, row.last) = (key.parse().expect("a day"), key.parse().expect("a day"))
            }
            "agent" => row.agent = id(),
            "department" => row.department = id(),
            "channel" => row.channel = key.to_owned(),
            _ => row.label = id(),
        }
        row
    }

    fn has(&self, at: i64) -> bool {
        let zone = TimeZone::get(self.zone).expect("a zone");
        let day = zone.to_datetime(Timestamp::from_millisecond(at).expect("a moment")).date();
        self.first <= day && day <= self.last
    }
}

/// Durations: how many, and in seconds their mean, median and nine of ten, cut to three digits.
type Spread = (i64, Option<i64>, Option<i64>, Option<i64>);

/// The figures of a group.
#[derive(Debug, PartialEq, Eq)]
pub struct Figures {
    created: i64,
    replies: i64,
    first_reply: Spread,
    next_reply: Spread,
    resolved: i64,
    resolution: Spread,
    one_touch: i64,
    reopened: i64,
}

impl Figures {
    /// As the product tells them.
    pub fn told(figures: &Value) -> Self {
        let number = |name: &str| figures[name].as_i64().expect("a number");
        let spread = |name: &str| {
            let of = &figures[name];
            let seconds = |name: &str| of[name].as_i64();
            (
                of["count"].as_i64().expect("a number"),
                seconds("mean"),
                seconds("median"),
                seconds("p90"),
            )
        };
        Self {
            created: number("created"),
            replies: number("replies"),
            first_reply: spread("first_reply"),
            next_reply: spread("next_reply"),
            resolved: number("resolved"),
            resolution: spread("resolution"),
            one_touch: number("one_touch"),
            reopened: number("reopened"),
        }
    }
}

fn spread(mut list: Vec<i64>) -> Spread {
    list.sort_unstable();
    let count = i64::try_from(list.len()).expect("a length");
    if count == 0 {
        return (0, None, None, None);
    }
    let digits = |seconds: i64| {
        let text = seconds.to_string();
        let cut: String = text.char_indices().map(|(at, c)| if at < 3 { c } else { '0' }).collect();
        cut.parse::<i64>().expect("a number")
    };
    let share = |percent: usize| digits(list[(list.len() * percent).div_ceil(100) - 1]);
    let mean = (list.iter().sum::<i64>() * 2 + count) / (count * 2);
    (count, Some(mean), Some(share(50)), Some(share(90)))
}

impl Desk {
    /// Writes that many tickets into the first client, straight into its tables.
    pub async fn write(ground: &Ground, random: &mut Random, count: usize) -> Self {
        let db = Db::open(&ground.url()).await.expect("the database");
        let mut tx = db.begin().await.expect("a transaction");
        let agents = fetch_all!(
            &mut tx,
            (i64,),
            "select id from users where client_id = 1 order by id limit 10"
        )
        .expect("users");
        let agents: Vec<i64> = agents.into_iter().map(|row| row.0).collect();
        let (mut departments, mut labels) = (vec![0], vec![]);
        for name in ["Sales", "Repairs"] {
            let row = fetch_one!(
                &mut tx,
                (i64,),
                "insert into departments (client_id, name, name_key, created_at)
                 values (1, $1, $1, $2)
                 returning id",
                name,
                BEGINS,
            );
            departments.push(row.expect("a department").0);
        }
        for label in [1_001_i64, 1_002] {
            labels.push(label);
        }
        let mut desk = Self { tickets: vec![], agents, departments, labels };
        for number in 0..count {
            let ticket = desk.imagine(random);
            desk.insert(&mut tx, i64::try_from(number).expect("a number"), &ticket).await;
            desk.tickets.push(ticket);
        }
        tx.commit().await.expect("kept");
        db.close().await;
        desk
    }

    fn imagine(&self, random: &mut Random) -> Ticket {
        let created_at = BEGINS + random.below(DAYS * DAY);
        let department = random.one_of(&self.departments);
        let (mut at, mut now_in) = (created_at, department);
        // One in six is begun by the desk.
        let opens =
            if random.below(6) == 0 { What::Agent(Some(self.agents[0])) } else { What::Customer };
        let mut happened = vec![(created_at, opens)];
        for _ in 0..random.below(12) {
            at += 1 + random.below(300) * MINUTE + random.below(60_000);
            let agent = random.one_of(&self.agents);
            let what = match random.below(10) {
                0..3 => What::Customer,
                3..6 => What::Agent(Some(agent).filter(|_| random.below(8) > 0)),
                6 => What::Machine,
                7 => {
                    let from = now_in;
                    now_in = random.one_of(&self.departments);
                    What::Department(from, now_in)
                }
                _ => {
                    let status = random.one_of(&[0, 1, 2, 2, 3]);
                    What::Status(status, if random.below(5) == 0 { 0 } else { agent })
                }
            };
            happened.push((at, what));
        }
        let labels = self.labels.iter().copied().filter(|_| random.below(3) == 0).collect();
        let spam = random.below(15) == 0;
        Ticket {
            kind: random.one_of(&["ticket", "ticket", "livechat"]),
            channel: random.one_of(&["TELEGRAM", "EMAIL", "MANUAL"]),
            department,
            labels,
            spam,
            created_at,
            happened,
        }
    }

    async fn insert(&self, tx: &mut Tx, number: i64, ticket: &Ticket) {
        let last = |pick: fn(&What) -> Option<i64>| {
            ticket.happened.iter().rev().find_map(|(_, what)| pick(what))
        };
        let status = last(|what| if let What::Status(code, _) = what { Some(*code) } else { None });
        let department =
            last(|what| if let What::Department(_, to) = what { Some(*to) } else { None });
        let department = Some(department.unwrap_or(ticket.department)).filter(|id| *id > 0);
        let (id,) = fetch_one!(
            tx,
            (i64,),
            "insert into tickets (client_id, number, channel, kind, thread, title, status,
                                  department_id, created_at, updated_at)
             values (1, $1, $2, $3, $4, 'Imagined', $5, $6, $7, $7)
             returning id",
            9_000 + number,
            ticket.channel,
            ticket.kind,
            format!("imagined:{number}"),
            if ticket.spam { 5 } else { status.unwrap_or(0) },
            department,
            ticket.created_at,
        )
        .expect("a ticket");
        for label in &ticket.labels {
            execute!(
                tx,
                "insert into ticket_labels (client_id, label_id, ticket_id) values (1, $1, $2)",
                *label,
                id
            )
            .expect("a label");
        }
        for (at, what) in &ticket.happened {
            let (direction, user, automatic) = match what {
                What::Customer => ("in", None, false),
                What::Agent(user) => ("out", *user, false),
                What::Machine => ("out", None, true),
                What::Status(code, user) => {
                    change(tx, (id, *at), ("status", String::new(), code.to_string()), *user).await;
                    continue;
                }
                What::Department(from, to) => {
                    let text = |id: &i64| if *id == 0 { String::new() } else { id.to_string() };
                    change(tx, (id, *at), ("department", text(from), text(to)), 0).await;
                    continue;
                }
            };
            execute!(
                tx,
                "insert into messages (client_id, ticket_id, direction, kind, sender, sender_name,
                                       user_id, body, state, automatic, sent_at, created_at)
                 values (1, $1, $2, 'text', '', '', $3, 'x', 'sent', $4, $5, $5)",
                id,
                direction,
                user,
                automatic,
                *at,
            )
            .expect("a message");
        }
    }

    /// What to count, at random.
    pub fn narrowed(&self, random: &mut Random, zone: &'static str) -> Narrowed {
        let first = jiff::civil::date(2026, 1, 1).saturating_add(random.below(DAYS - 60).days());
        let rare = |random: &mut Random, list: &[i64]| {
            if random.below(3) == 0 { random.one_of(list) } else { -1 }
        };
        let with_none = |list: &[i64]| [&[0], list].concat();
        Narrowed {
            first,
            last: first.saturating_add(random.below(60).days()),
            zone,
            kind: random.one_of(&["", "", "ticket", "livechat"]),
            channel: random.one_of(&["", "", "", "EMAIL", "TELEGRAM"]).to_owned(),
            department: rare(random, &self.departments),
            agent: rare(random, &with_none(&self.agents)),
            label: rare(random, &with_none(&self.labels)),
        }
    }

    /// The figures, counted by hand.
    pub fn count(&self, narrowed: &Narrowed) -> Figures {
        let (mut created, mut replies, mut resolved, mut reopened, mut one_touch) = (0, 0, 0, 0, 0);
        let (mut first, mut next, mut resolution) = (vec![], vec![], vec![]);
        for ticket in self.tickets.iter().filter(|ticket| !ticket.spam && narrowed.takes(ticket)) {
            let list = &ticket.happened;
            let takes = |at: i64, user: Option<i64>| {
                let department = ticket.department_at(at);
                narrowed.has(at)
                    && (narrowed.department < 0 || narrowed.department == department)
                    && (narrowed.agent < 0 || narrowed.agent == user.unwrap_or(0))
            };
            created += i64::from(takes(ticket.created_at, None));
            let asked = Some(ticket.created_at).filter(|_| list[0].1 == What::Customer);
            let answers: Vec<usize> =
                (0..list.len()).filter(|at| matches!(list[*at].1, What::Agent(_))).collect();
            for (nth, place) in answers.iter().enumerate() {
                let (at, What::Agent(user)) = list[*place] else { continue };
                if !takes(at, user) {
                    continue;
                }
                replies += 1;
                // The first customer's message since the last reply or resolution before this one.
                let ends =
                    |what: What| matches!(what, What::Agent(_)) || ticket.is_resolution(what);
                let back =
                    (0..*place).rev().find(|at| ends(list[*at].1) && ticket.counts_as_end(*at));
                let from = back.map_or(0, |at| at + 1);
                let waited = (from..*place).find(|at| list[*at].1 == What::Customer);
                match (nth, asked, waited) {
                    (0, Some(asked), _) => first.push((at - asked) / 1_000),
                    (_, _, Some(since)) => next.push((at - list[since].0) / 1_000),
                    _ => {}
                }
            }
            let turns = ticket.turns();
            for (nth, (at, user, done)) in turns.iter().enumerate() {
                if !takes(*at, Some(*user).filter(|id| *id > 0)) {
                    continue;
                }
                if !done {
                    reopened += 1;
                    continue;
                }
                resolved += 1;
                let is_last =
                    !turns[nth + 1..].iter().any(|(_, _, done)| *done) && turns.len() == nth + 1;
                if let Some(asked) = asked.filter(|_| is_last) {
                    resolution.push((at - asked) / 1_000);
                    let before = answers.iter().filter(|place| list[**place].0 <= *at).count();
                    one_touch += i64::from(before == 1);
                }
            }
        }
        Figures {
            created,
            replies,
            first_reply: spread(first),
            next_reply: spread(next),
            resolved,
            resolution: spread(resolution),
            one_touch,
            reopened,
        }
    }
}

impl Narrowed {
    fn takes(&self, ticket: &Ticket) -> bool {
        let labelled = match self.label {
            -1 => true,
            0 => ticket.labels.is_empty(),
            label => ticket.labels.contains(&label),
        };
        labelled
            && (self.kind.is_empty() || self.kind == ticket.kind)
            && (self.channel.is_empty() || self.channel == ticket.channel)
    }
}

impl Ticket {
    fn department_at(&self, at: i64) -> i64 {
        let moved = self.happened.iter().filter(|(moment, _)| *moment <= at);
        let last = moved.filter_map(|(_, what)| match what {
            What::Department(_, to) => Some(*to),
            _ => None,
        });
        last.fold(self.department, |_, to| to)
    }

    fn is_resolution(&self, what: What) -> bool {
        matches!(what, What::Status(2 | 3, _))
    }

    /// A reply ends a wait; a resolution does where the ticket was not resolved before it.
    fn counts_as_end(&self, place: usize) -> bool {
        let (at, what) = self.happened[place];
        !matches!(what, What::Status(..))
            || self.turns().iter().any(|(moment, _, done)| *done && *moment == at)
    }

    /// When it became resolved or open again, and by whom.
    fn turns(&self) -> Vec<(i64, i64, bool)> {
        let (mut done, mut turns) = (false, vec![]);
        for (at, what) in &self.happened {
            if let What::Status(code, user) = what {
                let becomes = matches!(code, 2 | 3);
                if becomes != done {
                    turns.push((*at, *user, becomes));
                    done = becomes;
                }
            }
        }
        turns
    }
}

async fn change(tx: &mut Tx, (ticket, at): (i64, i64), step: (&str, String, String), user: i64) {
    let (kind, was, became) = step;
    execute!(
        tx,
        "insert into ticket_history (client_id, ticket_id, created_at, author, kind, was, became)
         values (1, $1, $2, coalesce((select username from users where id = $3), 'server'), $4, $5, $6)",
        ticket,
        at,
        user,
        kind,
        was,
        became,
    )
    .expect("a change");
}
