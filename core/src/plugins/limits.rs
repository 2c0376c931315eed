//! Memory and table limits of one call, over everything the instance has together.
//!
//! Wasmtime's own `StoreLimits` caps each memory by itself, so a component of many small modules
//! would get the cap many times over; this limiter adds them up.

use wasmtime::ResourceLimiter;

/// Why the limiter said no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Memory,
    Tables,
}

/// Counts of one store.
#[derive(Debug)]
pub struct StoreLimiter {
    memory_max: usize,
    table_max: usize,
    memory: usize,
    tables: usize,
    last_growth: usize,
    peak: usize,
    refused: Option<Refusal>,
}

/// Core instances of one component. Python's have 38, adapters included.
const INSTANCES: usize = 128;

impl StoreLimiter {
    /// Limits in bytes and table elements, both for the whole instance.
    #[must_use]
    pub fn new(memory_max: usize, table_max: usize) -> Self {
        Self { memory_max, table_max, memory: 0, tables: 0, last_growth: 0, peak: 0, refused: None }
    }

    /// The most memory that was in use at once.
    #[must_use]
    pub fn peak(&self) -> usize {
        self.peak
    }

    /// What was refused, if anything was. A guest may survive a refusal; one that traps afterwards
    /// trapped because of it.
    #[must_use]
    pub fn refused(&self) -> Option<Refusal> {
        self.refused
    }
}

impl ResourceLimiter for StoreLimiter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let growth = desired.saturating_sub(current);
        let total = self.memory.saturating_add(growth);
        if total > self.memory_max {
            self.refused = Some(Refusal::Memory);
            return Ok(false);
        }
        self.memory = total;
        self.last_growth = growth;
        self.peak = self.peak.max(total);
        Ok(true)
    }

    fn memory_grow_failed(&mut self, _error: wasmtime::Error) -> wasmtime::Result<()> {
        // The growth was counted and then did not happen: the allocator's slot was too small.
        self.memory = self.memory.saturating_sub(std::mem::take(&mut self.last_growth));
        self.refused = Some(Refusal::Memory);
        Ok(())
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        _maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let total = self.tables.saturating_add(desired.saturating_sub(current));
        if total > self.table_max {
            self.refused = Some(Refusal::Tables);
            return Ok(false);
        }
        self.tables = total;
        Ok(true)
    }

    fn table_grow_failed(&mut self, _error: wasmtime::Error) -> wasmtime::Result<()> {
        self.refused = Some(Refusal::Tables);
        Ok(())
    }

    fn instances(&self) -> usize {
        INSTANCES
    }

    fn tables(&self) -> usize {
        INSTANCES
    }

    fn memories(&self) -> usize {
        INSTANCES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memories_are_summed() {
        let mut limiter = StoreLimiter::new(100, 10);
        assert!(limiter.memory_growing(0, 60, None).unwrap());
        assert!(!limiter.memory_growing(0, 60, None).unwrap());
        assert!(limiter.memory_growing(0, 40, None).unwrap());
        assert_eq!(limiter.peak(), 100);
        assert_eq!(limiter.refused(), Some(Refusal::Memory));
    }

    #[test]
    fn a_failed_growth_is_given_back() {
        let mut limiter = StoreLimiter::new(100, 10);
        assert!(limiter.memory_growing(0, 90, None).unwrap());
        limiter.memory_grow_failed(wasmtime::Error::msg("no room")).unwrap();
        assert!(limiter.memory_growing(0, 100, None).unwrap());
    }

    #[test]
    fn tables_are_summed() {
        let mut limiter = StoreLimiter::new(100, 10);
        assert!(limiter.table_growing(0, 6, None).unwrap());
        assert!(!limiter.table_growing(0, 6, None).unwrap());
        assert_eq!(limiter.refused(), Some(Refusal::Tables));
    }
}
