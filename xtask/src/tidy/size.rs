//! A file is as long as one can read at once, and opens by saying what it is for.

use super::{Fault, Source};

const RUST: usize = 500;
const WEB: usize = 350;
const TEST: usize = 700;

pub fn lines(source: &Source, faults: &mut Vec<Fault>) {
    let generated = source.file_name().contains(".gen.");
    if generated || !(source.is_rust() || source.is_web()) {
        return;
    }
    let limit = match (source.is_test(), source.is_rust()) {
        (true, _) => TEST,
        (false, true) => RUST,
        (false, false) => WEB,
    };
    let count = source.text.lines().count();
    if count > limit {
        let advice = "split it by verb, or move its tests to a file of their own";
        faults.push(
            source.fault(limit + 1, format!("{count} lines, and {limit} is the wall: {advice}")),
        );
    }
}

pub fn opening(source: &Source, faults: &mut Vec<Fault>) {
    // A line for the compiler may come before the line for the reader.
    let first = source.text.lines().find(|line| !line.starts_with("#![") && !line.is_empty());
    if source.is_rust() && !first.is_some_and(|line| line.starts_with("//! ")) {
        faults.push(source.fault(1, "begin with a `//!` line that says what this file is for"));
    }
}

#[cfg(test)]
mod tests {
    use super::super::said;

    #[test]
    fn each_kind_of_file_has_its_wall() {
        for (path, limit) in [
            ("core/src/a.rs", 500),
            ("core/src/tickets/tests.rs", 700),
            ("core/tests/it/mail.rs", 700),
            ("web/src/a.tsx", 350),
            ("web/src/a.test.ts", 700),
        ] {
            assert!(said(super::lines, path, &"x\n".repeat(limit)).is_empty(), "{path}");
            let over = said(super::lines, path, &"x\n".repeat(limit + 1));
            assert!(over[0].starts_with(&format!("{path}:{}: ", limit + 1)), "{over:?}");
        }
        for path in ["web/src/api/schema.gen.ts", "docs/long.md"] {
            assert!(said(super::lines, path, &"x\n".repeat(9_000)).is_empty(), "{path}");
        }
    }

    #[test]
    fn a_rust_file_opens_with_its_purpose() {
        assert!(said(super::opening, "a.rs", "//! Why.\n").is_empty());
        assert!(said(super::opening, "a.rs", "#![expect(x)]\n//! Why.\n").is_empty());
        assert_eq!(said(super::opening, "a.rs", "use x;\n").len(), 1);
        assert!(said(super::opening, "a.ts", "const x = 1;\n").is_empty());
    }
}
