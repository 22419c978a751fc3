import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/**
 * When sales and support of products end, as an operator loaded it for all tenants, and those of each device. Dates are
 * texts such as `2029-10-31`; unknown ones are empty.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table end_of_life (
      id uuid primary key,
      tenant_id uuid check (tenant_id is null),
      position integer not null,
      vendor text not null,
      vendor_key text not null,
      model text not null,
      os_version text not null,
      model_like text not null,
      os_like text not null,
      end_of_sale text not null,
      end_of_support text not null,
      source text not null,
      created_at timestamptz not null,
      created_by text not null
    );
    create index end_of_life_vendor on end_of_life (vendor_key);
    create index end_of_life_position on end_of_life (position);
    alter table devices
      add column end_of_sale_on text not null default '',
      add column end_of_support_on text not null default '';
    create index devices_end_of_support on devices (tenant_id, end_of_support_on, id);
  `)
  await isolate(trx, 'end_of_life', { shared: true })
}
