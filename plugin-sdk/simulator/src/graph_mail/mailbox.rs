//! One mailbox: its mails, drafts among them, and the numbered list of what changed. Pure.
use bytes::Bytes;
use serde_json::{Value, json};

use crate::letters::mime;

/// A file of a draft.
#[derive(Debug, Clone)]
pub struct Attached {
    pub id: String,
    pub name: String,
    pub mime: String,
    pub inline: bool,
    pub content_id: Option<String>,
    pub bytes: Bytes,
}

/// A mail.
#[derive(Debug, Clone)]
pub struct Item {
    pub id: String,
    /// With its brackets.
    pub message_id: String,
    pub conversation: String,
    pub raw: Bytes,
    pub at_ms: i64,
    /// `inbox`, `drafts` or `sentitems`.
    pub folder: &'static str,
    pub attached: Vec<Attached>,
    /// Deleted: only its id is told.
    pub removed: bool,
    /// When it changed, in the order of changes.
    change: u64,
}

impl Item {
    pub fn is_draft(&self) -> bool {
        self.folder == "drafts"
    }

    /// As the API shows it.
    pub fn shown(&self) -> Value {
        let head = |name: &str| mime::header(&self.raw, name).unwrap_or_default();
        let (name, address) = mime::mailbox(&head("from"));
        let text = mime::text(&self.raw);
        let preview: String = text.chars().take(255).collect();
        let at = crate::described::iso(self.at_ms);
        let at = format!("{}Z", &at[..19]);
        json!({
            "@odata.etag": format!("W/\"{}\"", self.change), "id": self.id,
            "internetMessageId": self.message_id, "conversationId": self.conversation,
            "subject": head("subject"), "bodyPreview": preview.trim(),
            "isDraft": self.is_draft(), "receivedDateTime": at, "sentDateTime": at,
            "hasAttachments": !self.attached.is_empty(),
            "from": { "emailAddress": { "name": name, "address": address } },
        })
    }

    /// What it weighs with its files.
    pub fn size(&self) -> usize {
        self.raw.len() + self.attached.iter().map(|one| one.bytes.len()).sum::<usize>()
    }
}

/// All of it.
#[derive(Debug, Default)]
pub struct Mailbox {
    pub items: Vec<Item>,
    changes: u64,
    /// Places in the list of changes that were given before are no longer known.
    pub epoch: u64,
}

impl Mailbox {
    fn add(&mut self, id: &str, raw: Vec<u8>, folder: &'static str) -> &Item {
        self.changes += 1;
        let own = mime::header(&raw, "message-id");
        let message_id = own.unwrap_or_else(|| format!("<{id}@{}>", super::TENANT));
        let named = ["in-reply-to", "references"].map(|name| mime::header(&raw, name));
        let named: String = named.into_iter().flatten().collect();
        // A conversation is told by what a mail answers, else it is a new one.
        let known = self.items.iter().find(|item| named.contains(&item.message_id));
        let conversation =
            known.map_or_else(|| format!("AAQk-{id}"), |one| one.conversation.clone());
        self.items.push(Item {
            id: id.to_owned(),
            message_id,
            conversation,
            raw: raw.into(),
            at_ms: crate::clock::now_ms(),
            folder,
            attached: Vec::new(),
            removed: false,
            change: self.changes,
        });
        self.items.last().expect("it was just put there")
    }

    /// A mail from outside.
    pub fn arrive(&mut self, id: &str, raw: Vec<u8>) {
        self.add(id, raw, "inbox");
    }

    /// A draft.
    pub fn draft(&mut self, id: &str, raw: Vec<u8>) -> Item {
        self.add(id, raw, "drafts").clone()
    }

    pub fn get(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id && !item.removed)
    }

    /// A mail that is about to change.
    pub fn change(&mut self, id: &str) -> Option<&mut Item> {
        self.changes += 1;
        let changes = self.changes;
        let item = self.items.iter_mut().find(|item| item.id == id && !item.removed)?;
        item.change = changes;
        Some(item)
    }

    /// The number of the last change.
    pub fn last_change(&self) -> u64 {
        self.changes
    }

    /// What changed in a folder after a place, oldest first, and the place after each.
    pub fn changed(&self, folder: &str, after: u64, since: &str) -> Vec<(u64, Value)> {
        let fits = |item: &&Item| item.folder == folder && item.change > after;
        let mut found: Vec<(u64, Value)> = self
            .items
            .iter()
            .filter(fits)
            // What is gone is told only to those who may know it.
            .filter(|item| !(item.removed && after == 0))
            .map(|item| {
                let gone = json!({
                    "@odata.type": "#microsoft.graph.message", "id": item.id,
                    "@removed": { "reason": "deleted" },
                });
                (item.change, if item.removed { gone } else { item.shown() })
            })
            .filter(|(_, shown)| {
                let at = shown["receivedDateTime"].as_str();
                at.is_none_or(|at| since.is_empty() || at >= since)
            })
            .collect();
        found.sort_by_key(|(change, _)| *change);
        found
    }
}
