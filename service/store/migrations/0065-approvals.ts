import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Requests for actions that a second person must approve. Rows reference no user: the decision outlives the account.
 * A tenant's transaction sees neither the platform's settings nor its audit records, hence the functions.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table approvals (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      action text not null,
      permission text not null,
      method text not null,
      path text not null,
      body jsonb,
      fingerprint bytea not null,
      reason text not null,
      requested_by uuid not null,
      requested_by_name text not null,
      requested_at timestamptz not null,
      expires_at timestamptz not null,
      decision text check (decision in ('approved', 'rejected', 'withdrawn')),
      decided_by uuid,
      decided_by_name text,
      decided_at timestamptz,
      note text,
      used_at timestamptz,
      expiry_reported_at timestamptz,
      check ((decision is null) = (decided_at is null)),
      check (used_at is null or decision = 'approved')
    );
    create index approvals_tenant on approvals (tenant_id, id desc);
    create index approvals_expiry on approvals (expires_at) where used_at is null and expiry_reported_at is null;
  `)
  await isolate(trx, 'approvals')
  await trx.raw(`
    grant select on approvals to coffer_limited; -- without a policy it shows no row
    grant create on schema public to coffer_platform;
    create function needs_approval(wanted text) returns boolean
    language sql stable security definer set search_path = pg_catalog, public, pg_temp
    as $$ select exists (select from public.settings where key = 'approval_actions'
            and (jsonb_exists(value, wanted) or wanted = 'security_settings' and jsonb_array_length(value) > 0)) $$;
    create function accounts_behind(account uuid, since timestamptz) returns table (id uuid)
    language sql stable set search_path = pg_catalog, public, pg_temp
    as $$ with recursive behind (id) as (
            select account
            union
            select a.actor_id from public.audit a join behind b on a.object_id = b.id
            where a.object = 'user' and a.ts > since and a.outcome = 'done' and a.actor_id is not null
              and (a.action in ('user.create', 'user.link', 'user.reset_second_factors')
                or a.action = 'user.update' and jsonb_exists_any(a.detail -> 'changed', array['password', 'email'])))
          select id from behind $$;
    create function are_accounts_dependent(requester uuid, approver uuid, earliest timestamptz) returns boolean
    language sql stable security definer set search_path = pg_catalog, public, pg_temp
    as $$ with since (ts) as (
            select greatest(earliest, (select updated_at from public.settings where key = 'approval_actions'))),
          own (id) as (select b.id from since, public.accounts_behind(requester, since.ts) b)
          select exists (select from since, public.accounts_behind(approver, since.ts) b join own on own.id = b.id)
            or exists (select from since, public.audit a join own on own.id = a.actor_id
              where a.ts > since.ts and a.outcome = 'done'
                and (a.object = 'user' and a.object_id = approver and a.action = 'user.update'
                    and jsonb_exists_any(a.detail -> 'changed', array['role', 'role_id', 'disabled', 'break_glass'])
                  or a.object = 'role' and a.action in ('role.create', 'role.update')
                    and a.object_id = (select role_id from public.users where id = approver))) $$;
    revoke all on function accounts_behind(uuid, timestamptz) from public;
    grant execute on function accounts_behind(uuid, timestamptz) to coffer_platform;
    revoke all on function needs_approval(text), are_accounts_dependent(uuid, uuid, timestamptz) from public;
    grant execute on function needs_approval(text), are_accounts_dependent(uuid, uuid, timestamptz)
      to coffer_service, coffer_platform;
    grant execute on function needs_approval(text) to coffer_limited;
    alter function needs_approval(text) owner to coffer_platform;
    alter function accounts_behind(uuid, timestamptz) owner to coffer_platform;
    alter function are_accounts_dependent(uuid, uuid, timestamptz) owner to coffer_platform;
    revoke create on schema public from coffer_platform;
  `)
}
