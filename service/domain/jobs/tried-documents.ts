import type { DryRunOrder } from '../../../shared/agent-protocol/dry-run.ts'
import type { PlatformDocument } from '../../../shared/platforms/documents/document.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import { compileStored } from '../../../shared/platforms/stored-platform.ts'
import type { Job } from '../../store/models/job.ts'
import type { TenantContext } from '../kernel/context.ts'

/** The platform that a dry run tries, and how often it reads the device. */
export interface TriedDocument {
  platform: Platform
  order: DryRunOrder
}

/** Returns what the dry runs among these jobs try, by job. */
export async function readTriedDocuments(
  { trx, tenantId }: TenantContext,
  jobs: readonly Pick<Job, 'id' | 'kind'>[],
): Promise<Map<string, TriedDocument>> {
  const ids = jobs.filter(({ kind }) => kind === 'dry_run').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await trx.raw<{ rows: TriedRow[] }>(
    `select t.job_id, t.readings, t.interval_seconds, t.proposes, v.document
     from dry_runs t
     join platform_document_versions v on v.document_id = t.document_id and v.number = t.version
     where t.tenant_id = ? and t.job_id = any(?::uuid[])`,
    [tenantId, ids],
  )
  return new Map(
    rows.map(({ job_id: id, readings, interval_seconds: intervalSeconds, proposes, document }) => [
      id,
      { platform: compileStored(document), order: { readings, intervalSeconds, proposes } },
    ]),
  )
}

interface TriedRow {
  job_id: string
  readings: number
  interval_seconds: number
  proposes: boolean
  document: PlatformDocument
}
