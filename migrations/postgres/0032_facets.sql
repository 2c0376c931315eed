-- A department's tickets have a line of their own below.
drop index tickets_by_department;
-- Lists of all tickets see in passing whether one has labels and an appointment.
alter table tickets add column labelled boolean generated always as (labels <> '[]') stored;
drop index tickets_list;
create index tickets_list on tickets (client_id, kind, status, updated_at desc, id desc)
    include (channel, department_id, severity, assignee_ids, labelled, responded, automatic,
             appointment_at, created_at, replied_at, last_in_id);

-- Lists that are narrowed to a label, an agent or a department are walked along the tickets of that
-- alone. What else lists are narrowed by stands beside each, so that no ticket is read in passing.
create table ticket_facets (
    client_id bigint not null,
    -- 1 for labels, 2 for agents, 3 for the department.
    facet bigint not null,
    -- Id of the label, the agent or the department.
    value bigint not null,
    kind text not null,
    status bigint not null,
    updated_at bigint not null,
    -- The ticket's.
    id bigint not null,
    severity_place bigint not null,
    channel text not null,
    department_id bigint,
    assignee_ids text not null,
    -- Ids with a comma before and after each; null where they are too many for an index.
    labels text,
    responded boolean not null,
    automatic boolean not null,
    appointment_at bigint,
    created_at bigint not null,
    replied_at bigint
);

-- What the triggers write, of all tickets.
create view ticket_facets_due as
    select t.client_id, cast(1 as bigint) as facet, cast(l.value as bigint) as value, t.kind, t.status,
           t.updated_at, t.id, t.severity_place, t.channel, t.department_id,
           t.assignee_ids,
           case when length(t.labels) <= 500
                then replace(replace(t.labels, '[', ','), ']', ',') end as labels,
           t.responded, t.automatic, t.appointment_at, t.created_at, t.replied_at
      from tickets t, jsonb_array_elements_text(cast(t.labels as jsonb)) l
     where t.labels <> '[]'
    union all
    select t.client_id, 2, cast(a.value as bigint), t.kind, t.status,
           t.updated_at, t.id, t.severity_place, t.channel, t.department_id,
           t.assignee_ids,
           case when length(t.labels) <= 500
                then replace(replace(t.labels, '[', ','), ']', ',') end,
           t.responded, t.automatic, t.appointment_at, t.created_at, t.replied_at
      from tickets t, jsonb_array_elements_text(cast('[' || t.assignee_ids || ']' as jsonb)) a
     where t.assignee_ids <> ''
    union all
    select t.client_id, 3, t.department_id, t.kind, t.status, t.updated_at,
           t.id, t.severity_place, t.channel, t.department_id, t.assignee_ids,
           case when length(t.labels) <= 500
                then replace(replace(t.labels, '[', ','), ']', ',') end,
           t.responded, t.automatic, t.appointment_at, t.created_at, t.replied_at
      from tickets t
     where t.department_id is not null;

insert into ticket_facets select distinct * from ticket_facets_due;
create unique index ticket_facets_list on ticket_facets (
    client_id, facet, value, kind, status, updated_at desc, id desc)
    include (severity_place, channel, department_id, assignee_ids, labels, responded,
             automatic, appointment_at, created_at, replied_at);
analyze ticket_facets;

-- Triggers, because many statements change a ticket, and none of them may forget this.
create function ticket_facets_follow() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' then
        delete from ticket_facets
         where client_id = old.client_id and facet = 1
           and value in (select cast(l.value as bigint)
                           from jsonb_array_elements_text(cast(old.labels as jsonb)) l)
           and kind = old.kind and status = old.status and updated_at = old.updated_at
           and id = old.id;
        delete from ticket_facets
         where client_id = old.client_id and facet = 2
           and value in (select cast(a.value as bigint)
                           from jsonb_array_elements_text(
                                    cast('[' || old.assignee_ids || ']' as jsonb)) a)
           and kind = old.kind and status = old.status and updated_at = old.updated_at
           and id = old.id;
        delete from ticket_facets
         where client_id = old.client_id and facet = 3 and value = old.department_id
           and kind = old.kind and status = old.status and updated_at = old.updated_at
           and id = old.id;
    end if;
    if tg_op <> 'DELETE' then
        insert into ticket_facets
        select * from ticket_facets_due where client_id = new.client_id and id = new.id
        on conflict do nothing;
    end if;
    return null;
end;
$$;
create trigger ticket_facets_begin after insert on tickets
    for each row when (new.labels <> '[]' or new.assignee_ids <> '' or new.department_id is not null)
    execute function ticket_facets_follow();
create trigger ticket_facets_follow
    after update of kind, status, updated_at, severity, channel, department_id, assignee_ids, labels,
                    responded, automatic, appointment_at, created_at, replied_at on tickets
    for each row
    when (old.labels <> '[]' or new.labels <> '[]' or old.assignee_ids <> '' or new.assignee_ids <> ''
          or old.department_id is not null or new.department_id is not null)
    execute function ticket_facets_follow();
create trigger ticket_facets_end after delete on tickets
    for each row when (old.labels <> '[]' or old.assignee_ids <> '' or old.department_id is not null)
    execute function ticket_facets_follow();
