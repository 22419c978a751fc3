import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Roles that administrators define, with the auditor's roles. A role without a tenant is one of the platform. Users,
 * tokens and webhooks with a custom role name it; without it, they have no permissions.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  const roles = [
    ...['tenant_auditor', 'tenant_readonly', 'tenant_operator', 'tenant_admin', 'tenant_custom'],
    ...['platform_auditor', 'platform_operator', 'platform_admin', 'platform_custom'],
  ]
  const isRole = `role in (${roles.map((role) => `'${role}'`).join(', ')})`
  await trx.raw(`
    create table roles (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      name text not null,
      description text not null default '',
      permissions text[] not null,
      sites text[] not null default '{}',
      tags text[] not null default '{}',
      tenant_ids uuid[] not null default '{}',
      created_at timestamptz not null,
      created_by text not null,
      updated_at timestamptz not null,
      updated_by text not null,
      check (tenant_id is null or tenant_ids = '{}')
    );
    create unique index roles_name on roles (tenant_id, lower(name)) nulls not distinct;

    alter table users drop constraint users_role_check;
    alter table users add constraint users_role_check check (${isRole}),
      add role_id uuid references roles (id),
      add check (role_id is null or role like '%\\_custom');
    create index users_role on users (role_id) where role_id is not null;

    alter table api_tokens drop constraint api_tokens_role_check;
    alter table api_tokens add constraint api_tokens_role_check check (${isRole}),
      add role_id uuid references roles (id),
      add permissions text[],
      add sites text[] not null default '{}',
      add tags text[] not null default '{}',
      add last_used_ip text,
      add check (role_id is null or role like '%\\_custom');
    create index api_tokens_role on api_tokens (role_id) where role_id is not null;

    alter table webhooks add role_id uuid references roles (id) on delete set null;
    grant create on schema public to coffer_platform;
  `)
  await isolate(trx, 'roles')
  await trx.raw(`
    drop function lookup_bearer(bytea);
    create function lookup_bearer(wanted bytea) returns table
      (session_id uuid, token_id uuid, user_id uuid, tenant_id uuid, role text, user_role text, email text, name text,
       token_name text, networks text[], last_used_at timestamptz, expires_at timestamptz,
       confirmation_hash bytea, confirmation_expires_at timestamptz, idle_minutes integer, needs_second_factor boolean,
       custom_role jsonb, user_custom_role jsonb, token_limits jsonb)
    language sql stable security definer set search_path = pg_catalog, public, pg_temp
    as $$ select s.id, null::uuid, u.id, u.tenant_id, u.role, u.role, u.email, u.name,
                 null, null::text[], coalesce(s.last_used_at, s.created_at), s.expires_at,
                 s.confirmation_hash, s.confirmation_expires_at,
                 (select (value #>> '{}')::integer from public.settings where key = 'session_idle_minutes'),
                 s.needs_second_factor, to_jsonb(r), to_jsonb(r), null::jsonb
          from public.sessions s join public.users u on u.id = s.user_id left join public.roles r on r.id = u.role_id
          where s.token_hash = wanted and s.revoked_at is null and u.disabled_at is null
          union all
          select null, t.id, u.id, t.tenant_id, t.role, u.role, u.email, u.name,
                 t.name, t.networks, t.last_used_at, t.expires_at, null, null, null, false,
                 to_jsonb(r), to_jsonb(o),
                 jsonb_build_object('permissions', t.permissions, 'sites', t.sites, 'tags', t.tags)
          from public.api_tokens t join public.users u on u.id = t.user_id
            left join public.roles r on r.id = t.role_id left join public.roles o on o.id = u.role_id
          where t.token_hash = wanted and u.disabled_at is null $$;
    revoke all on function lookup_bearer(bytea) from public;
    grant execute on function lookup_bearer(bytea) to coffer_service;
    alter function lookup_bearer(bytea) owner to coffer_platform;
    revoke create on schema public from coffer_platform;
  `)
}
