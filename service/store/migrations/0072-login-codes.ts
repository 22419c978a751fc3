import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Codes by which a user confirms, in a browser, a login or an action of a client without one (RFC 8628). A session keeps
 * the refresh token of its last confirmation at the provider, for the session that such a code opens.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table login_codes (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      session_id uuid references sessions (id) on delete cascade,
      code_hash bytea not null unique,
      challenge bytea not null,
      client text not null,
      user_agent text,
      ip text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      decision text check (decision in ('confirmed', 'rejected')),
      confirmed_by uuid references sessions (id) on delete cascade,
      sealed_refresh_token bytea,
      check ((confirmed_by is not null) = (coalesce(decision, '') = 'confirmed'))
    );
    create index login_codes_expiry on login_codes (expires_at);
    alter table sessions add confirmation_refresh_token bytea;
  `)
  await isolate(trx, 'login_codes')
}
