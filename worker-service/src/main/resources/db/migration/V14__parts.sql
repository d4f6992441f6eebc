-- Answers to parts of documents that are longer than a model's context, by content address.
create table step_part (
  part_key    bytea       primary key check (length(part_key) = 32),
  -- the claim that asks for the answer; void once the execution has another token
  claim_token uuid        not null,
  exec_key    bytea       not null,
  -- JSON as text, because jsonb refuses an escaped NUL
  answer      text,
  claimed_at  timestamptz not null default clock_timestamp()
);

create index step_part_age on step_part (claimed_at);
