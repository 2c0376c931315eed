//! What a busy desk looks like: pure functions of a ticket's place in time, always the same ones.

use serde_json::{Value, json};

const ENGLISH: &str = "the order is for my lamp and when will it arrive please can you check what \
    happened with parcel number thank we have waited since monday but nobody answered again shade \
    broken refund invoice warranty delivery address brass floor desk bulb switch colour window";
const MALAY: &str = "pesanan saya belum sampai boleh tolong semak bila akan dihantar terima kasih \
    lampu rosak alamat penghantaran tukar invois bayaran sudah dibuat tetapi tiada jawapan lagi \
    warna meja lantai suis waranti minggu hari isnin nombor bungkusan";
const CHINESE: &str = "请问我的订单什么时候可以送到已经等了一个星期没有人回复灯罩坏了可以退款吗\
    谢谢帮我查一下快递单号地址换成公司颜色不对保修多久";
/// Channel values that no plugin has.
const CHANNELS: [&str; 5] = ["DEMO_MAIL", "DEMO_CHAT", "DEMO_SOCIAL", "DEMO_FORM", "DEMO_SMS"];
const YEAR_MS: u64 = 365 * 24 * 3_600_000;
const HOUR_MS: u64 = 3_600_000;
/// One ticket of so many has a very long thread.
const LONG_EVERY: u64 = 50_000;
const LONG: u64 = 5_000;

/// A stream of numbers that is the same for the same beginning.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x2545_f491_4f6c_dd1d))
    }

    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit.max(1)
    }

    /// Below a limit, small numbers far more often than large ones.
    fn skewed(&mut self, limit: u64) -> u64 {
        let upto = self.below(limit) + 1;
        let upto = self.below(upto) + 1;
        self.below(upto)
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        let length = u64::try_from(words.len()).unwrap_or(1);
        words[usize::try_from(self.skewed(length)).unwrap_or(0)]
    }
}

/// How many messages each ticket has: at least one, `messages` in all.
pub(super) fn lengths(tickets: u64, messages: u64) -> Vec<u64> {
    let mut lengths = vec![1; usize::try_from(tickets).unwrap_or(0)];
    let mut left = messages.saturating_sub(tickets);
    // Threads of 5,000 are a tenth of everything at most.
    let mut long_left = messages / 10;
    for (n, length) in (0_u64..).zip(&mut lengths) {
        let more = LONG.min(long_left).min(left);
        if n % LONG_EVERY == LONG_EVERY / 2 && more > 0 {
            *length += more;
            left -= more;
            long_left -= more;
        }
    }
    let mut dice = Dice::new(tickets);
    while left > 0 && tickets > 0 {
        // A ticket that is picked gets a few: most have the first only.
        let more = (1 + dice.skewed(12)).min(left);
        let at = usize::try_from(dice.below(tickets)).unwrap_or(0);
        lengths[at] += more;
        left -= more;
    }
    lengths
}

/// Whom and what tickets may be given to.
pub(super) struct Marks {
    pub agents: Vec<(i64, String)>,
    pub departments: Vec<i64>,
    pub labels: Vec<i64>,
}

/// One ticket.
pub(super) struct GeneratedTicket {
    pub contact: u64,
    pub title: String,
    pub channel: &'static str,
    pub status: i64,
    pub severity: &'static str,
    pub department: Option<i64>,
    pub labels: Vec<i64>,
    /// Places in the list of agents.
    pub agents: Vec<usize>,
    pub automatic: bool,
    pub appointment_at: Option<i64>,
    pub created_at: i64,
    pub updated_at: i64,
}

/// The ticket at a place in time, 0 being the oldest.
pub(super) fn ticket(n: u64, of: u64, now: i64, marks: &Marks) -> GeneratedTicket {
    let mut dice = Dice::new(n + 1);
    let age = age(n, of, &mut dice);
    let recent = n * 100 / of.max(1) >= 96;
    let status = match dice.below(100) {
        roll if recent && roll < 55 => 0,
        roll if recent && roll < 75 => 1,
        roll if recent && roll < 90 => 2,
        0 => i64::from(dice.chance(50)),
        1 | 2 => 2,
        _ => 3,
    };
    let few = |dice: &mut Dice, list: usize, most: u64, percent: u64| {
        let wanted = if dice.chance(percent) { 1 + dice.skewed(most) } else { 0 };
        let mut places: Vec<usize> = (0..wanted)
            .map(|_| dice.skewed(u64::try_from(list).unwrap_or(0)))
            .map(|place| usize::try_from(place).unwrap_or(0))
            .filter(|place| *place < list)
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    };
    let agents = few(&mut dice, marks.agents.len(), 5, if status == 0 { 60 } else { 97 });
    let labels = few(&mut dice, marks.labels.len(), 4, 55);
    let department = few(&mut dice, marks.departments.len(), 1, 90);
    let busy_for = dice.skewed(14 * 24) * HOUR_MS + dice.below(HOUR_MS);
    let part = |ms: u64| i64::try_from(ms).unwrap_or(0);
    let created_at = now - part(age);
    GeneratedTicket {
        contact: dice.below(of / 3 + 1),
        title: text(n.wrapping_mul(31) + 7, 5),
        channel: CHANNELS[usize::try_from(dice.skewed(5)).unwrap_or(0)],
        status,
        severity: match dice.below(100) {
            0..=3 => "H",
            4..=23 => "M",
            24..=33 => "L",
            _ => "",
        },
        department: department.first().map(|at| marks.departments[*at]),
        labels: labels.iter().map(|at| marks.labels[*at]).collect(),
        agents,
        automatic: dice.chance(4),
        appointment_at: dice.chance(3).then(|| created_at + part(dice.below(30 * 24 * HOUR_MS))),
        created_at,
        updated_at: now - part(age.saturating_sub(busy_for)),
    }
}

