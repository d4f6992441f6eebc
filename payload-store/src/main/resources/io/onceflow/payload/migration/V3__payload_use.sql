-- The last day on which a document was stored, first or again. Documents long unused are deleted by it.
alter table payload.payload add column used_on date not null default current_date;

create index payload_used_on on payload.payload (used_on);
