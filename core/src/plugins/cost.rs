//! For the benchmark only: many calls in one instance, which the host never does for real.

use super::{
    account::{Account, CallError},
    bindings::{types::Header, webhook::exports::patchbay::plugin::webhook::Request},
    convert,
    host::Host,
    manifest::Interface,
    model::WebhookRequest,
};
use std::time::Duration;

impl Host {
    /// Hands the same webhook request to one instance `times` times and says how long that took in
    /// all, instantiation not counted. The difference to `webhook` is what isolation costs.
    #[doc(hidden)]
    pub async fn repeat_webhook(
        &self,
        account: &Account,
        request: &WebhookRequest,
        times: u32,
    ) -> Result<Duration, CallError> {
        let mut run = self.begin(account, Interface::Webhook, "webhook").await?;
        let request = Request {
            method: request.method.clone(),
            path: request.path.clone(),
            query: request.query.clone(),
            headers: request
                .headers
                .iter()
                .map(|(name, value)| Header { name: name.clone(), value: value.clone() })
                .collect(),
            body: request.body.clone(),
            verified: request.verified.clone(),
        };
        let missing = || CallError::Missing { interface: "webhook".to_owned() };
        let linked = run.guest.clone();
        let pre = linked.webhook.as_ref().ok_or_else(missing)?;
        let failed = |e: wasmtime::Error| CallError::Trapped {
            message: e.root_cause().to_string(),
            backtrace: String::new(),
        };
        let guest = pre.instantiate_async(&mut run.store).await.map_err(failed)?;
        let began = tokio::time::Instant::now();
        for _ in 0..times {
            let answer = guest
                .patchbay_plugin_webhook()
                .call_handle(&mut run.store, &run.account, &request)
                .await
                .map_err(failed)?;
            let (_, batch) = answer.map_err(|f| CallError::Failure(convert::failure(f)))?;
            convert::batch(&mut run.store.data_mut().table, batch).map_err(failed)?;
        }
        Ok(began.elapsed())
    }
}
