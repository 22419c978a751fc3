import type { Knex } from 'knex'
import { isolate, withAllRows } from '../isolate.ts'

/**
 * Failed logins are counted by what is known of their sender, and the networks that users signed in from are remembered.
 * Open sessions say from where users signed in before this step, as far as their addresses are IPv4.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    truncate login_attempts;
    alter table login_attempts add lane text not null, add prefix text not null;
    create index login_attempts_account_lane on login_attempts (account, lane, attempted_at);
    create index login_attempts_prefix on login_attempts (prefix, attempted_at);

    create table login_networks (
      user_id uuid not null references users (id) on delete cascade,
      network text not null,
      signed_in_at timestamptz not null,
      primary key (user_id, network)
    );
    create index login_networks_signed_in on login_networks (signed_in_at);
  `)
  await isolate(trx, 'login_networks', { platformOnly: true })
  await withAllRows(trx, () =>
    trx.raw(`
      insert into login_networks (user_id, network, signed_in_at)
      select user_id, regexp_replace(ip, '^::ffff:', ''), max(created_at) from sessions
      where regexp_replace(ip, '^::ffff:', '') ~ '^\\d+(\\.\\d+){3}$'
      group by 1, 2;
    `),
  )
}
