//! A workbook with the types of its cells (Office Open XML, ECMA-376): a spreadsheet adds its lengths of time
//! and sorts its moments, and no text of it is a formula.
//!
//! Rows go to a file without a name as they come, so that memory does not grow with them.

use super::tables::{Cell, Column, TableHead};
use jiff::{Timestamp, tz::TimeZone};
use rust_xlsxwriter::{Format, Workbook as Book, Worksheet, XlsxError};
use std::{
    fs::File,
    io::{Seek as _, SeekFrom},
};

/// Of one sheet, its head among them; what is beyond stands on the next one.
const ROWS_MAX: u32 = 1_048_576;
/// Of one cell: the format has 32,767.
const TEXT_MAX: usize = 32_000;
/// Hours may be more than 24. `[h]:mm:ss` is one of the formats that are written as a number alone (ECMA-376,
/// 18.8.30), and LibreOffice shows that as a time of day.
const SECONDS_FORMAT: &str = "[hh]:mm:ss";
const DAY_S: f64 = 86_400.0;
/// Characters of the narrowest column.
const WIDTH_MIN: f64 = 12.0;

/// A workbook that is being written.
pub(super) struct Workbook {
    book: Book,
    columns: &'static [Column],
    zone: TimeZone,
    head: Format,
    seconds: Format,
    moment: Format,
    sheets: usize,
    /// The next row of the last sheet.
    row: u32,
}

impl Workbook {
    /// With its head, and no rows yet.
    pub fn new(head: &TableHead) -> Result<Self, XlsxError> {
        let mut workbook = Self {
            book: Book::new(),
            columns: head.columns,
            zone: head.zone.clone(),
            head: Format::new().set_bold(),
            seconds: Format::new().set_num_format(SECONDS_FORMAT),
            moment: Format::new().set_num_format("yyyy-mm-dd hh:mm:ss"),
            sheets: 0,
            row: 0,
        };
        workbook.add_sheet()?;
        Ok(workbook)
    }

    fn add_sheet(&mut self) -> Result<(), XlsxError> {
        let sheet = self.book.add_worksheet_with_constant_memory()?;
        sheet.set_freeze_panes(1, 0)?;
        for (column, named) in (0_u16..).zip(self.columns) {
            let name = named.name();
            let letters = u32::try_from(name.chars().count()).unwrap_or_default();
            sheet.set_column_width(column, (f64::from(letters) + 2.0).max(WIDTH_MIN))?;
            sheet.write_string_with_format(0, column, name, &self.head)?;
        }
        self.sheets += 1;
        self.row = 1;
        Ok(())
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[Cell]) -> Result<(), XlsxError> {
        if self.row == ROWS_MAX {
            self.add_sheet()?;
        }
        let row = self.row;
        self.row += 1;
        let sheet = self.book.worksheet_from_index(self.sheets - 1)?;
        for (column, cell) in (0_u16..).zip(cells) {
            match cell {
                Cell::Text(text) => text_cell(sheet, (row, column), text)?,
                Cell::Count(Some(number)) => {
                    sheet.write_number(row, column, number_of(*number))?;
                }
                Cell::Seconds(Some(seconds)) => {
                    let days = number_of(*seconds) / DAY_S;
                    sheet.write_number_with_format(row, column, days, &self.seconds)?;
                }
                Cell::Moment(at) => {
                    let at = Timestamp::from_millisecond(*at).unwrap_or_default();
                    let clock = self.zone.to_datetime(at);
                    sheet.write_datetime_with_format(row, column, clock, &self.moment)?;
                }
                Cell::Count(None) | Cell::Seconds(None) => {}
            }
        }
        Ok(())
    }

    /// The whole of it as a file without a name, at its beginning.
    pub fn finish(mut self) -> Result<File, XlsxError> {
        let mut file = tempfile::tempfile()?;
        self.book.save_to_writer(&mut file)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }
}

/// Numbers of a workbook are floating points; ours are far below where these get holes.
fn number_of(number: i64) -> f64 {
    number as f64
}

/// XML has no place for most control characters.
fn text_cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    text: &str,
) -> Result<(), XlsxError> {
    let plain = |c: &char| matches!(c, '\n' | '\t') || !c.is_control();
    let fit: String = text.chars().filter(plain).take(TEXT_MAX).collect();
    if !fit.is_empty() {
        sheet.write_string(row, column, fit)?;
    }
    Ok(())
}
