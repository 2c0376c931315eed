//! Departments: the parts of a client's team that tickets can belong to, and who works in them.

mod model;
mod remove;
mod routes;
mod save;
mod store;
#[cfg(test)]
mod tests;

pub use model::Department;
pub(super) use routes::routes;
pub use store::{
    is_offered as department_is_offered, name_and_members as department_members,
    names as department_names,
};
