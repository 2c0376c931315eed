-- What a ticket's customer writes in, once its own language is another one: what the team reads it in.
-- Empty while the two are the same.
alter table tickets add column source_lang text not null default '';
-- JSON: the message in other languages, by language.
alter table messages add column translations text not null default '{}';
