//! Reads a table that somebody brings: which encoding and delimiter it has, its head, its rows.
//!
//! CSV has no standard that programs keep (RFC 4180 describes what is common): encodings and delimiters
//! follow the language of the spreadsheet program. What is read here is written anew as UTF-8 with commas,
//! and everything behind it knows only that.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// Rows of a table.
pub(super) const ROWS_MAX: i64 = 500_000;
const COLUMNS_MAX: usize = 200;
const NAME_MAX: usize = 120;
const SAMPLES: usize = 3;
const SAMPLE_MAX: usize = 80;
/// Records by which the delimiter is told.
const LOOKED_AT: usize = 20;
const DELIMITERS: [u8; 4] = *b",;\t|";
/// How files begin that are no text: archives, as new spreadsheets are; old spreadsheets; PDF.
const NO_TEXT: [&[u8]; 3] = [b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF"];

/// A table as it is kept.
#[derive(Debug)]
pub(super) struct Table {
    /// The rows in UTF-8, the cells divided by commas; before the cells of each stands its number.
    pub rows: Vec<u8>,
    pub row_count: i64,
    pub encoding: &'static str,
    pub columns: Vec<Column>,
}

/// A column: its name, and the first cells that are not empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Column {
    pub name: String,
    pub samples: Vec<String>,
}

/// A row of a table that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// As spreadsheets count, the head being 1.
    pub number: i64,
    pub cells: Vec<String>,
    /// Where the next one begins.
    pub next_byte: i64,
}

/// Reads a file. It takes as long as the file is large.
///
/// # Errors
/// What is wrong with it and what to do.
pub(super) fn read(bytes: &[u8]) -> Result<Table, String> {
    if NO_TEXT.iter().any(|magic| bytes.starts_with(magic)) {
        return Err("This file is no CSV. Save the spreadsheet as CSV and bring that.".into());
    }
    let (text, encoding) = decode(bytes);
    // A terminator of one sign lets rows be counted as spreadsheets count them. No database keeps NUL.
    let mut text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let (text, named) = said_delimiter(&text);
    let delimiter = named.unwrap_or_else(|| delimiter(text));
    // Spreadsheets count the line that names the delimiter.
    let first_row = if named.is_some() { 2 } else { 1 };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let unreadable = |error: csv::Error| format!("The file cannot be read as CSV: {error}.");
    if !reader.read_record(&mut record).map_err(unreadable)? {
        return Err("The file is empty. Its first line has to name the columns.".into());
    }
    let mut columns = head(&record)?;
    let mut breaks = line_breaks(&record);
    let mut rows = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let mut row_count = 0;
    while reader.read_record(&mut record).map_err(unreadable)? {
        breaks += line_breaks(&record);
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        row_count += 1;
        if row_count > ROWS_MAX {
            let text = "A table has at most 500,000 rows. Divide the file and bring the parts.";
            return Err(text.into());
        }
        // The record ends before the line that the reader has come to.
        let line = i64::try_from(reader.position().line()).unwrap_or(i64::MAX);
        let number = (line - 1 - breaks + first_row - 1).to_string();
        sample(&mut columns, &record);
        let cells = std::iter::once(number.as_str()).chain(record.iter());
        rows.write_record(cells).map_err(unreadable)?;
    }
    if row_count == 0 {
        return Err("The table has a head and no rows.".into());
    }
    let rows = rows.into_inner().map_err(|error| error.to_string())?;
    Ok(Table { rows, row_count, encoding, columns })
}

/// Up to `most` rows of a table that is kept, from a byte on.
pub(super) fn rows(table: &[u8], from: i64, most: usize) -> Vec<Row> {
    let start = usize::try_from(from).unwrap_or(usize::MAX).min(table.len());
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(&table[start..]);
    let mut found = vec![];
    let mut record = csv::StringRecord::new();
    while found.len() < most && reader.read_record(&mut record).unwrap_or(false) {
        let mut cells = record.iter();
        let number = cells.next().and_then(|text| text.parse().ok()).unwrap_or(0);
        let cells = cells.map(|cell| crate::http::csv::text(cell).to_owned()).collect();
        let passed = i64::try_from(reader.position().byte()).unwrap_or(i64::MAX);
        found.push(Row { number, cells, next_byte: from + passed });
    }
    found
}

