//! Tables that are downloaded, as CSV or as a workbook, from the same rows.

use super::{Problem, csv, workbook::Workbook};
use crate::{days, db::DbError};
use axum::{body::Body, response::Response};
use futures_util::{StreamExt as _, pin_mut, stream, stream::Stream};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use std::io::Read as _;
use tokio_util::io::ReaderStream;
use utoipa::{IntoParams, ToSchema};

/// What a table is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TableFormat {
    #[default]
    Csv,
    /// Office Open XML (ECMA-376), which spreadsheets open with the types of its cells.
    Xlsx,
}

/// How a table is asked for.
#[derive(Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub struct TableQuery {
    /// `csv` when nothing is said.
    #[param(inline)]
    pub format: TableFormat,
}

/// A cell. What is not there is an empty one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    Text(String),
    Count(Option<i64>),
    /// A length of time: seconds in CSV, hours, minutes and seconds in a workbook.
    Seconds(Option<i64>),
    /// Milliseconds: with its offset from UTC in CSV, by the clock of the table's zone in a workbook.
    Moment(i64),
}

impl Cell {
    fn csv(&self, zone: &TimeZone) -> String {
        match self {
            Self::Text(text) => csv::cell(text),
            Self::Count(number) | Self::Seconds(number) => {
                number.map(|number| number.to_string()).unwrap_or_default()
            }
            Self::Moment(at) => days::moment(*at, zone),
        }
    }
}

/// A row, with a cell for each column.
pub type Row = Vec<Cell>;

/// The name of a column.
#[derive(Clone, Copy, Debug)]
pub enum Column {
    Plain(&'static str),
    /// Of lengths of time, whose unit CSV has to name.
    Seconds(&'static str),
}

impl Column {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Plain(name) | Self::Seconds(name) => name,
        }
    }

    fn csv(self) -> String {
        match self {
            Self::Plain(name) => name.to_owned(),
            Self::Seconds(name) => format!("{name} (s)"),
        }
    }
}

/// What a table is called and has above its rows.
pub struct TableHead {
    /// The name of its file without the ending, one of ours.
    pub name: &'static str,
    pub columns: &'static [Column],
    /// Where its moments are read.
    pub zone: TimeZone,
}

impl TableHead {
    fn line(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|column| column.csv()).collect();
        csv::first_line(&format!("{}\r\n", names.join(",")))
    }

    fn lines(&self, rows: &[Row]) -> String {
        let line = |row: &Row| {
            let cells: Vec<String> = row.iter().map(|cell| cell.csv(&self.zone)).collect();
            format!("{}\r\n", cells.join(","))
        };
        rows.iter().map(line).collect()
    }
}

/// A table whose rows are all there.
///
/// # Errors
/// `internal` where a workbook cannot be written.
pub async fn download(
    head: TableHead,
    rows: Vec<Row>,
    format: TableFormat,
) -> Result<Response, Problem> {
    download_pages(head, stream::iter([Ok(rows)]), format).await
}

/// A table as a file to send.
pub struct TableFile {
    pub name: String,
    /// Its media type.
    pub mime: &'static str,
    pub bytes: Vec<u8>,
}

/// A table whose rows are all there, as a file in memory: for one that goes with a mail.
///
/// # Errors
/// `internal` where a workbook cannot be written.
pub async fn file(
    head: TableHead,
    rows: &[Row],
    format: TableFormat,
) -> Result<TableFile, Problem> {
    let name = head.name;
    if format == TableFormat::Csv {
        let bytes = format!("{}{}", head.line(), head.lines(rows)).into_bytes();
        return Ok(TableFile { name: format!("{name}.csv"), mime: "text/csv", bytes });
    }
    let mut book = Workbook::new(&head).map_err(Problem::internal)?;
    for row in rows {
        book.row(row).map_err(Problem::internal)?;
    }
    let read = move || -> std::io::Result<Vec<u8>> {
        let mut file = book.finish().map_err(std::io::Error::other)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let read = tokio::task::spawn_blocking(read).await.map_err(Problem::internal)?;
    let bytes = read.map_err(Problem::internal)?;
    Ok(TableFile { name: format!("{name}.xlsx"), mime: WORKBOOK, bytes })
}

/// A table that comes page by page. CSV leaves as it comes; a workbook is a file first, on disk and not in
/// memory, since its parts have to be known before it is sent.
///
/// # Errors
/// What the first page of CSV or any page of a workbook failed with; `internal` where it cannot be written.
pub async fn download_pages<S>(
    head: TableHead,
    pages: S,
    format: TableFormat,
) -> Result<Response, Problem>
where
    S: Stream<Item = Result<Vec<Row>, DbError>> + Send + 'static,
{
    let name = head.name;
    if format == TableFormat::Csv {
        let first = stream::iter([Ok(head.line())]);
        let lines = pages.map(move |page| page.map(|rows| head.lines(&rows)));
        return Ok(csv::download(Body::from_stream(first.chain(lines)), &format!("{name}.csv")));
    }
    let mut book = Workbook::new(&head).map_err(Problem::internal)?;
    pin_mut!(pages);
    while let Some(page) = pages.next().await {
        for row in page? {
            book.row(&row).map_err(Problem::internal)?;
        }
    }
    let written = tokio::task::spawn_blocking(move || book.finish()).await;
    let file = written.map_err(Problem::internal)?.map_err(Problem::internal)?;
    let body = Body::from_stream(ReaderStream::new(tokio::fs::File::from_std(file)));
    Ok(csv::attachment(body, &format!("{name}.xlsx"), WORKBOOK))
}

/// The media type of a workbook (IANA).
const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_guard_texts_and_keep_numbers() {
        let zone = TimeZone::get("Asia/Kuching").expect("a zone");
        let head =
            TableHead { name: "x", columns: &[Column::Plain("A"), Column::Seconds("B")], zone };
        let rows = [
            vec![Cell::Text("=1+1".into()), Cell::Count(Some(-1))],
            vec![Cell::Seconds(None), Cell::Moment(0)],
        ];
        assert_eq!(head.lines(&rows), "'=1+1,-1\r\n,1970-01-01T08:00:00+08:00\r\n");
        assert_eq!(head.line(), "\u{feff}A,B (s)\r\n");
    }
}
