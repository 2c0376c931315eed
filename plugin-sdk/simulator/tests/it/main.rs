//! The simulator through real HTTP: what it accepts, refuses and delivers.
mod control;
mod faults;
mod files;
mod hook;
mod messages;
mod persistence;
mod polling;
mod sim;
mod webhook;
