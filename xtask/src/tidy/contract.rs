//! The API says what it takes and answers: no body of any shape, and no two shapes of one name.

use super::{Fault, source::Source};
use std::collections::BTreeMap;

/// What is wrong with the contract, given every file of the checkout.
pub fn check(sources: &[Source]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut shapes: BTreeMap<String, String> = BTreeMap::new();
    for source in sources {
        if source.in_core().is_none() {
            continue;
        }
        faults.extend(untyped(source));
        for (line, name) in names(&source.text) {
            if let Some(other) = shapes.insert(name.clone(), source.path.clone()) {
                let text = format!(
                    "the API's description has a shape `{name}` already, in {other}: give this one \
                     another name, or `#[schema(as = …)]`"
                );
                faults.push(source.fault(line, text));
            }
        }
    }
    faults
}

fn untyped(source: &Source) -> impl Iterator<Item = Fault> + '_ {
    let of_any_shape =
        |line: &str| line.contains("body = Value") || line.contains("body = Vec<Value>");
    let lines = (1..).zip(source.text.lines()).filter(move |(_, line)| of_any_shape(line));
    let text = "a body is `Value`: describe it with a type that derives `ToSchema`, or say `AnyJson` \
                where somebody else decides its shape";
    lines.map(move |(line, _)| source.fault(line, text))
}

/// The names of a file's shapes, with their lines: those of types that derive `ToSchema`.
fn names(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut named: Option<Option<String>> = None;
    for (at, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with("#[derive(") && line.contains("ToSchema") {
            named = Some(None);
        } else if let (Some(name), Some(rest)) = (&mut named, line.strip_prefix("#[schema(as = ")) {
            *name = rest.split([')', ',']).next().map(str::to_owned);
        } else if let Some(rest) = declared(line)
            && let Some(name) = named.take()
        {
            let own = || rest.split(|c: char| !c.is_alphanumeric() && c != '_').next();
            found.extend(name.or_else(|| own().map(str::to_owned)).map(|name| (at + 1, name)));
        }
    }
    found
}

/// What stands behind `struct` or `enum`.
fn declared(line: &str) -> Option<&str> {
    let line = line.strip_prefix("pub").map_or(line, |rest| match rest.strip_prefix('(') {
        Some(scope) => scope.split_once(')').map_or(rest, |(_, rest)| rest),
        None => rest,
    });
    let line = line.trim_start();
    line.strip_prefix("struct ").or_else(|| line.strip_prefix("enum "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_have_one_name_each() {
        let one = "#[derive(Clone, ToSchema)]\n#[schema(as = Message)]\npub struct View {}\n";
        let other =
            "#[derive(Serialize, ToSchema)]\n/// A message.\npub(super) struct Message<T> {}\n";
        assert_eq!(names(one), [(3, "Message".to_owned())]);
        assert_eq!(names(other), [(3, "Message".to_owned())]);
        assert_eq!(names("#[derive(Clone)]\nstruct Plain {}\n"), []);
        let files = [Source::new("core/src/a.rs", one), Source::new("core/src/b.rs", other)];
        let faults = check(&files);
        assert_eq!((faults.len(), faults[0].line), (1, 3));
        assert!(faults[0].text.contains("core/src/a.rs"), "{}", faults[0]);
    }

    #[test]
    fn a_body_of_any_shape_is_refused() {
        let route = "/// One.\nresponses((status = 200, body = Value))\n";
        let faults = check(&[Source::new("core/src/labels/routes.rs", route)]);
        assert_eq!((faults.len(), faults[0].line), (1, 2));
        assert!(faults[0].text.contains("ToSchema"), "{}", faults[0]);
        let described = "responses((status = 200, body = AnyJson))\n";
        assert_eq!(check(&[Source::new("core/src/labels/routes.rs", described)]), []);
    }
}
