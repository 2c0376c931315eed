//! How long after the customer's last message an agent may write freely. Pure.

use serde::Serialize;
use utoipa::ToSchema;

/// A channel's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ReplyWindowRule)]
pub struct WindowRule {
    pub hours: u32,
    pub after: After,
}

/// What may be sent when the window is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AfterWindow)]
pub enum After {
    /// Only an approved template.
    Template,
    Nothing,
}

/// A ticket's window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ReplyWindow)]
pub struct Window {
    /// When it closes or closed; 0 when the customer has never written.
    pub until: i64,
    pub after: After,
    pub open: bool,
}

/// The window of a ticket whose customer wrote last at this time.
#[must_use]
pub fn window(rule: Option<WindowRule>, last_in_at: Option<i64>, now: i64) -> Option<Window> {
    let rule = rule?;
    let until = last_in_at.map_or(0, |at| at.saturating_add(i64::from(rule.hours) * 3_600_000));
    Some(Window { until, after: rule.after, open: now < until })
}

/// Whether a reply may be sent now; else why not.
///
/// # Errors
/// A sentence for the agent.
pub fn check(
    rule: Option<WindowRule>,
    window: Option<Window>,
    template: bool,
) -> Result<(), String> {
    let (Some(rule), Some(window)) = (rule, window) else { return Ok(()) };
    if window.open || (template && window.after == After::Template) {
        return Ok(());
    }
    let since = if window.until == 0 {
        "The customer has not written in this conversation yet".to_owned()
    } else {
        format!("The customer last wrote more than {} hours ago", rule.hours)
    };
    Err(match window.after {
        After::Template => format!("{since}; until they write again, send an approved template."),
        After::Nothing => format!("{since}; this channel takes nothing until they write again."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_closes_so_many_hours_after_the_last_word() {
        let rule = |after| Some(WindowRule { hours: 24, after });
        let day = 24 * 3_600_000;
        let at = |last, now| window(rule(After::Template), last, now).unwrap();
        assert_eq!(window(None, Some(1), 2), None);
        assert_eq!(
            at(Some(1_000), 2_000),
            Window { until: day + 1_000, after: After::Template, open: true }
        );
        assert!(!at(Some(1_000), day + 1_000).open);
        assert_eq!((at(None, 5).until, at(None, 5).open), (0, false));
        for (after, template, open, allowed) in [
            (After::Template, false, true, true),
            (After::Template, false, false, false),
            (After::Template, true, false, true),
            (After::Nothing, true, false, false),
            (After::Nothing, false, true, true),
        ] {
            let window = Some(Window { until: 1, after, open });
            assert_eq!(
                check(rule(after), window, template).is_ok(),
                allowed,
                "{after:?} {template} {open}"
            );
        }
        assert!(check(None, None, false).is_ok());
    }
}
