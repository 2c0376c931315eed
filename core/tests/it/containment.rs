//! Every hostile act in a loop, next to another client's plugin that behaves. The bounds are wide:
//! this says that nothing is lost and nothing grows without end; `bench_containment` gives figures.

#[path = "../rig/mod.rs"]
#[expect(dead_code, reason = "benchmarks and the crash test use the rest of the rig")]
pub mod rig;

use rig::{
    containment::{Arena, p50_p99, peak},
    report::resident,
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

#[expect(clippy::print_stdout, reason = "the figures are worth a look")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_guests_cost_others_little() {
    let arena = Arena::start(&crate::hostile::package(), None).await.expect("a server");
    let id = arena.load.program.id().expect("it runs");
    arena.behave(1, 20, Duration::from_secs(2)).await.expect("it works before");
    let start = resident(id).expect("a number");
    let stop = Arc::new(AtomicBool::new(false));
    let attack = arena.attack(4, stop.clone());
    let good = async {
        let times = arena.behave(100_000, 20, Duration::from_secs(10)).await;
        stop.store(true, Ordering::Relaxed);
        times
    };
    let (acts, times) = tokio::join!(attack, good);
    let acts = acts.expect("each act is answered");
    let mut times = times.expect("each webhook of the other client is answered with 200");
    assert!(acts >= 8, "only {acts} acts ended");
    let (p50, p99) = p50_p99(&mut times);
    let (highest, end) = (peak(id).expect("a number"), resident(id).expect("a number"));
    let mib = |bytes: u64| bytes >> 20;
    println!(
        "{acts} acts, p50 {p50:?}, p99 {p99:?}, MiB {} {} {}",
        mib(start),
        mib(highest),
        mib(end)
    );
    assert!(p50 < Duration::from_millis(500), "p50 {p50:?}");
    assert!(p99 < Duration::from_secs(5), "p99 {p99:?}");
    assert!(highest < start + (250 << 20), "{} MiB after {}", mib(highest), mib(start));
    assert!(end < start + (90 << 20), "{} MiB after {}", mib(end), mib(start));
}
