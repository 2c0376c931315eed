-- Lines of tickets again, with a key of numbers only: walking one compares its key for every ticket, and
-- the text and the number of columns in it took most of that time.
drop trigger ticket_facets_begin;
drop trigger ticket_facets_follow;
drop trigger ticket_facets_end;
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
    replied_at bigint,
    primary key (client_id, line, list, updated_at desc, id desc)
) without rowid;

-- What the triggers write, of all tickets.
create view ticket_lines_due as
    select t.client_id, cast(l.value as integer) * 4 + 1 as line,
           t.status * 2 + case t.kind when 'ticket' then 0 else 1 end as list,
           t.updated_at, t.id, t.severity_place, t.department_id, t.responded, t.automatic,
           t.assignee_ids,
           case when length(t.labels) <= 500
                then replace(replace(t.labels, '[', ','), ']', ',') end as labels,
           t.channel, t.appointment_at, t.created_at, t.replied_at
      from tickets t, json_each(t.labels) l
     where t.labels <> '[]'
    union all
    select t.client_id, cast(a.value as integer) * 4 + 2,
           t.status * 2 + case t.kind when 'ticket' then 0 else 1 end,
           t.updated_at, t.id, t.severity_place, t.department_id, t.responded, t.automatic,
           t.assignee_ids,
           case when length(t.labels) <= 500
                then replace(replace(t.labels, '[', ','), ']', ',') end,
           t.channel, t.appointment_at, t.created_at, t.replied_at
      from tickets t, json_each('[' || t.assignee_ids || ']') a
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

-- In the order of the key, which leaves no page half empty.
insert into ticket_lines
select * from ticket_lines_due where true order by 1, 2, 3, 4 desc, 5 desc on conflict do nothing;

-- Triggers, because many statements change a ticket, and none of them may forget this.
create trigger ticket_lines_begin after insert on tickets
when new.labels <> '[]' or new.assignee_ids <> '' or new.department_id is not null
begin
    insert into ticket_lines
    select * from ticket_lines_due where id = new.id on conflict do nothing;
end;
create trigger ticket_lines_follow
after update of kind, status, updated_at, severity, channel, department_id, assignee_ids, labels,
                responded, automatic, appointment_at, created_at, replied_at on tickets
when old.labels <> '[]' or new.labels <> '[]' or old.assignee_ids <> '' or new.assignee_ids <> ''
     or old.department_id is not null or new.department_id is not null
begin
    delete from ticket_lines
     where client_id = old.client_id
       and line in (select cast(value as integer) * 4 + 1 from json_each(old.labels)
                    union all
                    select cast(value as integer) * 4 + 2
                      from json_each('[' || old.assignee_ids || ']')
                    union all
                    select old.department_id * 4 + 3)
       and list = old.status * 2 + case old.kind when 'ticket' then 0 else 1 end
       and updated_at = old.updated_at and id = old.id;
    insert into ticket_lines
    select * from ticket_lines_due where id = new.id on conflict do nothing;
end;
create trigger ticket_lines_end after delete on tickets
when old.labels <> '[]' or old.assignee_ids <> '' or old.department_id is not null
begin
    delete from ticket_lines
     where client_id = old.client_id
       and line in (select cast(value as integer) * 4 + 1 from json_each(old.labels)
                    union all
                    select cast(value as integer) * 4 + 2
                      from json_each('[' || old.assignee_ids || ']')
                    union all
                    select old.department_id * 4 + 3)
       and list = old.status * 2 + case old.kind when 'ticket' then 0 else 1 end
       and updated_at = old.updated_at and id = old.id;
end;
