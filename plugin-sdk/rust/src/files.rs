//! Files that a provider loads from the desk instead of being handed their bytes.

use crate::outgoing::Message;
use crate::types::{Account, Detail, Failure};
use serde_json::Value;

/// A file of an outgoing message, and where it can be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileUrl {
    /// The signed address: whoever has it can load the file for seven days, without signing in.
    pub url: String,
    /// Its media type.
    pub mime: String,
    /// Its name, where it has one.
    pub filename: Option<String>,
    /// `image`, `video`, `audio`, `voice`, `sticker` or `document`.
    pub kind: String,
    /// In bytes, where it is known.
    pub size: Option<u64>,
}

impl Message {
    /// The message's files with their addresses, in the order of `attachments`. Addresses are signed
    /// anew for each attempt, so two attempts differ in them.
    ///
    /// # Errors
    /// A permanent failure with the code `media.no-address` when there are files, and the desk has no
    /// address that others can reach.
    pub fn file_urls(&self, account: &Account) -> Result<Vec<FileUrl>, Failure> {
        let listed = self.extras.iter().find(|(name, _)| name == "attachment-json");
        let listed: Vec<Value> =
            listed.and_then(|(_, list)| serde_json::from_str(list).ok()).unwrap_or_default();
        let base = account.public_url.trim_end_matches('/');
        let files = self.attachments.iter().enumerate();
        files
            .map(|(place, file)| {
                let about = listed.get(place).unwrap_or(&Value::Null);
                let url = match about["url"].as_str() {
                    Some(url) if url.starts_with("http") => url.to_owned(),
                    Some(path) if base.starts_with("http") => format!("{base}{path}"),
                    _ => return Err(Failure::Permanent(no_address())),
                };
                Ok(FileUrl {
                    url,
                    mime: file.mime.clone(),
                    filename: file.filename.clone(),
                    kind: file.kind.clone(),
                    size: about["size"].as_u64(),
                })
            })
            .collect()
    }
}

fn no_address() -> Detail {
    Detail::new(
        "media.no-address",
        "The provider loads files from this desk, and this desk has no public address. Ask its \
         operator to set server.public_url, or send the text alone.",
    )
}

#[cfg(test)]
mod tests {
    use super::FileUrl;
    use crate::effects::Attachment;
    use crate::outgoing::Message;
    use crate::types::{Account, Failure};
    use serde_json::json;

    fn account(public_url: &str) -> Account {
        Account {
            id: "7".into(),
            config: "{}".into(),
            public_url: public_url.into(),
            extras: vec![],
        }
    }

    fn message(listed: &serde_json::Value) -> Message {
        let file = Attachment {
            blob: None,
            mime: "image/png".into(),
            filename: Some("a.png".into()),
            kind: "image".into(),
            content_id: None,
        };
        Message {
            op_id: "op-1".into(),
            attempt: 1,
            prior_unknown: false,
            thread: "t".into(),
            channel: "C".into(),
            recipient: "p".into(),
            ticket: "1".into(),
            subject: None,
            text: None,
            html: None,
            reply_to: None,
            references: vec![],
            to: vec![],
            cc: vec![],
            attachments: vec![file],
            contents: vec![],
            agent_name: "Ann".into(),
            extras: vec![("attachment-json".into(), listed.to_string())],
        }
    }

    #[test]
    fn files_have_the_desks_signed_addresses() {
        let listed = json!([{ "id": 4, "url": "/api/attachments/4?s=x", "size": 9 }]);
        let expected = FileUrl {
            url: "https://desk.example/api/attachments/4?s=x".into(),
            mime: "image/png".into(),
            filename: Some("a.png".into()),
            kind: "image".into(),
            size: Some(9),
        };
        let account = account("https://desk.example/");
        assert_eq!(message(&listed).file_urls(&account).expect("addresses"), [expected]);
        let whole = message(&json!([{ "url": "https://cdn.example/4" }])).file_urls(&account);
        assert_eq!(whole.expect("addresses")[0].url, "https://cdn.example/4");
    }

    #[test]
    fn without_a_public_address_there_are_none() {
        let listed = json!([{ "url": "/api/attachments/4" }]);
        for (account, listed) in [
            (account(""), listed),
            (account("https://desk.example"), json!([])),
            (account("https://desk.example"), json!("rubbish")),
        ] {
            let failure = message(&listed).file_urls(&account);
            let code = |failure: Failure| failure.detail().map(|detail| detail.code.clone());
            assert_eq!(failure.map_err(code), Err(Some("media.no-address".to_owned())));
        }
        let none = Message { attachments: vec![], ..message(&json!([])) };
        assert_eq!(none.file_urls(&account("")).expect("nothing to load"), []);
    }
}
