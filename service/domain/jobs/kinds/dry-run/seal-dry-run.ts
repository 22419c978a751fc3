import { openField, sealField } from '../../../../keys/sealed-field.ts'
import type { TenantKeys } from '../../../../keys/tenant-keys.ts'
import type { ReadDryRun } from '../../read-dry-run-report.ts'

/** What a dry run found contains configurations. */
export function sealDryRun(keys: TenantKeys, jobId: string, found: ReadDryRun): Buffer {
  return sealField(keys, { row: jobId, field: 'dry_run' }, JSON.stringify(found))
}

export function openDryRun(keys: TenantKeys, jobId: string, sealed: Buffer): ReadDryRun {
  const stored = JSON.parse(openField(keys, { row: jobId, field: 'dry_run' }, sealed).toString()) as ReadDryRun
  // an earlier version stored none
  return { ...stored, untried: (stored as Partial<ReadDryRun>).untried ?? [] }
}
