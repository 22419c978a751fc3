import type { components } from '../../../shared/contract/api-types.ts'
import { openReport, reportKeyOf } from '../../../shared/agent-protocol/report.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import { invalidField } from '../kernel/domain-error.ts'

/** What of a result may quote a device, as far as it has the shape it should have, within limits. */
export interface ReadReport {
  error: string | null
  warnings: string[]
  steps: components['schemas']['TestStep'][]
  /** By `${key}/${transport}`. */
  artifacts: Map<string, { metadata: Record<string, unknown>; message?: string }>
}

const limits = { text: 8_192, warnings: 1_010, steps: 100, artifacts: 100, metadataBytes: 64 * 1024 }

/** @throws Refusal 422 for a report that does not open for this lease, or is none */
export function readReport(keys: TenantKeys, jobId: string, leaseId: string, sealed: string): ReadReport {
  const report = openOrRefuse(keys, jobId, leaseId, sealed)
  if (!isRecord(report)) throw invalidField('sealed', 'report_invalid')
  return {
    error: typeof report['error'] === 'string' ? cut(report['error']) : null,
    warnings: listIn(report['warnings'], limits.warnings).filter(isText).map(cut),
    steps: listIn(report['steps'], limits.steps).filter(isStep).map(stepOf),
    artifacts: artifactsIn(report['artifacts']),
  }
}

function openOrRefuse(keys: TenantKeys, jobId: string, leaseId: string, sealed: string): unknown {
  try {
    return openReport(reportKeyOf(keys.dataKey, leaseId), { jobId, leaseId, purpose: 'result' }, sealed)
  } catch {
    throw invalidField('sealed', 'sealed_for_other_lease')
  }
}

function artifactsIn(value: unknown): ReadReport['artifacts'] {
  const entries = isRecord(value) ? Object.entries(value).slice(0, limits.artifacts) : []
  return new Map(
    entries.map(([name, said]) => {
      const { metadata, message } = isRecord(said) ? said : {}
      return [name, { metadata: metadataOf(metadata), ...(isText(message) && { message: cut(message) }) }]
    }),
  )
}

/** What is too large for facts about a text is not kept: it is no part of the backup. */
function metadataOf(value: unknown): Record<string, unknown> {
  return isRecord(value) && JSON.stringify(value).length <= limits.metadataBytes ? value : {}
}

type Step = components['schemas']['TestStep']

function isStep(value: unknown): value is Step {
  if (!isRecord(value)) return false
  return isText(value['name']) && typeof value['ok'] === 'boolean' && Number.isFinite(value['duration_ms'])
}

function stepOf({ name, ok, duration_ms, detail }: Step): Step {
  return { name: cut(name), ok, duration_ms, ...(isText(detail) && { detail: cut(detail) }) }
}

function listIn(value: unknown, most: number): unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : []
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function cut(text: string): string {
  return text.slice(0, limits.text)
}
