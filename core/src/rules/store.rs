//! The SQL of rules, macros and their runs.

mod facts;
mod macros;
mod rules;
mod runs;

pub(super) use facts::{FactRow, facts, past};
pub(super) use macros::{
    change_macro, count_macros, delete_macro, departments_of, insert_macro, macro_by_id, macro_ran,
    macros,
};
pub(super) use rules::{
    NewRule, change, count, count_enabled, delete, enabled, insert, last_position, list, one,
    rule_ran, set_position,
};
pub(super) use runs::{NewRun, begin_run, end_run, hour, page, prune_across_clients, run_by_key};
