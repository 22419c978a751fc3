import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * Reports of ended periods, which do not change. `figures` contains numbers and names of the platform's users. All other
 * names are in the sealed part of their tenant, also in the report of all tenants, so that they end with its keys and
 * rows. A sent report names its period's report; each recipient has a delivery of its own.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table period_reports (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      period text not null check (period in ('daily', 'weekly', 'monthly')),
      first_day date not null,
      last_day date not null,
      time_zone text not null,
      computed_at timestamptz not null,
      figures jsonb not null,
      unique nulls not distinct (tenant_id, period, last_day)
    );

    create table period_report_parts (
      report_id uuid not null references period_reports (id) on delete cascade,
      tenant_id uuid not null references tenants (id),
      part bytea not null,
      primary key (report_id, tenant_id)
    );
    create index period_report_parts_tenant on period_report_parts (tenant_id);

    create table sent_reports (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      schedule_id uuid references report_schedules (id) on delete set null,
      report_id uuid not null references period_reports (id),
      name text not null,
      language text not null check (language in ('en', 'fr')),
      attach_pdf boolean not null,
      sections text[] not null,
      -- null: sent at its time
      sent_by text,
      created_at timestamptz not null
    );
    create index sent_reports_tenant on sent_reports (tenant_id, created_at desc, id desc);
    create index sent_reports_recent on sent_reports (created_at desc, id desc);
    create index sent_reports_schedule on sent_reports (schedule_id, created_at desc, id desc);
    create index sent_reports_report on sent_reports (report_id);

    create table report_deliveries (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      sent_report_id uuid not null references sent_reports (id) on delete cascade,
      -- fixed, so that mail programs show a repeated mail once
      message_id text not null,
      recipient text not null,
      status text not null check (status in ('waiting', 'delivered', 'failed')),
      attempts jsonb not null default '[]',
      next_at timestamptz not null,
      lease_until timestamptz,
      give_up_at timestamptz not null,
      finished_at timestamptz,
      unique (sent_report_id, recipient)
    );
    create index report_deliveries_due on report_deliveries (next_at) where status = 'waiting';
    create index report_deliveries_tenant on report_deliveries (tenant_id);
  `)
  for (const table of ['period_reports', 'period_report_parts', 'sent_reports', 'report_deliveries']) {
    await isolate(trx, table)
  }
}
