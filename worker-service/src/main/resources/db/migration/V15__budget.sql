-- What the calls of a budget's day or month have cost and may still cost. These rows decide whether a call may be made;
-- they are made with what the ledger says when a budget is new.
create table budget_window (
  -- budget, period and first day: tenant:acme/day/2026-12-01
  id        text        primary key,
  -- micro-dollars
  spent     bigint      not null check (spent >= 0),
  reserved  bigint      not null default 0 check (reserved >= 0),
  warned_at timestamptz
) with (fillfactor = 50);

-- What is reserved for calls that may be under way, until their cost is known.
create table budget_reservation (
  -- names the call in the ledger
  claim       uuid        not null,
  call        smallint    not null,
  windows     text[]      not null,
  amount      bigint      not null,
  reserved_at timestamptz not null default clock_timestamp(),
  primary key (claim, call)
);

create index budget_reservation_age on budget_reservation (reserved_at);
