import type { Knex } from 'knex'

/** One row by exact key, for the five moments before a request's scope is known. A test holds this list. */
const lookups = [
  `lookup_login(wanted text) returns table
     (user_id uuid, tenant_id uuid, role text, email text, name text, password_hash text, disabled_at timestamptz)
   as $$ select id, users.tenant_id, users.role, users.email, users.name, users.password_hash, users.disabled_at
         from public.users where lower(users.email) = lower(wanted) $$`,
  `lookup_bearer(wanted bytea) returns table
     (session_id uuid, token_id uuid, user_id uuid, tenant_id uuid, role text, user_role text, email text, name text,
      token_name text, networks text[], last_used_at timestamptz, expires_at timestamptz)
   as $$ select s.id, null::uuid, u.id, u.tenant_id, u.role, u.role, u.email, u.name,
                null, null::text[], null::timestamptz, s.expires_at
         from public.sessions s join public.users u on u.id = s.user_id
         where s.token_hash = wanted and s.revoked_at is null and u.disabled_at is null
         union all
         select null, t.id, u.id, t.tenant_id, t.role, u.role, u.email, u.name,
                t.name, t.networks, t.last_used_at, t.expires_at
         from public.api_tokens t join public.users u on u.id = t.user_id
         where t.token_hash = wanted and u.disabled_at is null $$`,
  `lookup_agent(wanted uuid) returns table
     (agent_id uuid, tenant_id uuid, public_key bytea, revoked_at timestamptz, session_id uuid)
   as $$ select a.id, a.tenant_id, a.public_key, a.revoked_at, s.id
         from public.agents a
         left join public.agent_sessions s on s.tenant_id = a.tenant_id and s.agent_id = a.id and s.ended_at is null
         where a.id = wanted
         order by s.sequence desc nulls last limit 1 $$`,
  `lookup_enrollment(wanted uuid) returns table
     (token_id uuid, tenant_id uuid, public_key bytea, expires_at timestamptz, spent_by bytea, revoked_at timestamptz)
   as $$ select t.id, t.tenant_id, t.public_key, t.expires_at, t.spent_by, a.revoked_at
         from public.enrollment_tokens t join public.agents a on a.tenant_id = t.tenant_id and a.id = t.agent_id
         where t.agent_id = wanted and t.voided_at is null
         order by t.created_at desc limit 1 $$`,
  `lookup_pack(wanted uuid) returns table
     (pack_id uuid, tenant_id uuid, prefix text, size integer, sha256 bytea, md5 bytea, status text, expires_at timestamptz)
   as $$ select p.id, p.tenant_id, t.prefix, p.size, p.sha256, p.md5, p.status, p.expires_at
         from public.packs p join public.tenants t on t.id = p.tenant_id
         where p.id = wanted $$`,
]

/**
 * The lookups run as `coffer_platform`, whose policy admits every row; a function of the owner would see none, because
 * row security is forced on the owner too.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('grant create on schema public to coffer_platform')
  for (const lookup of lookups) {
    const name = lookup.slice(0, lookup.indexOf('('))
    const type = lookup.slice(lookup.indexOf(' ', lookup.indexOf('(')) + 1, lookup.indexOf(')'))
    const signature = `${name}(${type})`
    await trx.raw(
      `create function ${lookup} language sql stable security definer set search_path = pg_catalog, public, pg_temp`,
    )
    await trx.raw(`revoke all on function ${signature} from public`)
    await trx.raw(`grant execute on function ${signature} to coffer_service`)
    await trx.raw(`alter function ${signature} owner to coffer_platform`)
  }
  await trx.raw('revoke create on schema public from coffer_platform')
}
