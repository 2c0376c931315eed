//! What plugins declare of their channels, for rooms that know no channel.

use crate::{channels::Channels, replies, reports};
use std::sync::Arc;

/// Which group a channel is counted in, as the plugins installed at that moment declare it.
pub(super) fn report_groups(channels: &Channels) -> reports::GroupOf {
    let channels = channels.clone();
    Arc::new(move |value| channels.report_group(value))
}

/// Which channels take signatures, as the plugins installed at that moment declare it.
pub(super) fn signs(channels: &Channels) -> replies::Signs {
    let channels = channels.clone();
    Arc::new(move |value| channels.signs(value))
}
