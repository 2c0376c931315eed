//! The widget: a page of live chat in a frame on a client's own sites.
//!
//! A site has one script tag. The script carries how the widget looks, so that its button is drawn without
//! another call; the frame is the visitors' page, which only the sites on the list may embed (decision
//! 0033).

mod admin;
mod check;
mod identity;
mod model;
mod public;
mod store;

pub(super) use identity::VisitorIdentity;
pub(super) use model::{LivechatWidget, LivechatWidgetDraft, WidgetSecret};
