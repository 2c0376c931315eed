//! One file as the checks see it: its path, its lines and, for Rust, its tokens.

use super::{
    Fault,
    tokens::{self, Token},
};

pub struct Source {
    /// From the top of the checkout on, with forward slashes.
    pub path: String,
    pub text: String,
    /// The Rust tokens of the program proper: comments and an inline test module are left out.
    pub tokens: Vec<Token>,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Self {
        let rust = path.ends_with(".rs");
        let tokens = if rust { program(tokens::read(text)) } else { Vec::new() };
        Self { path: path.to_owned(), text: text.to_owned(), tokens }
    }

    pub fn fault(&self, line: usize, text: impl Into<String>) -> Fault {
        Fault { path: self.path.clone(), line, text: text.into() }
    }

    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    pub fn is_web(&self) -> bool {
        [".ts", ".tsx", ".js", ".mjs", ".jsx"].iter().any(|end| self.path.ends_with(end))
    }

    /// Whether this file holds tests, or what only tests use.
    pub fn is_test(&self) -> bool {
        let mut parts = self.path.split('/');
        let file = parts.next_back().unwrap_or_default();
        parts.any(|dir| ["tests", "e2e", "testing"].contains(&dir))
            || ["tests.rs", "testing.rs"].contains(&file)
            || file.ends_with("_tests.rs")
            || file.contains(".test.")
            || file.contains(".spec.")
    }

    /// The path below `core/src/`, for files of the core.
    pub fn in_core(&self) -> Option<&str> {
        self.path.strip_prefix("core/src/").filter(|_| self.is_rust())
    }

    /// The file's name without folders.
    pub fn file_name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

/// Cuts an inline test module off: it comes last in a file.
fn program(mut tokens: Vec<Token>) -> Vec<Token> {
    let marks: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let start = (0..tokens.len()).find(|&at| {
        marks.iter().enumerate().all(|(n, mark)| tokens.get(at + n).is_some_and(|t| t.is(mark)))
            && tokens.get(at + marks.len()).is_some_and(|t| t.is("mod"))
    });
    if let Some(at) = start {
        tokens.truncate(at);
    }
    tokens
}
