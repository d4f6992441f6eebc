-- The outbox of the service whose schema this is. The owner appends, the relay reads and deletes.
create table outbox (
  id          bigint generated always as identity primary key,
  key         uuid        not null,
  shard       smallint    not null check (shard between 0 and 15),
  -- JSON: what to publish where; text, because jsonb refuses an escaped NUL
  messages    text        not null,
  -- what the messages' values share, held once
  tail        bytea,
  traceparent text,
  expires_at  timestamptz,
  created_at  timestamptz not null default clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

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

-- Rows that can never be sent. Later rows of the same key wait until an operator releases or deletes them.
create table outbox_parked (
  row_id    bigint      primary key,
  key       uuid        not null,
  reason    text        not null,
  parked_at timestamptz not null default clock_timestamp()
);
