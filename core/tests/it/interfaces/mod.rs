//! The interfaces beyond webhook, poll and mail, lived through by the whole guest.

mod automation;
mod contents;
mod edits;
mod parts;
mod people;
mod receipts;
mod sign_in;
mod socket;
mod timers;
mod told;
