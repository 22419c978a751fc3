import type { Knex } from 'knex'

/** The users of SNMPv3 whose notifications an agent accepts. Their passwords are sealed with the tenant's data key. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table agents
      add column snmp_users jsonb not null default '[]',
      add column snmp_passwords bytea,
      add column snmp_users_since timestamptz;
  `)
}
