//! What the mail with a report says, in the language of whom it goes to.

use crate::reports::{calls::CallFigures, performance::PerformanceFigures};
use jiff::civil::Date;

/// What a mail is about.
pub(super) struct About<'a> {
    pub name: &'a str,
    pub first: Date,
    pub last: Date,
    /// The address of the table, without signing in.
    pub file: &'a str,
    /// The address of the report in the workspace.
    pub screen: &'a str,
    /// The last day on which `file` works.
    pub until: Date,
}

/// The figures that stand in a mail.
pub(super) enum Figures {
    Performance {
        created: i64,
        replies: i64,
        resolved: i64,
        reopened: i64,
        first_reply: Option<i64>,
        resolution: Option<i64>,
    },
    Calls {
        inbound: i64,
        answered: i64,
        missed: i64,
        outbound: i64,
        wait: Option<i64>,
        talk: Option<i64>,
    },
}

impl Figures {
    pub fn of_performance(total: &PerformanceFigures) -> Self {
        Self::Performance {
            created: total.created,
            replies: total.replies,
            resolved: total.resolved,
            reopened: total.reopened,
            first_reply: total.first_reply.median,
            resolution: total.resolution.median,
        }
    }

    pub fn of_calls(total: &CallFigures) -> Self {
        Self::Calls {
            inbound: total.inbound,
            answered: total.answered,
            missed: total.missed,
            outbound: total.outbound,
            wait: total.wait.median,
            talk: total.talk.median,
        }
    }

    /// Whether nothing happened.
    pub fn are_none(&self) -> bool {
        match self {
            Self::Performance { created, replies, resolved, reopened, .. } => {
                created + replies + resolved + reopened == 0
            }
            Self::Calls { inbound, outbound, .. } => inbound + outbound == 0,
        }
    }

    /// A line for each.
    fn lines(&self, language: &str) -> String {
        let named: [(&str, String); 6] = match self {
            Self::Performance { created, replies, resolved, reopened, first_reply, resolution } => {
                let names = match language {
                    "ms" => [
                        "Tiket baharu",
                        "Balasan",
                        "Selesai",
                        "Dibuka semula",
                        "Balasan pertama (median)",
                        "Penyelesaian (median)",
                    ],
                    "zh" => [
                        "新工单",
                        "回复",
                        "已解决",
                        "重新打开",
                        "首次回复（中位数）",
                        "解决时间（中位数）",
                    ],
                    _ => [
                        "New tickets",
                        "Replies",
                        "Resolved",
                        "Reopened",
                        "First reply (median)",
                        "Resolution (median)",
                    ],
                };
                let values = [created, replies, resolved, reopened].map(i64::to_string);
                let [a, b, c, d] = values;
                let [e, f] = [*first_reply, *resolution].map(|seconds| length(seconds, language));
                pairs(names, [a, b, c, d, e, f])
            }
            Self::Calls { inbound, answered, missed, outbound, wait, talk } => {
                let names = match language {
                    "ms" => [
                        "Panggilan masuk",
                        "Dijawab",
                        "Terlepas",
                        "Panggilan keluar",
                        "Menunggu (median)",
                        "Perbualan (median)",
                    ],
                    "zh" => ["来电", "已接听", "未接", "去电", "等待（中位数）", "通话（中位数）"],
                    _ => [
                        "Inbound calls",
                        "Answered",
                        "Missed",
                        "Outbound calls",
                        "Wait (median)",
                        "Talk (median)",
                    ],
                };
                let [a, b, c, d] = [inbound, answered, missed, outbound].map(i64::to_string);
                let [e, f] = [*wait, *talk].map(|seconds| length(seconds, language));
                pairs(names, [a, b, c, d, e, f])
            }
        };
        named.iter().map(|(name, value)| format!("{name}: {value}\n")).collect()
    }
}

fn pairs(names: [&'static str; 6], values: [String; 6]) -> [(&'static str, String); 6] {
    let mut values = values.into_iter();
    names.map(|name| (name, values.next().unwrap_or_default()))
}

