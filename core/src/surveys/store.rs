//! The SQL of surveys, their invitations and what was answered.

mod answers;
mod invitations;
mod surveys;

pub use answers::ratings;
pub(super) use answers::{Open, answer, answered, by_token_across_clients, open};
pub(super) use invitations::{
    Sent, by_key, expire_others, invitation, not_sent, of_ticket, plan, planned, sent, standing,
    ticket,
};
pub(super) use surveys::{any_waits, change, count, delete, insert, list, one, waiting};