/// The text of a file: by its byte order mark, as UTF-8 where it is that, else by how often signs stand
/// beside each other.
fn decode(bytes: &[u8]) -> (String, &'static str) {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return (decoded(encoding, &bytes[mark..]), encoding.name());
    }
    if let Some(encoding) = without_mark(bytes) {
        return (decoded(encoding, bytes), encoding.name());
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (text.to_owned(), UTF_8.name());
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let encoding = detector.guess(None, Utf8Detection::Allow);
    (decoded(encoding, bytes), encoding.name())
}

fn decoded(encoding: &'static Encoding, bytes: &[u8]) -> String {
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// UTF-16 of mostly Latin letters has a zero in every second byte.
fn without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(1_000)];
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let many = head.len() / 4;
    match () {
        () if odd > many && even == 0 => Some(UTF_16LE),
        () if even > many && odd == 0 => Some(UTF_16BE),
        () => None,
    }
}

/// Some programs name the delimiter in a line before the head: `sep=;`.
fn said_delimiter(text: &str) -> (&str, Option<u8>) {
    let Some((first, rest)) = text.split_once('\n') else { return (text, None) };
    let named = first.trim_matches('"').to_ascii_lowercase();
    match named.strip_prefix("sep=").map(str::as_bytes) {
        Some([delimiter]) => (rest, Some(*delimiter)),
        _ => (text, None),
    }
}

/// The delimiter by which the first records have the most cells, and as many of them as the head.
fn delimiter(text: &str) -> u8 {
    let fits = |delimiter: &u8| {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(*delimiter)
            .from_reader(text.as_bytes());
        let lengths: Vec<usize> =
            reader.byte_records().take(LOOKED_AT).flatten().map(|record| record.len()).collect();
        let columns = lengths.first().copied().unwrap_or(0);
        let alike = lengths.iter().filter(|length| **length == columns).count();
        if columns > 1 { alike * 1_000 + columns } else { 0 }
    };
    let rest = DELIMITERS.iter().rev();
    rest.max_by_key(|delimiter| fits(delimiter))
        .copied()
        .filter(|one| fits(one) > 0)
        .unwrap_or(b',')
}

fn head(record: &csv::StringRecord) -> Result<Vec<Column>, String> {
    // Spreadsheets write empty columns at the end when somebody clicked there.
    let filled = |(_, name): &(usize, &str)| !name.trim().is_empty();
    let used = record.iter().enumerate().filter(filled).last().map_or(0, |(at, _)| at + 1);
    if used == 0 {
        return Err("The first line has to name the columns.".into());
    }
    if used > COLUMNS_MAX {
        return Err("A table has at most 200 columns. Leave out what is not needed.".into());
    }
    let mut columns: Vec<Column> = vec![];
    for (at, name) in record.iter().take(used).enumerate() {
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let name: String = name.chars().filter(|c| !c.is_control()).take(NAME_MAX).collect();
        let name = if name.is_empty() { format!("Column {}", at + 1) } else { name };
        if columns.iter().any(|column| column.name == name) {
            return Err(format!(
                "The column “{name}” stands twice in the head. Rename one of them."
            ));
        }
        columns.push(Column { name, samples: vec![] });
    }
    Ok(columns)
}

fn line_breaks(record: &csv::StringRecord) -> i64 {
    let breaks = record.iter().map(|cell| cell.matches('\n').count()).sum::<usize>();
    i64::try_from(breaks).unwrap_or(i64::MAX)
}

