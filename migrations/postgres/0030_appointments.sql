-- When a customer wants to be seen or called; milliseconds.
alter table tickets add column appointment_at bigint;
create index tickets_appointment on tickets (client_id, appointment_at)
    where appointment_at is not null;
