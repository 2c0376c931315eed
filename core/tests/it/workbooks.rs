//! Workbooks as a spreadsheet program opens them: LibreOffice, without its window.

use crate::{
    call_list::called,
    harness::{Agent, Ground, Whole, eventually},
};
use serde_json::json;
use std::{path::Path, process::Command};

on_both_engines!(a_spreadsheet_program_shows_what_the_tables_say);

/// What a table is downloaded from, without its format.
const TABLES: [&str; 3] = [
    "/api/report/calls/export?startDate=2026-11-02&endDate=2026-11-03&group=line",
    "/api/report/performance/export?group=channel",
    "/report/export/-?type=ticket&status=0",
];

/// The end of the name of a column whose CSV cells are seconds.
const SECONDS: &str = " (s)";

/// Comma, double quote, UTF-8, from the first line on; values as the program shows them, one sheet.
const AS_SHOWN: &str = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false";

type Table = Vec<Vec<String>>;

fn read(text: &[u8]) -> Table {
    let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
    let rows = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
    let cells = |row: csv::StringRecord| row.iter().map(str::to_owned).collect();
    rows.into_records().map(|row| cells(row.expect("a row"))).collect()
}

/// A cell of CSV as a spreadsheet shows the same in a workbook: texts without the mark that keeps them from
/// being formulas, seconds as hours, minutes and seconds, moments on the clock of their zone.
fn shown(cell: &str, is_seconds: bool) -> String {
    if let (true, Ok(seconds)) = (is_seconds, cell.parse::<i64>()) {
        return format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }
    let is_moment = cell.len() == 25 && cell.as_bytes()[10] == b'T';
    if is_moment {
        return cell[..19].replace('T', " ");
    }
    cell.strip_prefix('\'').unwrap_or(cell).to_owned()
}

/// Has the program turn workbooks into tables, as it shows them.
fn opened(folder: &Path, names: &[String]) -> Vec<Table> {
    let profile = format!("-env:UserInstallation=file://{}", folder.join("profile").display());
    let ran = Command::new("soffice")
        .args(["--headless", "--norestore", &profile, "--convert-to", AS_SHOWN, "--outdir"])
        .arg(folder)
        .args(names.iter().map(|name| folder.join(format!("{name}.xlsx"))))
        .output()
        .expect("LibreOffice");
    let table = |name: &String| {
        let said = || format!("{}: {}", name, String::from_utf8_lossy(&ran.stderr));
        let text = std::fs::read(folder.join(format!("{name}.csv")));
        read(&text.unwrap_or_else(|error| panic!("{error}, {}", said())))
    };
    names.iter().map(table).collect()
}

async fn table(who: &Agent, path: &str) -> Table {
    read(&who.bytes(path).await)
}

async fn a_spreadsheet_program_shows_what_the_tables_say(ground: Ground) {
    let whole = Whole::open(ground, json!({})).await;
    called(&whole).await;
    let hostile = [
        "=HYPERLINK(\"http://127.0.0.1\")",
        "+1+1",
        "007",
        "1e5",
        "2026-11-02",
        "\"two\nlines\", 三行",
        "TRUE",
    ];
    for title in hostile {
        let new = json!({ "title": title, "message": "x", "name": "@risk" });
        whole.admin.post("/api/tickets", &new).await.ok();
    }
    let opened_now = 2 + hostile.len();
    eventually("the report has counted them", || async {
        let report = whole.admin.get("/api/report/performance").await.ok();
        (report["total"]["created"] == opened_now).then_some(())
    })
    .await;
    let folder = tempfile::tempdir().expect("a folder");
    let mut names = vec![];
    for (place, path) in TABLES.iter().enumerate() {
        let name = format!("table{place}");
        let book = whole.admin.bytes(&format!("{path}&format=xlsx")).await;
        std::fs::write(folder.path().join(format!("{name}.xlsx")), book).expect("written");
        names.push(name);
    }
    let home = folder.path().to_owned();
    let books = tokio::task::spawn_blocking(move || opened(&home, &names)).await.expect("opened");
    for (path, book) in TABLES.iter().zip(books) {
        let mut expected = table(&whole.admin, path).await;
        let heads = expected[0].clone();
        for row in &mut expected {
            for (cell, head) in row.iter_mut().zip(&heads) {
                *cell = shown(cell, head.ends_with(SECONDS));
            }
        }
        for head in &mut expected[0] {
            *head = head.trim_end_matches(SECONDS).to_owned();
        }
        assert_eq!(book, expected, "{path}");
    }
    let tickets = table(&whole.admin, TABLES[2]).await;
    assert_eq!(tickets.len(), 1 + opened_now, "{tickets:?}");
}
