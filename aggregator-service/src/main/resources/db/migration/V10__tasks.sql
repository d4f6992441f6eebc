-- What the aggregator knows of each task. Range-partitioned on the UUIDv7 id: ids sort by time, so old tasks leave by
-- dropping a partition. The service creates the partitions (see retention/).
create table task (
  id           uuid        not null primary key,
  tenant       text        not null,
  status       text        not null default 'PROCESSING'
    check (status in ('PROCESSING', 'COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED', 'EXPIRED')),
  -- rises by one with every change that a user can see
  revision     bigint      not null default 0,
  changed_at   timestamptz not null default clock_timestamp(),
  finished_at  timestamptz,
  -- from here on: absent while results are there but the accepted event is not
  user_id      text,
  pipeline     text,
  steps        varchar[],
  title        text,
  priority     smallint,
  submitted_at timestamptz,
  deadline_at  timestamptz,
  expires_at   timestamptz,
  correlation_id text,
  callback_url text,
  traceparent  text,
  -- the accepted event as it came; text and not jsonb, because jsonb refuses the escape of NUL that a title may hold
  accepted     text
) partition by range (id);

-- the deadline sweep; holds unfinished tasks alone
create index task_due on task (deadline_at) where status = 'PROCESSING' and deadline_at is not null;
-- lists, newest first
create index task_of_tenant on task (tenant, id);

-- One row for each step of a task that something is known of. A step without a row is pending.
create table step_result (
  task_id             uuid        not null,
  step                text        not null,
  status              text        not null
    check (status in ('PENDING', 'RUNNING', 'RETRYING', 'SUCCEEDED', 'FAILED', 'EXPIRED', 'SKIPPED')),
  attempt             int         not null,
  reused              boolean     not null,
  engine              text,
  model               text,
  started_at          timestamptz,
  finished_at         timestamptz,
  next_attempt_at     timestamptz,
  calls               int         not null,
  input_tokens        bigint      not null,
  output_tokens       bigint      not null,
  cached_input_tokens bigint      not null,
  reasoning_tokens    bigint      not null,
  cost_micro_usd      bigint      not null,
  -- JSON
  result              text,
  error               text,
  output              text,
  output_sha256       text,
  reason              text,
  -- of the result that the row holds, and of failures that a retry set aside: their redelivery changes nothing
  message_id          uuid,
  superseded          uuid[]      not null default '{}',
  -- when the aggregator itself asked for the step
  asked_at            timestamptz,
  primary key (task_id, step)
) partition by range (task_id);
