-- A message that is sent in parts goes on where it ended. The ids are a JSON array of strings.
alter table deliveries add column parts_sent bigint not null default 0;
alter table deliveries add column parts_total bigint not null default 0;
alter table deliveries add column parts_attempts bigint not null default 0;
alter table deliveries add column parts_external_ids text not null default '[]';
