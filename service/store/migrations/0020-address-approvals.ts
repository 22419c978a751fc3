import type { Knex } from 'knex'
import { withAllRows } from '../isolate.ts'

/**
 * The address that a device's secrets may be sent to, as a person approved it. Addresses in use count as approved; what
 * an installation has before this step goes on working. And how a fingerprint was compared.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table devices
      add column approved_address jsonb,
      add column address_approved_at timestamptz,
      add column address_approved_by text,
      add column address_pending boolean not null default false,
      add column address_changed_at timestamptz,
      add column address_changed_by text;
    create index devices_address_pending on devices (tenant_id, name, id) where address_pending;
    alter table fingerprints
      add column comparison text check (comparison in ('displayed', 'out_of_band')),
      add column comparison_note text;
    alter table fleets
      add column approved_address jsonb,
      add column address_approved_at timestamptz,
      add column address_approved_by text;
  `)
  await withAllRows(trx, () =>
    trx.raw(`
      update devices set address_approved_at = now(), address_approved_by = 'upgrade',
        approved_address = jsonb_build_object(
          'platform', platform, 'hostname', hostname, 'credential_id', credential_id,
          'credential_api_id', credential_api_id, 'credential_ssh_id', credential_ssh_id,
          'options', jsonb_strip_nulls(jsonb_build_object(
            'ssh_port', options -> 'ssh_port', 'api_port', options -> 'api_port', 'verify_tls', options -> 'verify_tls',
            'tls_fingerprint', options -> 'tls_fingerprint', 'netco_region', options -> 'netco_region')))
      where credential_id is not null or credential_api_id is not null or credential_ssh_id is not null;
      update fleets set address_approved_at = now(), address_approved_by = 'upgrade',
        approved_address = jsonb_build_object('credential_id', credential_id, 'region', region);
    `),
  )
}
