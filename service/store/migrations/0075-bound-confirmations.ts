import type { Knex } from 'knex'
import { withAllRows } from '../isolate.ts'

/**
 * A code that confirms an action of a session states the request, and its confirmation is valid for this request only.
 * Users whose password another person set must change it.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await withAllRows(trx, () => trx.raw('delete from login_codes where session_id is not null'))
  await trx.raw(`
    alter table login_codes add action jsonb, add fingerprint bytea,
      add check ((session_id is null) = (action is null) and (action is null) = (fingerprint is null));
    alter table sessions add confirmation_fingerprint bytea;
    alter table users add password_change_required boolean not null default false;
    grant create on schema public to coffer_platform;
    drop function lookup_bearer(bytea);
    create function lookup_bearer(wanted bytea) returns table
      (session_id uuid, token_id uuid, user_id uuid, tenant_id uuid, role text, user_role text, email text, name text,
       token_name text, networks text[], last_used_at timestamptz, expires_at timestamptz,
       confirmation_hash bytea, confirmation_expires_at timestamptz, confirmation_fingerprint bytea, idle_minutes integer,
       needs_second_factor boolean, password_change_required boolean, custom_role jsonb, user_custom_role jsonb,
       token_limits jsonb, tenant_networks text[], is_service_account boolean)
    language sql stable security definer set search_path = pg_catalog, public, pg_temp
    as $$ select s.id, null::uuid, u.id, u.tenant_id, u.role, u.role, u.email, u.name,
                 null, null::text[], coalesce(s.last_used_at, s.created_at), s.expires_at,
                 s.confirmation_hash, s.confirmation_expires_at, s.confirmation_fingerprint,
                 (select (value #>> '{}')::integer from public.settings where key = 'session_idle_minutes'),
                 s.needs_second_factor, u.password_change_required, to_jsonb(r), to_jsonb(r), null::jsonb, c.allowed_networks,
                 false
          from public.sessions s join public.users u on u.id = s.user_id left join public.roles r on r.id = u.role_id
            left join public.tenants c on c.id = u.tenant_id
          where s.token_hash = wanted and s.revoked_at is null and u.disabled_at is null and not u.is_service_account
          union all
          select null, t.id, u.id, t.tenant_id, t.role, u.role, u.email, u.name,
                 t.name, t.networks, t.last_used_at, t.expires_at, null, null, null, null, false, false,
                 to_jsonb(r), to_jsonb(o),
                 jsonb_build_object('permissions', t.permissions, 'sites', t.sites, 'tags', t.tags), c.allowed_networks,
                 u.is_service_account
          from public.api_tokens t join public.users u on u.id = t.user_id
            left join public.roles r on r.id = t.role_id left join public.roles o on o.id = u.role_id
            left join public.tenants c on c.id = t.tenant_id
            left join public.identity_providers p on p.id = u.identity_provider_id
          where t.token_hash = wanted and u.disabled_at is null
            and (u.password_hash is not null or u.is_service_account or u.suspended_at is null and p.is_enabled) $$;
    revoke all on function lookup_bearer(bytea) from public;
    grant execute on function lookup_bearer(bytea) to coffer_service;
    alter function lookup_bearer(bytea) owner to coffer_platform;
    revoke create on schema public from coffer_platform;
  `)
}
