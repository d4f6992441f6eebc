-- Final answers to post to the callback URLs of their tasks. The id is the webhook-id that receivers see.
create table webhook_delivery (
  id              uuid        not null primary key,
  task_id         uuid        not null,
  revision        bigint      not null,
  tenant          text        not null,
  url             text        not null,
  -- completed, or revised for a later revision of an answer that was given before
  event           text        not null check (event in ('completed', 'revised')),
  state           text        not null default 'PENDING'
    check (state in ('PENDING', 'DELIVERED', 'GIVEN_UP', 'REFUSED')),
  attempts        int         not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  give_up_at      timestamptz not null,
  last_outcome    text
) partition by range (id);

create index webhook_delivery_due on webhook_delivery (next_attempt_at) where state = 'PENDING';
