-- When a trial or a paid plan ends; milliseconds, null for a plan without an end.
alter table clients add column plan_ends_at bigint;
-- What of the product a client has, as words with commas between them; null for all of it.
alter table clients add column features text;
