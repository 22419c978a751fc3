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
    create function is_account_shaped_by(account uuid, author uuid, since timestamptz) returns boolean
    language sql stable security definer set search_path = pg_catalog, public, pg_temp
    as $$ with recursive shaped (id) as (
            select author
            union
            select a.object_id::uuid from public.audit a join shaped s on a.actor_id = s.id
            where a.object = 'user' and a.ts > since and a.outcome = 'done' and a.object_id is not null
              and (a.action in ('user.create', 'user.reset_second_factors') or a.action = 'user.update'
                and jsonb_exists_any(a.detail -> 'changed', array['password', 'role', 'email', 'disabled'])))
          select account <> author and exists (select from shaped where id = account) $$;
    revoke all on function needs_approval(text), is_account_shaped_by(uuid, uuid, timestamptz) from public;
    grant execute on function needs_approval(text), is_account_shaped_by(uuid, uuid, timestamptz)
      to coffer_service, coffer_platform;
    grant execute on function needs_approval(text) to coffer_limited;
    alter function needs_approval(text) owner to coffer_platform;
    alter function is_account_shaped_by(uuid, uuid, timestamptz) owner to coffer_platform;
    revoke create on schema public from coffer_platform;
  `)
}
