//! The rows of the matrix: what a channel may be able to do, and where a manifest says that it can.

use serde_json::Value;

/// One capability.
pub struct Row {
    /// What `channels.toml` calls it.
    pub id: &'static str,
    pub title: &'static str,
    pub declared: Declared,
}

/// Where a manifest declares a capability.
pub enum Declared {
    Nowhere,
    /// A value there is neither absent nor `false`.
    At(&'static str),
    /// Files of such a media type go out.
    Media(&'static str),
    Interface(&'static str),
}

use Declared::{At, Interface, Media, Nowhere};

const fn row(id: &'static str, title: &'static str, declared: Declared) -> Row {
    Row { id, title, declared }
}

/// What stands below the title of a section.
pub const OTHERS: &str = "\
Tests of `plugin-sdk/checks`, which hold our stand-ins and plugins against libraries that nobody here \
wrote (`cargo xtask test independent`). Where there is — no maintained library was found that checks \
it, and the stand-in of the simulator is a double of our own: it agrees with our reading of the \
provider's documentation, and proves no more. Email is also tested with Dovecot and Postfix, by the \
core's tests.
";

/// Title, what stands below it, and the rows.
pub const SECTIONS: &[(&str, &str, &[Row])] = &[
    (
        "What comes in",
        "",
        &[
            row("text", "Text", Nowhere),
            row("picture", "Picture", Nowhere),
            row("video", "Video", Nowhere),
            row("voice", "Voice or sound", Nowhere),
            row("document", "Document", Nowhere),
            row("sticker", "Sticker", Nowhere),
            row("location", "Location", Nowhere),
            row("contact", "Contact card", Nowhere),
            row("reply", "Reply or quote", Nowhere),
            row("reaction", "Reaction", Nowhere),
            row("edit", "Edit", Nowhere),
            row("unsend", "Unsend", Nowhere),
            row("button", "Answer to a button", Nowhere),
            row("group", "Group or public thread", Nowhere),
            row("referral", "Referral", Nowhere),
            row("typing", "Typing", Nowhere),
            row("call", "Telephone call", Nowhere),
            row("recording", "Recording of a call", Nowhere),
            row("unknown", "Unknown kind, kept", Nowhere),
        ],
    ),
    (
        "What goes out",
        "",
        &[
            row("send-text", "Text", Nowhere),
            row("split", "Long text in pieces", Nowhere),
            row("send-picture", "Picture", Media("image")),
            row("send-video", "Video", Media("video")),
            row("send-sound", "Sound", Media("audio")),
            row("send-document", "Document", Media("application")),
            row("send-location", "Location", At("/send/location")),
            row("send-contact", "Contact card", At("/send/contact")),
            row("send-reply", "Reply or quote", At("/send/reply_to")),
            row("send-reaction", "Reaction", At("/send/react")),
            row("send-buttons", "Buttons", At("/send/buttons_max")),
            row("send-quick-replies", "Quick replies", At("/send/quick_replies_max")),
            row("send-template", "Template", At("/send/templates")),
            row("send-typing", "Typing", At("/send/typing")),
            row("send-read", "Mark as read", At("/send/read")),
            row("send-edit", "Edit", At("/send/edit")),
            row("send-delete", "Delete", At("/send/delete")),
            row("send-call", "Calls made and steered", Interface("calls")),
        ],
    ),
    (
        "The connection",
        "",
        &[
            row("check", "Check of the settings", Nowhere),
            row("connect", "Webhook registered by saving", Nowhere),
            row("handshake", "Handshake", Nowhere),
            row("signature", "Signature or secret of the webhook", At("/webhook/verify")),
            row("pull", "Asking for what is new", Interface("poll")),
            row("oauth", "Sign-in at the provider", Interface("oauth")),
            row("oauth-refresh", "Sign-in renewed", At("/oauth/main/refresh_token")),
            row("delivered", "Receipt: delivered", Nowhere),
            row("read", "Receipt: read", Nowhere),
            row("failed", "Receipt: failed", Nowhere),
            row("window", "Window for answers", At("/send/window")),
            row("profile", "Profile", Interface("directory")),
            row("avatar", "Picture of the person", Nowhere),
            row("rate-limit", "Waits when told to", Nowhere),
        ],
    ),
    (
        "Checked by libraries of others",
        OTHERS,
        &[
            row("others-signature", "Signature or secret of the webhook", Nowhere),
            row("others-reader", "Second reader of what comes in", Nowhere),
            row("others-writer", "Second writer of what comes in", Nowhere),
            row("others-client", "Second client of the provider's API", Nowhere),
            row("others-out", "Second reader of what goes out", Nowhere),
        ],
    ),
];

/// Every row.
pub fn all() -> impl Iterator<Item = &'static Row> {
    SECTIONS.iter().flat_map(|(_, _, rows)| rows.iter())
}

impl Row {
    /// How the manifest declares it, if it does.
    pub fn declared_by(&self, manifest: &Value) -> Option<String> {
        let listed = |at: &str, fits: &dyn Fn(&str) -> bool| {
            let list = manifest.pointer(at).and_then(Value::as_array);
            list.is_some_and(|list| list.iter().filter_map(Value::as_str).any(fits))
        };
        match self.declared {
            Nowhere => None,
            At(at) => {
                let said = manifest.pointer(at)?;
                let key = at.trim_start_matches('/').replace('/', ".");
                (said != false).then(|| format!("`{key}`"))
            }
            Media(top) => listed("/send/media", &|one| {
                one == "*/*" || one.strip_prefix(top).is_some_and(|rest| rest.starts_with('/'))
            })
            .then(|| format!("`send.media` of {top}")),
            Interface(name) => {
                listed("/interfaces", &|one| one == name).then(|| format!("the interface `{name}`"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn declared(id: &str, manifest: &Value) -> Option<String> {
        all().find(|row| row.id == id).and_then(|row| row.declared_by(manifest))
    }

    #[test]
    fn a_manifest_declares_by_flags_media_and_interfaces() {
        let manifest = json!({
            "interfaces": ["outbound", "directory"],
            "send": { "typing": true, "read": false, "buttons_max": 3, "media": ["image/png"] },
        });
        assert_eq!(declared("send-typing", &manifest).as_deref(), Some("`send.typing`"));
        assert_eq!(declared("send-read", &manifest), None);
        assert!(declared("send-buttons", &manifest).is_some());
        assert!(declared("send-picture", &manifest).is_some());
        assert_eq!(declared("send-video", &manifest), None);
        assert!(declared("profile", &manifest).is_some());
        assert_eq!(declared("text", &manifest), None);
    }
}
