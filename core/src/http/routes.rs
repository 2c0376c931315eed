//! Registering handlers with their types erased.
//!
//! A handler's future holds everything the handler awaits, down to the database driver. axum asks of each of
//! its layers over a handler whether that future is [`Send`], and the compiler walks the whole tree for every
//! question: some forty times for each of 420 handlers, a third of the core's compile time. [`erased`] asks
//! once and hands axum one type for all handlers of a room.

use axum::{extract::Request, handler::Handler, response::Response};
use std::{future::Future, pin::Pin, sync::Arc};

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler of rooms with the state `S`, whatever its own type was.
pub struct Erased<S>(Arc<dyn Fn(Request, S) -> Answering + Send + Sync>);

impl<S> Clone for Erased<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: 'static> Handler<(), S> for Erased<S> {
    type Future = Answering;

    fn call(self, request: Request, state: S) -> Answering {
        (self.0)(request, state)
    }
}

/// The same handler under one type. [`routes!`](crate::http::routes) calls it for each handler.
pub fn erased<H: Handler<T, S>, T: 'static, S: 'static>(handler: H) -> Erased<S> {
    Erased(Arc::new(move |request, state| Box::pin(handler.clone().call(request, state))))
}

/// Registers handlers that carry `#[utoipa::path]` and share an address, as
/// [`utoipa_axum::routes!`] does, but [`erased`].
macro_rules! routes {
    ($($handler:path),+ $(,)?) => {{
        use utoipa_axum::PathItemExt as _;
        let mut paths = utoipa::openapi::path::Paths::new();
        let mut schemas = Vec::new();
        let mut methods = axum::routing::MethodRouter::new();
        $(
            let (path, item, types) = utoipa_axum::routes!(@resolve_types $handler : schemas);
            for method in &types {
                methods = methods.on(method.to_method_filter(), $crate::http::erased($handler));
            }
            paths.add_path_operation(&path, types, item);
        )+
        (schemas, paths, methods)
    }};
}
pub(crate) use routes;
