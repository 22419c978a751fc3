import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Encrypted copies of configurations on users' computers. `user_id` references no user: a copy of a deleted user is still
 * to be deleted.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table break_glass_copies (
      id uuid primary key,
      tenant_id uuid not null references tenants (id),
      user_id uuid not null,
      user_email text not null,
      computer text not null,
      sites text[] not null,
      contact_hash bytea not null unique,
      created_at timestamptz not null,
      contacted_at timestamptz not null,
      refreshed_at timestamptz,
      devices integer not null default 0,
      configurations integer not null default 0,
      expires_after_days integer not null check (expires_after_days > 0),
      revoked_at timestamptz,
      revoked_by text,
      deleted_at timestamptz,
      deletion_reason text check (deletion_reason in ('revoked', 'expired', 'user', 'connection')),
      check ((revoked_at is null) = (revoked_by is null)),
      check ((deleted_at is null) = (deletion_reason is null))
    );
    create index break_glass_copies_tenant on break_glass_copies (tenant_id, id desc);
    create index break_glass_copies_user on break_glass_copies (user_id);
  `)
  await isolate(trx, 'break_glass_copies')
}
