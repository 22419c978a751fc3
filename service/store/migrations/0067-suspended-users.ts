import type { Knex } from 'knex'

/**
 * API tokens of a user without a password are refused while the user is suspended, which means that the identity provider
 * no longer accepts the user, and while the provider is disabled or removed.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table users add suspended_at timestamptz;
    grant create on schema public to coffer_platform;
    drop function lookup_bearer(bytea);
    create function lookup_bearer(wanted bytea) returns table
      (session_id uuid, token_id uuid, user_id uuid, tenant_id uuid, role text, user_role text, email text, name text,
       token_name text, networks text[], last_used_at timestamptz, expires_at timestamptz,
       confirmation_hash bytea, confirmation_expires_at timestamptz, idle_minutes integer, needs_second_factor boolean,
       custom_role jsonb, user_custom_role jsonb, token_limits jsonb, tenant_networks text[])
    language sql stable security definer set search_path = pg_catalog, public, pg_temp
    as $$ select s.id, null::uuid, u.id, u.tenant_id, u.role, u.role, u.email, u.name,
                 null, null::text[], coalesce(s.last_used_at, s.created_at), s.expires_at,
                 s.confirmation_hash, s.confirmation_expires_at,
                 (select (value #>> '{}')::integer from public.settings where key = 'session_idle_minutes'),
                 s.needs_second_factor, to_jsonb(r), to_jsonb(r), null::jsonb, c.allowed_networks
          from public.sessions s join public.users u on u.id = s.user_id left join public.roles r on r.id = u.role_id
            left join public.tenants c on c.id = u.tenant_id
          where s.token_hash = wanted and s.revoked_at is null and u.disabled_at is null
          union all
          select null, t.id, u.id, t.tenant_id, t.role, u.role, u.email, u.name,
                 t.name, t.networks, t.last_used_at, t.expires_at, null, null, null, false,
                 to_jsonb(r), to_jsonb(o),
                 jsonb_build_object('permissions', t.permissions, 'sites', t.sites, 'tags', t.tags), c.allowed_networks
          from public.api_tokens t join public.users u on u.id = t.user_id
            left join public.roles r on r.id = t.role_id left join public.roles o on o.id = u.role_id
            left join public.tenants c on c.id = t.tenant_id
            left join public.identity_providers p on p.id = u.identity_provider_id
          where t.token_hash = wanted and u.disabled_at is null
            and (u.password_hash is not null or u.suspended_at is null and p.is_enabled) $$;
    revoke all on function lookup_bearer(bytea) from public;
    grant execute on function lookup_bearer(bytea) to coffer_service;
    alter function lookup_bearer(bytea) owner to coffer_platform;
    revoke create on schema public from coffer_platform;
  `)
}
