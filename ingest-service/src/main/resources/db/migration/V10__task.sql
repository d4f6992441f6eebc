-- Accepted tasks, by day: the id is a UUID of version 7, so that its order is the order of time and
-- uniqueness and partitions agree. The service makes the partitions and drops old ones.
create table task (
  id           uuid        not null,
  tenant       text        not null,
  user_id      text        not null,
  pipeline     text        not null,
  priority     smallint    not null check (priority between 1 and 10),
  submitted_at timestamptz not null,
  deadline_at  timestamptz not null,
  expires_at   timestamptz not null,
  -- the document, in the payload store
  sha256       bytea       not null check (length(sha256) = 32),
  media_type   text        not null,
  size_bytes   bigint      not null,
  -- what is kept for people to read and never searched for
  details      jsonb       not null,
  primary key (id)
) partition by range (id);

-- What clients named their requests by, for a window.
create table idempotency_key (
  tenant      text        not null,
  key         text        not null,
  -- of the request, so that the key with another request is refused
  fingerprint text        not null,
  task_id     uuid        not null,
  -- the body of the first answer, for repetitions
  answer      text        not null,
  expires_at  timestamptz not null,
  primary key (tenant, key)
) with (autovacuum_vacuum_scale_factor = 0.05);

create index idempotency_key_expires_at on idempotency_key (expires_at);
