-- One row for each piece of work that was ever begun, by content address. Whoever inserts it owns the call.
create table step_execution (
  exec_key     bytea       primary key check (length(exec_key) = 32),
  tenant       text        not null,
  step         text        not null,
  status       text        not null check (status in ('QUEUED', 'RUNNING', 'RETRY_WAIT', 'SUCCEEDED', 'FAILED', 'HELD')),
  -- names the claim and its entry in the ledger; every write of a worker is made under it
  claim_token  uuid        not null,
  attempt      int         not null check (attempt >= 0),
  -- raised when another task asks again for work that failed, and by a takeover
  max_attempt  int         not null,
  takeovers    int         not null default 0,
  claimed_by   text        not null,
  claimed_at   timestamptz not null default clock_timestamp(),
  -- when the next attempt is due, or, once it is asked for, when to ask again should that be lost
  retry_at     timestamptz check (status <> 'RETRY_WAIT' or retry_at is not null),
  retry_asked  boolean     not null default false,
  -- the task whose request is worked on
  task_id      uuid        not null,
  priority     smallint    not null,
  expires_at   timestamptz not null,
  -- JSON without the document's text; gone with success, which needs it no more
  request      text,
  traceparent  text,
  engine       text        not null,
  model        text        not null,
  -- how many other tasks wait, see step_waiter
  waiting      int         not null default 0,
  -- JSON as text, because jsonb refuses an escaped NUL
  result       text,
  output       text,
  usage        text,
  error        text,
  started_at   timestamptz,
  finished_at  timestamptz
) with (autovacuum_vacuum_scale_factor = 0.05);

create index step_execution_running on step_execution (claimed_by) where status = 'RUNNING';
create index step_execution_due     on step_execution (retry_at) where status = 'RETRY_WAIT';
create index step_execution_queued  on step_execution (step, tenant, priority desc, claimed_at) where status = 'QUEUED';

-- Tasks that asked for work that another task's request had begun.
create table step_waiter (
  exec_key    bytea       not null,
  task_id     uuid        not null,
  expires_at  timestamptz not null,
  request     text        not null,
  traceparent text,
  asked_at    timestamptz not null default clock_timestamp(),
  primary key (exec_key, task_id)
);

-- Every model call that may have been paid for: entered with the claim, closed with the record.
create table model_call (
  -- the claim's token, a UUID of version 7
  id          uuid        primary key,
  exec_key    bytea       not null,
  tenant      text        not null,
  task_id     uuid        not null,
  step        text        not null,
  attempt     int         not null,
  engine      text        not null,
  model       text        not null,
  instance    text        not null,
  outcome     text        not null default 'OPEN'
    check (outcome in ('OPEN', 'SUCCEEDED', 'FAILED', 'UNKNOWN', 'NOT_CALLED', 'LATE', 'CALLED_OFF')),
  usage       text,
  error       text,
  entered_at  timestamptz not null default clock_timestamp(),
  finished_at timestamptz
);

-- The worker processes and when each was last alive, by this database's clock.
create table instance (
  id         text        primary key,
  started_at timestamptz not null default clock_timestamp(),
  beat_at    timestamptz not null
);
