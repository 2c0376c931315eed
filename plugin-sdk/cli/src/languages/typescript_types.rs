//! Writes the TypeScript types of the plugin interface, `plugin-sdk/ts/src/wit.gen.ts`.
//!
//! Our own few lines instead of a general generator, because they can say what holds here: a
//! 64-bit number is a `number` (they are times and sizes, far below 2^53), an absent value comes
//! as `null` and may be left out by the plugin, and every comment of the WIT is kept.

use std::fmt::Write as _;
use wit_parser::{
    Docs, Function, FunctionKind, Handle, InterfaceId, Resolve, Type, TypeDefKind, TypeId,
    TypeOwner,
};

/// The whole file.
pub fn write(wit: &str) -> String {
    let mut resolve = Resolve::default();
    let package = resolve.push_str("patchbay.wit", wit).expect("our own WIT reads");
    let mut file = Writer { resolve: &resolve, out: String::new(), depth: 0 };
    file.line("// Generated from plugin-sdk/wit/patchbay.wit; do not edit.");
    file.line("// PATCHBAY_GOLDEN=write cargo test -p cargo-patchbay typescript writes it anew.");
    for (name, id) in &resolve.packages[package].interfaces {
        file.interface(name, *id);
    }
    file.out
}

struct Writer<'a> {
    resolve: &'a Resolve,
    out: String,
    depth: usize,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        if !text.is_empty() {
            let _ = write!(self.out, "{:1$}{text}", "", self.depth * 2);
        }
        self.out.push('\n');
    }

    fn block(&mut self, head: &str, body: impl FnOnce(&mut Self)) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        body(self);
        self.depth -= 1;
        self.line("}");
    }

    fn docs(&mut self, docs: &Docs) {
        let Some(text) = docs.contents.as_deref().map(str::trim).filter(|text| !text.is_empty())
        else {
            return;
        };
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        if let [only] = lines[..] {
            self.line(&format!("/** {only} */"));
        } else {
            self.line("/**");
            for line in lines {
                self.line(format!(" * {line}").trim_end());
            }
            self.line(" */");
        }
    }

    fn interface(&mut self, name: &str, id: InterfaceId) {
        let resolve = self.resolve;
        let interface = &resolve.interfaces[id];
        self.line("");
        self.docs(&interface.docs);
        self.block(&format!("export namespace {}", camel(name)), |file| {
            for (name, id) in &interface.types {
                file.definition(name, *id, interface.functions.values());
            }
            let free = |f: &&Function| matches!(f.kind, FunctionKind::Freestanding);
            let functions: Vec<_> = interface.functions.values().filter(free).collect();
            if functions.is_empty() {
                return;
            }
            let lent = ["http", "host"].contains(&name);
            file.line(if lent {
                "/** What the host lends. */"
            } else {
                "/** What a plugin implements. */"
            });
            file.block(
                &format!("export interface {}", if lent { "Lent" } else { "Plugin" }),
                |file| {
                    for function in functions {
                        file.function(&camel(&function.name), function, 0);
                    }
                },
            );
        });
    }

    fn definition<'f>(
        &mut self,
        name: &str,
        id: TypeId,
        functions: impl Iterator<Item = &'f Function> + Clone,
    ) {
        let resolve = self.resolve;
        let definition = &resolve.types[id];
        let name = pascal(name);
        match &definition.kind {
            // A name taken over from another interface is written out where it is used.
            TypeDefKind::Type(_) => {}
            TypeDefKind::Record(record) => {
                self.docs(&definition.docs);
                self.block(&format!("export interface {name}"), |file| {
                    for field in &record.fields {
                        file.docs(&field.docs);
                        let optional = if file.inner_option(field.ty).is_some() { "?" } else { "" };
                        let ty = file.name_of(field.ty);
                        file.line(&format!("{}{optional}: {ty};", camel(&field.name)));
                    }
                });
            }
            TypeDefKind::Variant(variant) => {
                self.docs(&definition.docs);
                self.line(&format!("export type {name} ="));
                self.depth += 1;
                for (at, case) in variant.cases.iter().enumerate() {
                    let end = if at + 1 == variant.cases.len() { ";" } else { "" };
                    self.docs(&case.docs);
                    let value = case.ty.map(|ty| format!("; val: {}", self.name_of(ty)));
                    let value = value.unwrap_or_default();
                    self.line(&format!("| {{ tag: '{}'{value} }}{end}", case.name));
                }
                self.depth -= 1;
            }
            TypeDefKind::Enum(choice) => {
                self.docs(&definition.docs);
                let cases: Vec<_> = choice.cases.iter().map(|c| format!("'{}'", c.name)).collect();
                self.line(&format!("export type {name} = {};", cases.join(" | ")));
            }
            TypeDefKind::Resource => self.resource(&name, id, functions),
            other => panic!("{name}: {} has no TypeScript form yet", other.as_str()),
        }
    }

    fn resource<'f>(
        &mut self,
        name: &str,
        id: TypeId,
        functions: impl Iterator<Item = &'f Function> + Clone,
    ) {
        let resolve = self.resolve;
        self.docs(&resolve.types[id].docs);
        self.block(&format!("export interface {name}"), |file| {
            for function in functions.clone() {
                if function.kind == FunctionKind::Method(id) {
                    file.function(&camel(function.item_name()), function, 1);
                }
            }
        });
        let made = |f: &&Function| {
            f.kind == FunctionKind::Constructor(id) || f.kind == FunctionKind::Static(id)
        };
        let made: Vec<_> = functions.filter(made).collect();
        if made.is_empty() {
            return;
        }
        self.line(&format!("/** The class of {name}. */"));
        self.block(&format!("export interface {name}Class"), |file| {
            for function in made {
                let name = match function.kind {
                    FunctionKind::Constructor(_) => "new ".to_owned(),
                    _ => camel(function.item_name()),
                };
                file.function(&name, function, 0);
            }
        });
    }

    fn function(&mut self, name: &str, function: &Function, skip: usize) {
        self.docs(&function.docs);
        let taken = &function.params[skip..];
        let may_lack = |at: usize| taken[at..].iter().all(|p| self.inner_option(p.ty).is_some());
        let params: Vec<_> = taken
            .iter()
            .enumerate()
            .map(|(at, param)| {
                let optional = if may_lack(at) { "?" } else { "" };
                // `this` means something else there.
                let name = if param.name == "this" { "it" } else { &param.name };
                format!("{}{optional}: {}", camel(name), self.name_of(param.ty))
            })
            .collect();
        let result = function.result.map_or_else(|| "void".to_owned(), |ty| self.returned(ty));
        self.line(&format!("{name}({}): {result};", params.join(", ")));
    }

    /// The value of a good end; a bad one is thrown.
    fn returned(&self, ty: Type) -> String {
        if let Type::Id(id) = ty
            && let TypeDefKind::Result(result) = &self.resolve.types[id].kind
        {
            return result.ok.map_or_else(|| "void".to_owned(), |ty| self.name_of(ty));
        }
        self.name_of(ty)
    }

    fn inner_option(&self, ty: Type) -> Option<Type> {
        let Type::Id(id) = ty else { return None };
        match self.resolve.types[id].kind {
            TypeDefKind::Option(inner) => Some(inner),
            _ => None,
        }
    }

    fn name_of(&self, ty: Type) -> String {
        let id = match ty {
            Type::Bool => return "boolean".to_owned(),
            Type::Char | Type::String => return "string".to_owned(),
            Type::Id(id) => id,
            _ => return "number".to_owned(),
        };
        let definition = &self.resolve.types[id];
        match &definition.kind {
            TypeDefKind::Option(inner) => format!("{} | null", self.name_of(*inner)),
            TypeDefKind::List(Type::U8) => "Uint8Array".to_owned(),
            TypeDefKind::List(inner) if self.inner_option(*inner).is_some() => {
                format!("({})[]", self.name_of(*inner))
            }
            TypeDefKind::List(inner) => format!("{}[]", self.name_of(*inner)),
            TypeDefKind::Tuple(tuple) => {
                let parts: Vec<_> = tuple.types.iter().map(|ty| self.name_of(*ty)).collect();
                format!("[{}]", parts.join(", "))
            }
            TypeDefKind::Handle(Handle::Own(id) | Handle::Borrow(id))
            | TypeDefKind::Type(Type::Id(id)) => self.name_of(Type::Id(*id)),
            TypeDefKind::Type(other) => self.name_of(*other),
            _ => {
                let name = pascal(definition.name.as_deref().expect("every other type has a name"));
                let TypeOwner::Interface(owner) = definition.owner else {
                    panic!("{name} belongs to no interface");
                };
                let owner = self.resolve.interfaces[owner].name.as_deref().unwrap_or_default();
                format!("{}.{name}", camel(owner))
            }
        }
    }
}

/// `external-id` as `externalId`.
fn camel(name: &str) -> String {
    let pascal = pascal(name);
    let mut letters = pascal.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().to_string() + letters.as_str())
}

/// `external-id` as `ExternalId`.
fn pascal(name: &str) -> String {
    name.split('-')
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_uppercase().to_string() + letters.as_str()
            })
        })
        .collect()
}

#[test]
fn the_types_of_the_typescript_sdk_are_those_of_the_wit() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../ts/src/wit.gen.ts");
    let made = write(super::world::WIT);
    if std::env::var_os("PATCHBAY_GOLDEN").is_some_and(|word| word == "write") {
        std::fs::write(&path, &made).expect("the file can be written");
    }
    let found = std::fs::read_to_string(&path).expect("plugin-sdk/ts/src/wit.gen.ts is there");
    assert!(
        made == found,
        "plugin-sdk/ts/src/wit.gen.ts is stale: PATCHBAY_GOLDEN=write cargo test -p cargo-patchbay \
         typescript writes it anew"
    );
}
