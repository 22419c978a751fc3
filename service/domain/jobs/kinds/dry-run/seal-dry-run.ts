import { openField, sealField } from '../../../../keys/sealed-field.ts'
import type { TenantKeys } from '../../../../keys/tenant-keys.ts'
import type { ReadDryRun } from '../../read-dry-run-report.ts'

/** What a dry run found contains configurations. */
export function sealDryRun(keys: TenantKeys, jobId: string, found: ReadDryRun): Buffer {
  return sealField(keys, { row: jobId, field: 'dry_run' }, JSON.stringify(found))
}

export function openDryRun(keys: TenantKeys, jobId: string, sealed: Buffer): ReadDryRun {
  const stored = JSON.parse(openField(keys, { row: jobId, field: 'dry_run' }, sealed).toString()) as ReadDryRun
  // earlier versions stored neither
  const { untried = [], proposal = null } = stored as Partial<ReadDryRun>
  return { ...stored, untried, proposal }
}
