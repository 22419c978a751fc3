import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Accounts and groups that an identity provider manages over SCIM. A deleted account stays disabled, with its row, so that only the
 * provider that created it can add it again. The token of a service account records what its maker could grant.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table scim_users (
      user_id uuid primary key references users (id) on delete cascade,
      tenant_id uuid references tenants (id),
      provider_id uuid not null references identity_providers (id) on delete cascade,
      user_name text not null,
      external_id text,
      is_active boolean not null,
      deleted_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index scim_users_name on scim_users (provider_id, lower(user_name)) where deleted_at is null;
    create unique index scim_users_external_id on scim_users (provider_id, external_id) where deleted_at is null;
    create table scim_groups (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      provider_id uuid not null references identity_providers (id) on delete cascade,
      display_name text not null,
      external_id text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index scim_groups_name on scim_groups (provider_id, lower(display_name));
    create table scim_group_members (
      group_id uuid not null references scim_groups (id) on delete cascade,
      user_id uuid not null references scim_users (user_id) on delete cascade,
      tenant_id uuid references tenants (id),
      primary key (group_id, user_id)
    );
    create index scim_group_members_user on scim_group_members (user_id);
    alter table api_tokens add grantable text[];
  `)
  for (const table of ['scim_users', 'scim_groups', 'scim_group_members']) await isolate(trx, table)
}
