//! The simulator through real HTTP: what it accepts, refuses and delivers.
mod beacon;
mod control;
mod described;
mod faults;
mod files;
mod hook;
mod messages;
mod persistence;
mod polling;
mod sim;
mod webhook;