/// A length of time in its two largest units.
fn length(seconds: Option<i64>, language: &str) -> String {
    let Some(seconds) = seconds else { return "–".to_owned() };
    let [day, hour, minute, second] = match language {
        "ms" => ["hari", "jam", "min", "s"],
        "zh" => ["天", "小时", "分", "秒"],
        _ => ["d", "h", "min", "s"],
    };
    let units = [(86_400, day), (3_600, hour), (60, minute), (1, second)];
    let first = units.iter().position(|(size, _)| seconds >= *size).unwrap_or(units.len() - 1);
    let mut rest = seconds;
    let mut told = vec![];
    for (size, name) in units.iter().skip(first).take(2) {
        let count = rest / size;
        rest %= size;
        if count > 0 || told.is_empty() {
            told.push(format!("{count} {name}"));
        }
    }
    told.join(" ")
}

/// Subject and text.
pub(super) fn report(
    (language, person): (&str, &str),
    about: &About<'_>,
    figures: &Figures,
) -> (String, String) {
    let About { name, first, last, file, screen, until } = about;
    let lines = figures.lines(language);
    let days =
        |to: &str| if first == last { first.to_string() } else { format!("{first} {to} {last}") };
    match language {
        "ms" => {
            let days = days("hingga");
            (
                format!("{name}: {days}"),
                format!(
                    "Salam {person},\n\n{name}, {days}:\n\n{lines}\n\
                     Jadual dilampirkan. Anda boleh memuat turunnya sekali lagi di sini sehingga {until}:\n{file}\n\n\
                     Laporan di meja bantuan:\n{screen}\n"
                ),
            )
        }
        "zh" => {
            let days = days("至");
            (
                format!("{name}：{days}"),
                format!(
                    "{person}，您好：\n\n{name}，{days}：\n\n{lines}\n\
                     表格见附件。{until} 之前可在此再次下载：\n{file}\n\n在服务台查看报表：\n{screen}\n"
                ),
            )
        }
        _ => {
            let days = days("to");
            (
                format!("{name}: {days}"),
                format!(
                    "Hello {person},\n\n{name}, {days}:\n\n{lines}\n\
                     The table is attached. You can download it again here until {until}:\n{file}\n\n\
                     The report on the desk:\n{screen}\n"
                ),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn lengths_have_two_units_at_most() {
        for (seconds, told) in [
            (None, "–"),
            (Some(0), "0 s"),
            (Some(59), "59 s"),
            (Some(3_600), "1 h"),
            (Some(3_725), "1 h 2 min"),
            (Some(90_061), "1 d 1 h"),
        ] {
            assert_eq!(length(seconds, "en"), told);
        }
        assert_eq!(length(Some(3_725), "zh"), "1 小时 2 分");
    }

    #[test]
    fn the_mail_says_what_it_is_about() {
        let about = About {
            name: "Week",
            first: date(2026, 11, 16),
            last: date(2026, 11, 22),
            file: "https://desk.example.com/api/report/sent/1.2.x",
            screen: "https://desk.example.com/report/call?from=2026-11-16",
            until: date(2026, 11, 30),
        };
        let figures = Figures::Calls {
            inbound: 7,
            answered: 5,
            missed: 2,
            outbound: 0,
            wait: Some(9),
            talk: None,
        };
        for (language, subject, line) in [
            ("en", "Week: 2026-11-16 to 2026-11-22", "Answered: 5\n"),
            ("ms", "Week: 2026-11-16 hingga 2026-11-22", "Dijawab: 5\n"),
            ("zh", "Week：2026-11-16 至 2026-11-22", "已接听: 5\n"),
        ] {
            let (told, text) = report((language, "Ann"), &about, &figures);
            assert_eq!(told, subject);
            for part in [line, about.file, about.screen, "2026-11-30"] {
                assert!(text.contains(part), "{language} lacks {part}: {text}");
            }
        }
        let one = About { last: about.first, ..about };
        assert_eq!(report(("en", "Ann"), &one, &figures).0, "Week: 2026-11-16");
        assert!(!figures.are_none());
    }
}
