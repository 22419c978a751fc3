import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * When the report of a period is sent by mail, and to whom: of one tenant or, without one, of all. The role of the user
 * who last changed a schedule decides what the report contains.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table report_schedules (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      name text not null,
      period text not null check (period in ('daily', 'weekly', 'monthly')),
      -- local time, HH:MM
      time text not null,
      weekday text check (weekday in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')),
      day_of_month integer check (day_of_month between 1 and 28),
      time_zone text not null,
      language text not null check (language in ('en', 'fr')),
      recipients text[] not null,
      attach_pdf boolean not null,
      sections text[] not null,
      enabled boolean not null,
      role text not null,
      role_id uuid references roles (id) on delete set null,
      -- whose role it is; without a reference, so that the schedule remains after the user
      owner_id uuid,
      owner_email text,
      disabled_reason text,
      next_at timestamptz not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique nulls not distinct (tenant_id, name),
      check ((period = 'weekly') = (weekday is not null)),
      check ((period = 'monthly') = (day_of_month is not null))
    );
    create index report_schedules_due on report_schedules (next_at) where enabled;

    create table tenant_logos (
      tenant_id uuid primary key references tenants (id),
      type text not null check (type in ('image/png', 'image/jpeg')),
      width integer not null,
      height integer not null,
      data bytea not null,
      updated_at timestamptz not null
    );
  `)
  await isolate(trx, 'report_schedules')
  await isolate(trx, 'tenant_logos')
}
