//! Reports that go by mail at set times: the figures in the mail, the table as a file, and a link that expires.
//!
//! Admins keep them ([`admin`]); [`timing`] says when one goes out and about which days; [`run`] sends it,
//! each mail in a job of its own, to those who may see reports at that moment; [`link`] serves the file
//! again while the link in a mail works.

mod admin;
mod link;
mod mail_texts;
mod model;
mod run;
mod store;
mod timing;

pub(super) use model::{ScheduledReport, ScheduledReportDraft, ScheduledReports};
pub(super) use run::job_handlers;

use crate::room_events;
use serde::Serialize;
use utoipa::ToSchema;

room_events! {
    event_shapes:
    ReportSchedulesChanged => "reportSchedulesChanged",
}

/// The client's scheduled reports are others, or one of them went out.
#[derive(Serialize, ToSchema)]
pub struct ReportSchedulesChanged {}
