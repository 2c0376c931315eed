//! The SQL of surveys, their invitations and what was answered.

mod answers;
mod invitations;
mod places;
mod surveys;

pub(super) use answers::{Open, answer, answered, by_token_across_clients, open, ratings};
pub(super) use invitations::{
    Sent, by_key, expire_others, invitation, not_sent, of_ticket, plan, planned, sent, standing,
    ticket,
};
pub(super) use places::{
    any_waits, begin_at, behind_across_clients, hold_place, lock_place, set_place,
};
pub(super) use surveys::{change, count, delete, insert, list, one, waiting};
