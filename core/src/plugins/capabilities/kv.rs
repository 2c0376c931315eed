//! Reading what the account stored in earlier batches. Writing happens only through a batch.

use crate::plugins::state::{CallState, Stop};

/// No batch can write a longer key.
const KEY_MAX: usize = crate::plugins::batch_limits::KEY_MAX;

/// The value of a key; a failing store ends the call as worth another try.
pub async fn get(state: &mut CallState, key: &str) -> wasmtime::Result<Option<Vec<u8>>> {
    let kv = state.kv.clone();
    if key.len() > KEY_MAX {
        return Ok(None);
    }
    state.meter.pause();
    let found = kv.get(key).await;
    state.meter.resume();
    match found {
        Ok(value) => {
            state.count_kv(value.as_ref().map_or(0, Vec::len))?;
            Ok(value)
        }
        Err(e) => state.stop(Stop::Host(format!("the account's store cannot be read: {e}"))),
    }
}
