-- The ledger with a row for every single call, and in partitions: ids sort by time, so old calls leave by dropping a
-- partition. The service creates the partitions (see retention/). Entries of before the first release are not kept.
drop table model_call;

create table model_call (
  -- the token of the claim that the call was made under, a UUID of version 7
  id                  uuid        not null,
  -- within the attempt: the first is entered with the claim, each further one before it is made
  call                int         not null default 1,
  exec_key            bytea       not null,
  tenant              text        not null,
  task_id             uuid        not null,
  step                text        not null,
  attempt             int         not null,
  engine              text        not null,
  model               text        not null,
  instance            text        not null,
  -- of calls to providers: what for, where, and of which model there
  purpose             text        check (purpose in ('ANSWER', 'REPAIR', 'PART', 'COMBINE')),
  endpoint            text,
  asked_model         text,
  outcome             text        not null default 'OPEN'
    check (outcome in ('OPEN', 'SUCCEEDED', 'REFUSED', 'TRUNCATED', 'INVALID', 'PROVIDER_ERROR', 'TIMEOUT', 'FAILED',
                       'UNKNOWN', 'NOT_CALLED', 'LATE', 'CALLED_OFF')),
  consumption         text        check (consumption in ('NONE', 'MEASURED', 'ESTIMATED', 'UNKNOWN')),
  http_status         int,
  error               text,
  -- empty where it is not known what was consumed
  input_tokens        bigint,
  output_tokens       bigint,
  cached_input_tokens bigint,
  reasoning_tokens    bigint,
  cost_micro_usd      bigint,
  latency_ms          bigint,
  -- the provider's name for the exchange
  request_id          text,
  entered_at          timestamptz not null default clock_timestamp(),
  finished_at         timestamptz,
  primary key (id, call)
) partition by range (id);

-- Whether an attempt that brought no result may have been paid for.
alter table step_execution add column maybe_paid boolean not null default false;
