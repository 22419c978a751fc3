import type { Knex } from 'knex'

/**
 * Service accounts own API tokens and have neither a password nor an identity at a provider, so they cannot log in.
 * Limits of a token to sites and tags apply with those of its role and of its user: a device must match all three.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table users add is_service_account boolean not null default false,
      add constraint users_service_account_login check (not is_service_account
        or password_hash is null and identity_provider_id is null and provider_subject is null and not is_break_glass);

    drop function limits_in(jsonb, jsonb);
    create function limits_in(of_role jsonb, of_user_role jsonb, of_token jsonb) returns jsonb
    language sql immutable set search_path = pg_catalog, pg_temp
    as $$ select jsonb_agg(distinct jsonb_build_object('sites', r -> 'sites', 'tags', r -> 'tags'))
          from (values (of_role), (of_user_role), (of_token)) as limits (r)
          where jsonb_array_length(r -> 'sites') + jsonb_array_length(r -> 'tags') > 0 $$;
    drop policy limited on devices;
    create policy limited on devices to coffer_limited
      using (tenant_id = nullif(current_setting('coffer.tenant', true), '')::uuid
        and (${matches(0)})
        and ((select limited_to(1, 'sites')) is null or ${matches(1)})
        and ((select limited_to(2, 'sites')) is null or ${matches(2)}));

    grant create on schema public to coffer_platform;
    drop function lookup_bearer(bytea);
    create function lookup_bearer(wanted bytea) returns table
      (session_id uuid, token_id uuid, user_id uuid, tenant_id uuid, role text, user_role text, email text, name text,
       token_name text, networks text[], last_used_at timestamptz, expires_at timestamptz,
       confirmation_hash bytea, confirmation_expires_at timestamptz, idle_minutes integer, needs_second_factor boolean,
       custom_role jsonb, user_custom_role jsonb, token_limits jsonb, tenant_networks text[],
       is_service_account boolean)
    language sql stable security definer set search_path = pg_catalog, public, pg_temp
    as $$ select s.id, null::uuid, u.id, u.tenant_id, u.role, u.role, u.email, u.name,
                 null, null::text[], coalesce(s.last_used_at, s.created_at), s.expires_at,
                 s.confirmation_hash, s.confirmation_expires_at,
                 (select (value #>> '{}')::integer from public.settings where key = 'session_idle_minutes'),
                 s.needs_second_factor, to_jsonb(r), to_jsonb(r), null::jsonb, c.allowed_networks, false
          from public.sessions s join public.users u on u.id = s.user_id left join public.roles r on r.id = u.role_id
            left join public.tenants c on c.id = u.tenant_id
          where s.token_hash = wanted and s.revoked_at is null and u.disabled_at is null and not u.is_service_account
          union all
          select null, t.id, u.id, t.tenant_id, t.role, u.role, u.email, u.name,
                 t.name, t.networks, t.last_used_at, t.expires_at, null, null, null, false,
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

/** Whether a device matches the limits in this position of `coffer.limits`. */
function matches(slot: number): string {
  return `site = any (cast((select limited_to(${slot}, 'sites')) as text[]))
    or tags && (select limited_to(${slot}, 'tags'))`
}
