-- Lines of tickets again, with a key of numbers only: walking one compares its key for every ticket, and
-- the text and the number of columns in it took most of that time.
drop trigger ticket_facets_begin on tickets;
drop trigger ticket_facets_follow on tickets;
drop trigger ticket_facets_end on tickets;
drop function ticket_facets_follow();
drop view ticket_facets_due;
drop table ticket_facets;

-- Lists that are narrowed to a label, an agent or a department are walked along the tickets of that
-- alone. What else lists are narrowed by stands beside each, so that no ticket is read in passing.
create table ticket_lines (
    client_id bigint not null,
    -- Four times the id of a label, an agent or a department, and 1, 2 or 3 for which of these it is.
    line bigint not null,
    -- Twice the status, and one more for live chats.
    list bigint not null,
    updated_at bigint not null,
    -- The ticket's.
    id bigint not null,
    severity_place bigint not null,
    department_id bigint,
    responded boolean not null,
    automatic boolean not null,
    assignee_ids text not null,
    -- Ids with a comma before and after each; null where they are too many for an index.
    labels text,
    channel text not null,
    appointment_at bigint,
    created_at bigint not null,
    replied_at bigint
);

-- What the triggers write, of all tickets.
create view ticket_lines_due as
    select t.client_id, cast(l.value as bigint) * 4 + 1 as line,
           t.status * 2 + case t.kind when 'ticket' then 0 else 1 end as list,
           t.updated_at, t.id, t.severity_place, t.department_id, t.responded, t.automatic,
           t.assignee_ids,
           case when length(t.labels) <= 500
                then replace(replace(t.labels, '[', ','), ']', ',') end as labels,
           t.channel, t.appointment_at, t.created_at, t.replied_at
      from tickets t, jsonb_array_elements_text(cast(t.labels as jsonb)) l
     where t.labels <> '[]'
    union all
    select t.client_id, cast(a.value as bigint) * 4 + 2,
           t.status * 2 + case t.kind when 'ticket' then 0 else 1 end,
           t.updated_at, t.id, t.severity_place, t.department_id, t.responded, t.automatic,
           t.assignee_ids,
           case when length(t.labels) <= 500
                then replace(replace(t.labels, '[', ','), ']', ',') end,
           t.channel, t.appointment_at, t.created_at, t.replied_at
      from tickets t, jsonb_array_elements_text(cast('[' || t.assignee_ids || ']' as jsonb)) a
     where t.assignee_ids <> ''
    union all
    select t.client_id, t.department_id * 4 + 3,
           t.status * 2 + case t.kind when 'ticket' then 0 else 1 end,
           t.updated_at, t.id, t.severity_place, t.department_id, t.responded, t.automatic,
           t.assignee_ids,
           case when length(t.labels) <= 500
                then replace(replace(t.labels, '[', ','), ']', ',') end,
           t.channel, t.appointment_at, t.created_at, t.replied_at
      from tickets t
     where t.department_id is not null;

insert into ticket_lines select distinct * from ticket_lines_due;
create unique index ticket_lines_list on ticket_lines (
    client_id, line, list, updated_at desc, id desc)
    include (severity_place, department_id, responded, automatic, assignee_ids, labels, channel,
             appointment_at, created_at, replied_at);
analyze ticket_lines;

-- Triggers, because many statements change a ticket, and none of them may forget this.
create function ticket_lines_follow() returns trigger language plpgsql as $$
begin
    if tg_op <> 'INSERT' then
        delete from ticket_lines
         where client_id = old.client_id
           and line in (select cast(l.value as bigint) * 4 + 1
                          from jsonb_array_elements_text(cast(old.labels as jsonb)) l
                        union all
                        select cast(a.value as bigint) * 4 + 2
                          from jsonb_array_elements_text(
                                   cast('[' || old.assignee_ids || ']' as jsonb)) a
                        union all
                        select old.department_id * 4 + 3)
           and list = old.status * 2 + case old.kind when 'ticket' then 0 else 1 end
           and updated_at = old.updated_at and id = old.id;
    end if;
    if tg_op <> 'DELETE' then
        insert into ticket_lines
        select * from ticket_lines_due where client_id = new.client_id and id = new.id
        on conflict do nothing;
    end if;
    return null;
end;
$$;
create trigger ticket_lines_begin after insert on tickets
    for each row when (new.labels <> '[]' or new.assignee_ids <> '' or new.department_id is not null)
    execute function ticket_lines_follow();
create trigger ticket_lines_follow
    after update of kind, status, updated_at, severity, channel, department_id, assignee_ids, labels,
                    responded, automatic, appointment_at, created_at, replied_at on tickets
    for each row
    when (old.labels <> '[]' or new.labels <> '[]' or old.assignee_ids <> '' or new.assignee_ids <> ''
          or old.department_id is not null or new.department_id is not null)
    execute function ticket_lines_follow();
create trigger ticket_lines_end after delete on tickets
    for each row when (old.labels <> '[]' or old.assignee_ids <> '' or old.department_id is not null)
    execute function ticket_lines_follow();
