-- Work that was given up, and records that nobody could read.
create table dead_letter (
  -- of the message, or made of the record's place and time where it has none
  id           uuid        not null primary key,
  tenant       text,
  task_id      uuid,
  step         text,
  code         text        not null,
  message      text        not null,
  retryable    boolean     not null,
  stack_class  text,
  attempts     int         not null,
  failed_at    timestamptz not null,
  -- topic/partition/offset of a record that was set aside untouched
  source       text,
  -- the request as it was last made, JSON; or the bytes of the record in Base64
  original     text,
  raw          text,
  -- when it is to be asked again, by whom, and when that was done
  redrive_due  timestamptz,
  redriven_by  text,
  redriven_at  timestamptz
) partition by range (id);

create index dead_letter_due on dead_letter (redrive_due) where redrive_due is not null and redriven_at is null;
create index dead_letter_step on dead_letter (step, id);