/// How long ago, in milliseconds, within three years.
fn age(n: u64, of: u64, dice: &mut Dice) -> u64 {
    let step = 3 * YEAR_MS / of.max(1);
    (of - n.min(of)) * step + dice.below(step)
}

/// The text of a message: words in one of three languages, and a reference that about ten have.
pub(super) fn text(number: u64, least: u64) -> String {
    let mut dice = Dice::new(number.wrapping_add(0x1234_5678));
    match dice.below(3) {
        2 => {
            let all: Vec<char> = CHINESE.chars().collect();
            let from = usize::try_from(dice.below(40)).unwrap_or(0);
            let length = usize::try_from(dice.below(20) + least).unwrap_or(6);
            all.iter().cycle().skip(from).take(length).collect()
        }
        language => {
            let list = if language == 0 { ENGLISH } else { MALAY };
            let list: Vec<&str> = list.split_whitespace().collect();
            let words: Vec<&str> = (0..dice.below(12) + least).map(|_| dice.pick(&list)).collect();
            words.join(" ")
        }
    }
}

/// A message as a row of JSON: number of its ticket, direction, sender's place among the agents or
/// -1, text, state, time.
pub(super) fn message(
    ticket: i64,
    (at, of): (u64, u64),
    made: &GeneratedTicket,
    number: u64,
    references: u64,
) -> Value {
    let mut dice = Dice::new(number.wrapping_mul(3) + 1);
    let inbound = at == 0 || made.agents.is_empty() || dice.chance(45);
    let by = if inbound { None } else { made.agents.first() };
    let body = format!("{} ref{}", text(number, 6), dice.below(references / 10 + 1));
    let span = made.updated_at - made.created_at;
    let part = |at: u64| i64::try_from(at).unwrap_or(0);
    let time = made.created_at + span / part(of).max(1) * part(at + 1);
    json!([ticket, body, by.map_or(-1, |at| i64::try_from(*at).unwrap_or(-1)), time])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_as_many_messages_as_wanted() {
        for (tickets, messages) in [(1, 1), (10, 10), (7, 1000), (300, 2000), (60_000, 200_000)] {
            let lengths = lengths(tickets, messages);
            assert_eq!(lengths.len() as u64, tickets);
            assert_eq!(lengths.iter().sum::<u64>(), messages, "{tickets} {messages}");
            assert!(lengths.iter().all(|length| *length > 0));
        }
        let longest = lengths(60_000, 200_000).into_iter().max();
        assert!(longest.is_some_and(|most| most > LONG), "{longest:?}");
    }

    #[test]
    fn a_desk_is_mostly_closed_tickets_and_a_few_busy_labels() {
        let marks = Marks {
            agents: (1..=60).map(|n| (n, format!("agent{n}"))).collect(),
            departments: (1..=30).collect(),
            labels: (1..=200).collect(),
        };
        let now = 1_900_000_000_000;
        let all: Vec<GeneratedTicket> =
            (0..20_000).map(|n| ticket(n, 20_000, now, &marks)).collect();
        let of = |test: &dyn Fn(&GeneratedTicket) -> bool| all.iter().filter(|t| test(t)).count();
        let open = of(&|t| t.status == 0);
        assert!((300..900).contains(&open), "{open} are open");
        assert!(of(&|t| t.status == 3) > 17_000);
        assert!(of(&|t| t.labels.contains(&1)) > 20 * of(&|t| t.labels.contains(&180)));
        assert!(all.iter().all(|t| t.created_at <= t.updated_at && t.updated_at <= now));
        assert!(of(&|t| t.agents.len() > 1) > 100);
        let appointed = of(&|t| t.appointment_at.is_some());
        assert!((450..750).contains(&appointed), "{appointed} have an appointment");
        assert!(all.iter().all(|t| t.appointment_at.is_none_or(|at| at >= t.created_at)));
        assert_eq!(all[5].title, ticket(5, 20_000, now, &marks).title, "always the same");
    }
}
