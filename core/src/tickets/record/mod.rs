//! What a ticket and its messages are: their rows as views, their files, their history, who is
//! told of them, and the locks that keep two changes apart.

pub(in crate::tickets) mod announce;
pub(in crate::tickets) mod contact;
pub mod contents;
pub(in crate::tickets) mod expected_version;
pub(in crate::tickets) mod files;
pub(in crate::tickets) mod history;
pub mod insights;
pub(in crate::tickets) mod merge_group;
pub(in crate::tickets) mod origin;
pub(in crate::tickets) mod sanitise;
pub(in crate::tickets) mod view;
