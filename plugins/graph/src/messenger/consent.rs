//! Who wants to be told of offers: Meta's marketing messages are asked for, stopped and resumed.

use crate::text;
use patchbay_plugin::prelude::*;
use patchbay_plugin::serde_json::Value;

/// What an `optin` says. `None`: it is of another kind, such as the button that begins a chat.
pub fn read(said: &Value, customer: &str, at_ms: u64) -> Option<Consent> {
    if text(said, "type") != Some("notification_messages") {
        return None;
    }
    let given = text(said, "notification_messages_status") != Some("STOP_NOTIFICATIONS");
    let about = text(said, "title").map(|title| format!(" ({title})")).unwrap_or_default();
    let words = if given { "takes marketing messages" } else { "takes no more marketing messages" };
    Some(Consent {
        thread: customer.to_owned(),
        contact: customer.to_owned(),
        everything: false,
        given,
        at_ms: Some(at_ms),
        text: Some(format!("The customer {words}{about}.")),
    })
}

#[cfg(test)]
mod tests {
    use super::read;
    use patchbay_plugin::serde_json::json;

    #[test]
    fn marketing_is_asked_for_stopped_and_resumed() {
        let told = |status: Option<&str>| {
            let mut said = json!({"type": "notification_messages", "title": "Offers"});
            if let Some(status) = status {
                said["notification_messages_status"] = json!(status);
            }
            let consent = read(&said, "7", 5).expect("a consent");
            (consent.given, consent.text.unwrap_or_default())
        };
        assert_eq!(told(None), (true, "The customer takes marketing messages (Offers).".into()));
        assert!(told(Some("RESUME_NOTIFICATIONS")).0);
        assert_eq!(
            told(Some("STOP_NOTIFICATIONS")),
            (false, "The customer takes no more marketing messages (Offers).".into())
        );
        assert_eq!(read(&json!({"ref": "shop"}), "7", 5), None);
        assert_eq!(read(&json!(null), "7", 5), None);
    }
}
