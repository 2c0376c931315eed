//! Admission: which programs may ask, and how often.

use super::{Mcp, setting::McpSetting};
use crate::{accounts::Program, http::Problem};

/// Requests of one key in a minute, on each node.
pub(super) const PER_MINUTE: i64 = 120;

/// What is counted: a request with a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ProgramRequest;

impl Mcp {
    /// Lets a program in, and gives what its client's admins decided.
    ///
    /// # Errors
    /// `forbidden` while the client has it switched off; `rate_limited` with the seconds to wait.
    pub(super) async fn admit(&self, program: &Program) -> Result<McpSetting, Problem> {
        let setting = self.setting(program.caller.client_id).await?;
        if !setting.on {
            let text = "Assistants are switched off for this desk. An admin can switch them on in the \
                        settings, where the API keys are.";
            return Err(Problem::forbidden(text));
        }
        let limit = (PER_MINUTE, self.clock.now_ms());
        let key = program.key_id.to_string();
        let text = "This API key asked too often.";
        self.0.rates.count(ProgramRequest, &key, limit, text)?;
        Ok(setting)
    }
}
