-- Single-use tickets that browsers connect the WebSocket with, by their hash.
create table ws_ticket (
  sha256     bytea       not null primary key,
  tenant     text        not null,
  user_id    text        not null,
  roles      text        not null,
  expires_at timestamptz not null
);
create index ws_ticket_expiry on ws_ticket (expires_at);
