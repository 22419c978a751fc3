import type { components } from '../../../shared/contract/api-types.ts'
import { type TenantKeys } from '../../keys/tenant-keys.ts'
import { openField, sealField } from '../../keys/sealed-field.ts'
import type { Job } from '../../store/models/job.ts'

/** What a run brought, as its reader sees it: outcomes by artifact, steps of a test, warnings. */
export interface JobSummary {
  artifacts: components['schemas']['RunArtifact'][]
  steps: components['schemas']['TestStep'][]
  warnings: string[]
}

export const emptySummary: JobSummary = { artifacts: [], steps: [], warnings: [] }

/** May quote a configuration, so it is sealed like every such text. */
export function sealSummary(keys: TenantKeys, jobId: string, summary: JobSummary): Buffer {
  return sealField(keys, { row: jobId, field: 'summary' }, JSON.stringify(summary))
}

export function openSummary(keys: TenantKeys, job: Pick<Job, 'id' | 'summary'>): JobSummary {
  if (!job.summary) return emptySummary
  return JSON.parse(openField(keys, { row: job.id, field: 'summary' }, job.summary).toString()) as JobSummary
}

/** The text of a failure: device, step, what was expected, what was seen. */
export function sealError(keys: TenantKeys, jobId: string, text: string): Buffer {
  return sealField(keys, { row: jobId, field: 'error' }, text)
}

export function openError(keys: TenantKeys, job: Pick<Job, 'id' | 'error'>): string | null {
  return job.error && openField(keys, { row: job.id, field: 'error' }, job.error).toString()
}
