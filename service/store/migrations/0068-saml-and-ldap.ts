import type { Knex } from 'knex'

/**
 * Providers of the kinds SAML and LDAP: their own settings, and the length of sessions that a provider cannot confirm.
 * A pending login records when its session ends; pending logins of earlier versions lack it.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table identity_providers
      add settings jsonb not null default '{}',
      add session_minutes integer check (session_minutes > 0);
    alter table login_challenges add session_expires_at timestamptz;
    delete from login_challenges where identity_provider_id is not null;
  `)
}
