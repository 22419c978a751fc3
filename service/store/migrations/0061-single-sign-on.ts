import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Identity providers: one for the platform and one for each tenant. Users, sessions and pending logins record the
 * provider that they come from. A user of a provider has no password.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table identity_providers (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      kind text not null check (kind in ('oidc', 'saml', 'ldap')),
      name text not null,
      issuer text not null,
      client_id text not null,
      sealed_secret bytea,
      scopes text[] not null,
      email_claim text not null,
      name_claim text not null,
      role_mappings jsonb not null,
      is_enabled boolean not null,
      is_required boolean not null,
      verifies_second_factor boolean not null,
      unreachable_since timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index identity_providers_tenant on identity_providers (tenant_id) where tenant_id is not null;
    create unique index identity_providers_platform on identity_providers ((true)) where tenant_id is null;

    create table identity_provider_domains (
      domain text primary key,
      provider_id uuid not null references identity_providers (id) on delete cascade,
      tenant_id uuid references tenants (id)
    );
    create index identity_provider_domains_provider on identity_provider_domains (provider_id);

    create table sso_flows (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      provider_id uuid not null references identity_providers (id) on delete cascade,
      session_id uuid references sessions (id) on delete cascade,
      state_hash bytea unique,
      code_hash bytea unique,
      challenge bytea not null,
      return_to text not null,
      sealed_request bytea not null,
      sealed_outcome bytea,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index sso_flows_expiry on sso_flows (expires_at);

    create table spent_logout_tokens (
      provider_id uuid not null references identity_providers (id) on delete cascade,
      token_id text not null,
      tenant_id uuid references tenants (id),
      expires_at timestamptz not null,
      primary key (provider_id, token_id)
    );
    create index spent_logout_tokens_expiry on spent_logout_tokens (expires_at);

    alter table users
      alter password_hash drop not null,
      add identity_provider_id uuid references identity_providers (id) on delete set null,
      add provider_subject text,
      add is_break_glass boolean not null default false;
    create unique index users_provider_subject on users (identity_provider_id, provider_subject);
    alter table sessions
      add identity_provider_id uuid references identity_providers (id) on delete set null,
      add provider_session_id text,
      add sealed_refresh_token bytea,
      add provider_checked_at timestamptz;
    create index sessions_provider on sessions (identity_provider_id, provider_checked_at)
      where identity_provider_id is not null and revoked_at is null;
    alter table login_challenges
      add identity_provider_id uuid references identity_providers (id) on delete cascade,
      add provider_session_id text,
      add sealed_refresh_token bytea;
  `)
  for (const table of ['identity_providers', 'identity_provider_domains', 'sso_flows', 'spent_logout_tokens']) {
    await isolate(trx, table)
  }
}
