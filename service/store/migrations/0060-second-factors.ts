import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Second factors of users, their recovery codes, and logins that await one. A session records how its user logged in,
 * and whether the user must set up a factor before anything else.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table second_factors (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      user_id uuid not null references users (id) on delete cascade,
      kind text not null check (kind in ('totp', 'passkey')),
      name text not null,
      sealed_secret bytea,
      last_step bigint,
      credential_id text unique,
      public_key bytea,
      counter bigint,
      transports text[] not null default '{}',
      created_at timestamptz not null,
      confirmed_at timestamptz,
      last_used_at timestamptz,
      check ((kind = 'totp') = (sealed_secret is not null)),
      check ((kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null))
    );
    create index second_factors_user on second_factors (user_id);
    create unique index second_factors_totp on second_factors (user_id) where kind = 'totp';

    create table recovery_codes (
      user_id uuid not null references users (id) on delete cascade,
      code_hash bytea not null,
      tenant_id uuid references tenants (id),
      created_at timestamptz not null,
      primary key (user_id, code_hash)
    );

    create table login_challenges (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      user_id uuid not null references users (id) on delete cascade,
      token_hash bytea not null unique,
      passkey_challenge text,
      failures integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index login_challenges_expiry on login_challenges (expires_at);

    alter table revocations drop constraint revocations_kind_check;
    alter table revocations add constraint revocations_kind_check
      check (kind in ('user', 'agent', 'token', 'second_factor'));
    alter table tenants add second_factor_required boolean not null default false;
    alter table sessions
      add login_methods text[] not null default '{password}',
      add user_agent text,
      add needs_second_factor boolean not null default false,
      add passkey_challenge text,
      add passkey_challenge_expires_at timestamptz;
    grant create on schema public to coffer_platform;
  `)
  for (const table of ['second_factors', 'recovery_codes', 'login_challenges']) await isolate(trx, table)
  await trx.raw(`
    drop function lookup_bearer(bytea);
    create function lookup_bearer(wanted bytea) returns table
      (session_id uuid, token_id uuid, user_id uuid, tenant_id uuid, role text, user_role text, email text, name text,
       token_name text, networks text[], last_used_at timestamptz, expires_at timestamptz,
       confirmation_hash bytea, confirmation_expires_at timestamptz, idle_minutes integer, needs_second_factor boolean)
    language sql stable security definer set search_path = pg_catalog, public, pg_temp
    as $$ select s.id, null::uuid, u.id, u.tenant_id, u.role, u.role, u.email, u.name,
                 null, null::text[], coalesce(s.last_used_at, s.created_at), s.expires_at,
                 s.confirmation_hash, s.confirmation_expires_at,
                 (select (value #>> '{}')::integer from public.settings where key = 'session_idle_minutes'),
                 s.needs_second_factor
          from public.sessions s join public.users u on u.id = s.user_id
          where s.token_hash = wanted and s.revoked_at is null and u.disabled_at is null
          union all
          select null, t.id, u.id, t.tenant_id, t.role, u.role, u.email, u.name,
                 t.name, t.networks, t.last_used_at, t.expires_at, null, null, null, false
          from public.api_tokens t join public.users u on u.id = t.user_id
          where t.token_hash = wanted and u.disabled_at is null $$;
    revoke all on function lookup_bearer(bytea) from public;
    grant execute on function lookup_bearer(bytea) to coffer_service;
    alter function lookup_bearer(bytea) owner to coffer_platform;
    revoke create on schema public from coffer_platform;
  `)
}
