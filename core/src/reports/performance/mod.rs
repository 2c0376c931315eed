//! How fast customers are answered and helped: what happened to tickets, kept as facts, and their figures.
//!
//! [`times`] decides which facts follow from what happened to a ticket. [`refresh`] reads what is new of
//! tickets and keeps the facts of it; [`consumer`] calls it for what the log tells, [`fill`] for tickets
//! that the log does not tell of. [`figures`] counts facts, [`rows`] answers with them, and [`opened`]
//! lists what a figure counts.

mod consumer;
mod figures;
pub(super) mod fill;
mod opened;
mod refresh;
mod rows;
mod scope;
mod store;
mod times;

pub(super) use figures::{Durations, Histogram, Performance, PerformanceFigures, PerformanceRow};
pub(super) use opened::OpenedFacts;
pub(super) use scope::{PerformanceQuery, ReportFigure, ReportGrouping};

use crate::{clock::Clock, db::Db};

/// What keeping facts needs. Cheap to clone.
#[derive(Clone)]
pub struct Facts {
    pub db: Db,
    pub clock: Clock,
}
