-- How far each log consumer has read each client's log: one table in place of one for each.
create table log_offsets (
    consumer text not null,
    client_id bigint not null,
    seq bigint not null,
    primary key (consumer, client_id)
);

insert into log_offsets (consumer, client_id, seq)
select 'notifications', client_id, seq from notification_places;
insert into log_offsets (consumer, client_id, seq)
select 'webhooks', client_id, seq from webhook_places;
insert into log_offsets (consumer, client_id, seq)
select 'rules', client_id, seq from rule_places;
insert into log_offsets (consumer, client_id, seq)
select 'surveys', client_id, seq from survey_places;

-- The tables of before go one release later. Nodes of the release before find nothing left to read in
-- them, so that nothing is done twice while both run.
update notification_places set seq = 9223372036854775807;
update webhook_places set seq = 9223372036854775807;
update rule_places set seq = 9223372036854775807;
update survey_places set seq = 9223372036854775807;
