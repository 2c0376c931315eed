//! How often a machine may write to somebody. Pure.

/// A rule does not write to the same address again within this time: "several days" in RFC 3834,
/// section 2, and the default of vacation responders (RFC 5230, section 4.1).
pub(super) const AGAIN_MS: i64 = 7 * 86_400_000;

/// The most of a kind of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// Whether anybody can claim to be the sender, as in mail. Where the provider vouches for senders
    /// a customer who asks twice is answered twice.
    pub forgeable: bool,
    /// To one recipient within a day, over all tickets.
    pub recipient_day: i64,
    /// In one ticket since a person of the desk answered there, or ever.
    pub ticket: i64,
    /// Of one client within an hour, to people nobody of the desk ever wrote to.
    pub strangers_hour: i64,
    /// Of one client within an hour.
    pub client_hour: i64,
}

pub(super) fn bounds(forgeable: bool) -> Bounds {
    if forgeable {
        Bounds { forgeable, recipient_day: 5, ticket: 3, strangers_hour: 100, client_hour: 2_000 }
    } else {
        Bounds {
            forgeable,
            recipient_day: 50,
            ticket: 20,
            strangers_hour: 2_000,
            client_hour: 5_000,
        }
    }
}

/// What is remembered of a recipient, a ticket and a client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct Standing {
    /// Answers of the same automation to the recipient within [`AGAIN_MS`].
    pub again: i64,
    pub recipient_day: i64,
    pub ticket: i64,
    pub strangers_hour: i64,
    pub client_hour: i64,
    /// Nobody of the desk has ever written to the contact.
    pub stranger: bool,
    /// The receiving server found that the newest message is not from whom it names.
    pub unproven: bool,
}

/// Why a machine keeps silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Unproven,
    Again,
    RecipientDay,
    Ticket,
    StrangersHour,
    ClientHour,
}

impl Refusal {
    /// The sentence that stands in the run of a rule, or beside a survey that was not sent.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Unproven => {
                "The sender of the last message did not pass SPF, DKIM or DMARC, so nobody is \
                 answered by itself. Write yourself if the message is genuine."
            }
            Self::Again => {
                "This rule wrote to the same address within the last 7 days, so it does not do so \
                 again (RFC 3834). Write yourself if an answer is needed."
            }
            Self::RecipientDay => {
                "This customer got as many automatic answers today as anybody may get. Write \
                 yourself if an answer is needed."
            }
            Self::Ticket => {
                "This ticket got as many automatic answers in a row as it may get. They go on after \
                 a person has answered."
            }
            Self::StrangersHour => {
                "Automatic answers to people nobody here ever wrote to have reached their number of \
                 this hour."
            }
            Self::ClientHour => "Automatic answers have reached their number of this hour.",
        }
    }
}

/// What speaks against one more answer; `once` for automations that write to an address once within
/// [`AGAIN_MS`].
pub(super) fn refusal(standing: &Standing, bounds: &Bounds, once: bool) -> Option<Refusal> {
    let reached = |count: i64, most: i64| count >= most;
    if bounds.forgeable && standing.unproven {
        Some(Refusal::Unproven)
    } else if bounds.forgeable && once && standing.again > 0 {
        Some(Refusal::Again)
    } else if reached(standing.recipient_day, bounds.recipient_day) {
        Some(Refusal::RecipientDay)
    } else if reached(standing.ticket, bounds.ticket) {
        Some(Refusal::Ticket)
    } else if standing.stranger && reached(standing.strangers_hour, bounds.strangers_hour) {
        Some(Refusal::StrangersHour)
    } else if reached(standing.client_hour, bounds.client_hour) {
        Some(Refusal::ClientHour)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_has_its_refusal() {
        let mail = bounds(true);
        let chat = bounds(false);
        let none = Standing::default();
        let cases = [
            (none, true, true, None),
            (Standing { again: 1, ..none }, true, true, Some(Refusal::Again)),
            // A survey has a setting of its own for that.
            (Standing { again: 1, ..none }, true, false, None),
            // Where the provider vouches for the sender, who asks twice is answered twice.
            (Standing { again: 9, ..none }, false, true, None),
            (Standing { unproven: true, ..none }, true, false, Some(Refusal::Unproven)),
            (Standing { unproven: true, ..none }, false, false, None),
            (Standing { recipient_day: 4, ..none }, true, true, None),
            (Standing { recipient_day: 5, ..none }, true, true, Some(Refusal::RecipientDay)),
            (Standing { recipient_day: 5, ..none }, false, true, None),
            (Standing { ticket: 2, ..none }, true, true, None),
            (Standing { ticket: 3, ..none }, true, true, Some(Refusal::Ticket)),
            (Standing { ticket: 20, ..none }, false, true, Some(Refusal::Ticket)),
            (Standing { strangers_hour: 100, ..none }, true, true, None),
            (
                Standing { strangers_hour: 100, stranger: true, ..none },
                true,
                true,
                Some(Refusal::StrangersHour),
            ),
            (Standing { client_hour: 1_999, ..none }, true, true, None),
            (Standing { client_hour: 2_000, ..none }, true, true, Some(Refusal::ClientHour)),
        ];
        for (standing, forgeable, once, expected) in cases {
            let bounds = if forgeable { mail } else { chat };
            assert_eq!(
                refusal(&standing, &bounds, once),
                expected,
                "{standing:?} {forgeable} {once}"
            );
        }
    }
}
