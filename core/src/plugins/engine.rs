//! The wasmtime engine: one configuration for every plugin.

use super::epoch_ticker::Pulse;
use std::time::Duration;
use wasmtime::{Config, Enabled, Engine, InstanceAllocationStrategy, PoolingAllocationConfig};

/// How often the epoch moves while guests run. A guest is looked at this often, and another task
/// waits at most this long for it to yield.
pub const TICK: Duration = Duration::from_millis(1);

/// The largest single memory of a guest; the limiter's sum is usually lower.
const MEMORY_SLOT: usize = 512 << 20;

/// Table elements of one table and of one instance together.
pub const TABLE_ELEMENTS: usize = 100_000;

/// Makes the engine for at most `concurrent` calls at a time, and its ticker.
///
/// The pool's address space is reserved at once; where a machine or a container refuses that, a
/// smaller pool is tried and at last allocation on demand, which is slower under load only.
pub fn start(concurrent: u32) -> wasmtime::Result<(Engine, Pulse)> {
    let mut last = None;
    for instances in [concurrent, concurrent / 4, 0] {
        let mut config = base_config()?;
        if instances > 0 {
            config.allocation_strategy(InstanceAllocationStrategy::Pooling(pool(instances)));
        }
        match Engine::new(&config) {
            Ok(engine) => {
                if instances < concurrent {
                    tracing::warn!(
                        instances,
                        "the full pool for plugin instances does not fit this machine"
                    );
                }
                let pulse = Pulse::start(&engine)?;
                return Ok((engine, pulse));
            }
            Err(e) => last = Some(e),
        }
    }
    Err(last.unwrap_or_else(|| wasmtime::Error::msg("no engine configuration was tried")))
}

/// An engine that only compiles, for the compiling process: the same code, no pool, no ticker.
pub fn for_compiling() -> wasmtime::Result<Engine> {
    Engine::new(&base_config()?)
}

/// Code generation and features: everything that decides what compiled code looks like.
fn base_config() -> wasmtime::Result<Config> {
    let mut config = Config::new();
    config
        .wasm_component_model(true)
        .epoch_interruption(true)
        .consume_fuel(false)
        .memory_init_cow(true)
        // Component-model concurrency makes every call slower and carried most host bugs of late.
        .concurrency_support(false)
        // Proposals that no plugin toolchain needs are surface without use.
        .wasm_memory64(false)
        .wasm_tail_call(false)
        .wasm_relaxed_simd(false)
        .wasm_wide_arithmetic(false)
        .wasm_custom_page_sizes(false)
        // Guests may not use it, which the loader sees to; but where the parts of a component call
        // each other, as in those made of JavaScript, the engine itself writes modules that do,
        // and without this it panics over them.
        .wasm_multi_memory(true)
        // Bounds checks disappear when 4 GiB of address space are reserved behind every memory.
        .memory_reservation(4 << 30)
        .memory_may_move(false)
        .max_wasm_stack(512 << 10)
        .async_stack_size(2 << 20)
        .generate_address_map(true)
        .wasm_backtrace_max_frames(std::num::NonZeroUsize::new(32));
    Ok(config)
}

fn pool(instances: u32) -> PoolingAllocationConfig {
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(instances)
        .total_stacks(instances)
        .total_memories(2 * instances)
        .total_tables(8 * instances)
        .total_core_instances(40 * instances)
        .max_memories_per_component(8)
        .max_tables_per_component(64)
        .max_core_instances_per_component(64)
        .max_memory_size(MEMORY_SLOT)
        .table_elements(TABLE_ELEMENTS)
        .max_component_instance_size(10 << 20)
        .max_core_instance_size(10 << 20)
        // Setting this much back by hand is quicker than giving the pages back; more is slower
        // again. Linux since 6.7 tells which pages were written: then only those are set back,
        // wherever they lie, and the next call has none to fault in. Elsewhere it is the first ones.
        .pagemap_scan(Enabled::Auto)
        .linear_memory_keep_resident(128 << 10)
        .table_keep_resident(64 << 10)
        .max_unused_warm_slots(100);
    pool
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiling_process_makes_code_that_fits() {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let hash = |engine: &Engine| {
            let mut hasher = DefaultHasher::new();
            engine.precompile_compatibility_hash().hash(&mut hasher);
            hasher.finish()
        };
        assert_eq!(hash(&start(16).unwrap().0), hash(&for_compiling().unwrap()));
    }

    #[test]
    fn the_pool_fits_here_and_is_used() {
        let (engine, _) = start(16).unwrap();
        assert!(engine.pooling_allocator_metrics().is_some());
    }
}