fn sample(columns: &mut [Column], record: &csv::StringRecord) {
    for (column, cell) in columns.iter_mut().zip(record) {
        let cell = crate::http::csv::text(cell.trim());
        if column.samples.len() < SAMPLES && !cell.is_empty() {
            column.samples.push(cell.chars().take(SAMPLE_MAX).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(bytes: &[u8]) -> Vec<Vec<String>> {
        let table = read(bytes).expect("a table");
        rows(&table.rows, 0, 100).into_iter().map(|row| row.cells).collect()
    }

    #[test]
    fn encodings_are_told_apart() {
        let text = "name;city\nJosé;Kraków\nZoë;Łódź\n";
        let wide = |bytes: fn(u16) -> [u8; 2], mark: &[u8]| {
            [mark, &text.encode_utf16().flat_map(bytes).collect::<Vec<u8>>()].concat()
        };
        let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
        for (bytes, encoding) in [
            (text.as_bytes().to_vec(), "UTF-8"),
            (marked, "UTF-8"),
            (wide(u16::to_le_bytes, b"\xff\xfe"), "UTF-16LE"),
            (wide(u16::to_be_bytes, b"\xfe\xff"), "UTF-16BE"),
            (wide(u16::to_le_bytes, b""), "UTF-16LE"),
            (wide(u16::to_be_bytes, b""), "UTF-16BE"),
            (encoding_rs::WINDOWS_1250.encode(text).0.into_owned(), "windows-1250"),
        ] {
            let table = read(&bytes).expect("a table");
            assert_eq!(table.encoding, encoding);
            assert_eq!(cells(&bytes), [["José", "Kraków"], ["Zoë", "Łódź"]], "{encoding}");
            assert_eq!(table.columns[1].samples, ["Kraków", "Łódź"], "{encoding}");
        }
        let chinese = "姓名,备注\n王小明,请问我的订单什么时候可以送到，已经等了一个星期\n";
        let bytes = encoding_rs::GBK.encode(chinese).0;
        assert_eq!(read(&bytes).expect("a table").encoding, "GBK");
        assert_eq!(cells(&bytes)[0][0], "王小明");
    }

    #[test]
    fn delimiters_are_told_apart() {
        for (text, row) in [
            ("a,b\n1,2;3\n", vec!["1", "2;3"]),
            ("a;b\n\"1;x\";2,5\n", vec!["1;x", "2,5"]),
            ("a\tb\n1\t2, 3\n", vec!["1", "2, 3"]),
            ("a|b\n1|2\n", vec!["1", "2"]),
            ("sep=;\na;b\n1;2\n", vec!["1", "2"]),
            ("mail\nann@shop.example\n", vec!["ann@shop.example"]),
        ] {
            assert_eq!(cells(text.as_bytes())[0], row, "{text}");
        }
    }

    #[test]
    fn rows_have_the_numbers_of_the_spreadsheet() {
        let text = "a,b\r\n1,\"two\r\nlines\"\r\n\r\n,\r\n3,4\r\n5,6";
        let table = read(text.as_bytes()).expect("a table");
        let found = rows(&table.rows, 0, 10);
        let numbers: Vec<i64> = found.iter().map(|row| row.number).collect();
        assert_eq!((table.row_count, numbers), (3, vec![2, 5, 6]));
        let rest = rows(&table.rows, found[0].next_byte, 10);
        assert_eq!(rest, found[1..], "it goes on where it stopped");
        assert!(rows(&table.rows, found[2].next_byte, 10).is_empty());
    }

    #[test]
    fn what_our_tables_mark_as_a_text_is_read_as_it_was() {
        let line = format!("phone,name\n{},{}\n", crate::http::csv::cell("+60 3"), "'tis");
        assert_eq!(cells(line.as_bytes())[0], ["+60 3", "'tis"]);
    }

    #[test]
    fn what_is_no_table_is_refused_with_what_to_do() {
        let wide = (0..201).map(|n| format!("c{n}")).collect::<Vec<_>>().join(",");
        for (bytes, word) in [
            (b"PK\x03\x04rest".to_vec(), "Save the spreadsheet"),
            (b"".to_vec(), "empty"),
            (b",,\n1,2,3\n".to_vec(), "name the columns"),
            (b"a,b\n\n,\n".to_vec(), "no rows"),
            (b"a,b, a\n1,2,3\n".to_vec(), "twice"),
            (format!("{wide}\n1\n").into_bytes(), "200 columns"),
        ] {
            let why = read(&bytes).expect_err(word);
            assert!(why.contains(word), "{why}");
        }
    }
}
