import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Destructions of keys and deletions of tenants: requested, withdrawn, under way and done. A row refers to no tenant, for it
 * remains when the tenant's own row is gone. Only a deletion that is under way may delete from the audit.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table destructions (
      id uuid primary key,
      tenant_id uuid not null,
      kind text not null check (kind in ('keys', 'tenant')),
      slug text not null,
      name text not null,
      state text not null check (state in ('pending', 'running', 'done', 'withdrawn')),
      requested_by text not null,
      requested_by_id uuid,
      requested_at timestamptz not null,
      due_at timestamptz not null,
      withdrawn_by text,
      withdrawn_at timestamptz,
      started_at timestamptz,
      completed_at timestamptz,
      held_until timestamptz,
      inventory jsonb,
      certificate text
    );
    create unique index destructions_live on destructions (tenant_id) where state in ('pending', 'running');
    create index destructions_tenant on destructions (tenant_id, requested_at desc, id desc);
    create index destructions_requested on destructions (requested_at desc, id desc);

    create function guard_audit() returns trigger language plpgsql as $$
    begin
      if not exists (select from destructions
                     where tenant_id = old.tenant_id and kind = 'tenant' and state = 'running') then
        raise exception 'an audit record is deleted only with its tenant';
      end if;
      return old;
    end $$;
    create trigger audit_guarded before delete on audit for each row execute function guard_audit();
    grant delete on audit to coffer_platform;

    alter table policy_runs drop constraint policy_runs_kind_check;
    alter table policy_runs add constraint policy_runs_kind_check check (kind in
      ('retention', 'purge', 'storage_purge', 'sweep', 'integrity', 'report', 'sample', 'dump', 'rebuild', 'expire',
       'destruction'));
  `)
  await isolate(trx, 'destructions')
}
