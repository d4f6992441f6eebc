-- Documents by content address. Insert-only: a row never changes, so any service may add one.
create schema if not exists payload;

create table payload.payload (
  tenant     text        not null,
  sha256     bytea       not null check (length(sha256) = 32),
  media_type text        not null,
  content    bytea       not null,
  created_at timestamptz not null default now(),
  primary key (tenant, sha256)
);
