//! A visit's states, and what each of them means for the page: pure.

/// Where a visit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitState {
    New,
    Queued,
    Accepted,
    Active,
    Ended,
    Converted,
}

impl VisitState {
    /// From its column.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text {
            "queued" => Self::Queued,
            "accepted" => Self::Accepted,
            "active" => Self::Active,
            "ended" => Self::Ended,
            "converted" => Self::Converted,
            _ => Self::New,
        }
    }
}

/// The `result` of the info call.
#[must_use]
pub fn info_result(state: VisitState, rated: bool, agents_online: bool) -> &'static str {
    match state {
        VisitState::New if !agents_online => "noAgent",
        VisitState::New | VisitState::Queued | VisitState::Accepted | VisitState::Active => {
            "success"
        }
        VisitState::Converted => "converted",
        VisitState::Ended if rated => "closed",
        VisitState::Ended => "rating",
    }
}

/// Whether the form may be registered now: after an agent took the visitor, or as a message left
/// while nobody is online.
#[must_use]
pub fn may_register(state: VisitState, agents_online: bool) -> bool {
    match state {
        VisitState::Accepted => true,
        VisitState::New | VisitState::Queued => !agents_online,
        VisitState::Active | VisitState::Ended | VisitState::Converted => false,
    }
}

/// What is signed: the link and the hash of the secret in the browser that holds it. Pure.
#[must_use]
pub fn signed(token: &str, holder: &str) -> Vec<u8> {
    format!("{token}.{holder}").into_bytes()
}

/// The purpose under which a visit's session is signed.
#[must_use]
pub fn csrf_purpose() -> &'static str {
    "livechat/visit"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_told_what_to_show() {
        use VisitState::{Accepted, Active, Converted, Ended, New, Queued};
        assert_eq!(info_result(New, false, true), "success");
        assert_eq!(info_result(New, false, false), "noAgent");
        assert_eq!(info_result(Queued, false, false), "success");
        assert_eq!(info_result(Active, false, false), "success");
        assert_eq!(info_result(Ended, false, true), "rating");
        assert_eq!(info_result(Ended, true, true), "closed");
        assert_eq!(info_result(Converted, false, true), "converted");
        assert!(may_register(Accepted, true));
        assert!(!may_register(Queued, true));
        assert!(may_register(New, false));
        assert!(!may_register(Active, false));
    }
}
