-- The outbox of the service whose schema this is. The owner appends, the relay reads and deletes.
create table outbox (
  -- drawn one by one, so that rows whose transactions follow each other have rising ids
  id          bigint generated always as identity primary key,
  -- who appended: ids are drawn before the commit, and by this the relay finds rows that became
  -- visible after later ids did
  xid         xid8        not null default pg_current_xact_id(),
  key         uuid        not null,
  shard       smallint    not null check (shard between 0 and 15),
  -- JSON: what to publish where; text, because jsonb refuses an escaped NUL
  messages    text        not null,
  -- what the messages' values share, held once
  tail        bytea,
  traceparent text,
  expires_at  timestamptz,
  created_at  timestamptz not null default clock_timestamp()
) with (
  -- rows live for milliseconds: compressing them, or moving them out of line, is work for nothing
  toast_tuple_target = 8160,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 20000
);
alter table outbox alter column messages set storage external, alter column tail set storage external;
create index outbox_xid on outbox (xid);

-- Who drains which shard. The epoch rises with each change of owner; a delete checks it.
create table outbox_shard (
  shard      smallint    primary key check (shard between 0 and 15),
  owner      text,
  epoch      bigint      not null default 0,
  expires_at timestamptz not null default '-infinity'
);
insert into outbox_shard (shard) select generate_series(0, 15);

-- The relay instances that are alive, so that each takes its share of the shards.
create table outbox_relay (
  instance   text        primary key,
  expires_at timestamptz not null
);

-- Rows that can never be sent as things are. Later rows of the same key wait until an operator releases
-- the row (by deleting it here) or gives it up (by deleting it from the outbox).
create table outbox_parked (
  row_id    bigint      primary key,
  key       uuid        not null,
  shard     smallint    not null,
  -- too-large, invalid-topic, unknown-topic, forbidden-topic, unreadable-messages
  code      text        not null,
  reason    text        not null,
  -- of an unknown-topic, which the relay releases itself once the topic is there
  topic     text,
  parked_at timestamptz not null default clock_timestamp()
);
