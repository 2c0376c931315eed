//! Lists of tickets: filters, groups, the scan that fills a page, and the cursors from one page
//! to the next.

pub(in crate::tickets) mod filter;
pub(in crate::tickets) mod filter_query;
pub(in crate::tickets) mod grouped;
pub(in crate::tickets) mod list_scan;
pub(in crate::tickets) mod page;
pub(in crate::tickets) mod page_cursors;
