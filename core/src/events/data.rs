//! What events tell, as types: the name on the socket and the shape of the data belong together.

use super::{Audience, NewEvent};
use serde::Serialize;
use serde_json::json;
use utoipa::{
    ToSchema,
    openapi::{RefOr, Schema},
};

/// The data of an event. An event that came of a rule or a machine has a `cause` besides.
pub trait EventData: Serialize + ToSchema {
    /// The event's name, as frames carry it.
    const NAME: &'static str;
}

impl NewEvent {
    /// An event that is about no ticket.
    #[must_use]
    pub fn new<T: EventData>(client_id: i64, audience: Audience, data: &T, at_ms: i64) -> Self {
        Self { client_id, name: T::NAME, ticket_id: None, audience, data: json!(data), at_ms }
    }

    /// The same, about a ticket.
    #[must_use]
    pub fn about(self, ticket_id: i64) -> Self {
        Self { ticket_id: Some(ticket_id), ..self }
    }
}

/// An event as the description of the socket has it.
pub struct EventShape {
    pub name: &'static str,
    /// The schema of its data, by the name it has among `schemas`.
    pub data: String,
    /// That schema and those that it refers to.
    pub schemas: Vec<(String, RefOr<Schema>)>,
}

impl EventShape {
    /// The shape of an event's data.
    #[must_use]
    pub fn of<T: EventData>() -> Self {
        let data = T::name().into_owned();
        let mut schemas = vec![(data.clone(), T::schema())];
        T::schemas(&mut schemas);
        Self { name: T::NAME, data, schemas }
    }
}

/// Names the events of a room, each with the shape of its data, and lists them for the description.
#[macro_export]
macro_rules! room_events {
    ($list:ident: $($shape:ty => $name:literal,)*) => {
        $(impl $crate::events::EventData for $shape {
            const NAME: &'static str = $name;
        })*

        /// The shapes of these events.
        #[must_use]
        pub fn $list() -> Vec<$crate::events::EventShape> {
            vec![$($crate::events::EventShape::of::<$shape>()),*]
        }
    };
}
