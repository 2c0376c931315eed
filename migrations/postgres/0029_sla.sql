-- Tickets that got no first answer within the time that one of their labels gives.
create table sla_breaches (
    client_id bigint not null references clients (id),
    ticket_id bigint not null references tickets (id) on delete cascade,
    label_id bigint not null references labels (id),
    due_at bigint not null,
    noted_at bigint not null,
    primary key (client_id, ticket_id, label_id)
);
