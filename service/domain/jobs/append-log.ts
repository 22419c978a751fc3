import { openReport, reportKeyOf } from '../../../shared/agent-protocol/report.ts'
import { sealField } from '../../keys/sealed-field.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import { JobLogLine } from '../../store/models/job-log-line.ts'
import type { TenantContext } from '../kernel/context.ts'
import { invalidField } from '../kernel/domain-error.ts'
import { type LeaseClaim, leasedJob } from './lease-state.ts'

/** What one batch may hold, and a whole run; longer lines are cut. */
const limits = { lines: 1_000, characters: 8_192, linesOfRun: 20_000 }

/** A batch as it came: its lines are sealed, and numbered under their lease from `first` on. */
export interface LogBatch {
  first: number
  sealed: string
}

/**
 * Adds a batch of lines to the run’s log, sealed for the database. The same batch again changes nothing. A run keeps
 * 20,000 lines, and then one that says so.
 * @throws DomainError 409 `lease_lost`; 422 for what is no batch
 */
export async function appendLog(
  context: TenantContext,
  claim: LeaseClaim,
  batch: LogBatch,
  keys: TenantKeys,
): Promise<void> {
  const job = await leasedJob(context, claim)
  const lines = openLines(claim, batch.sealed, keys)
  if (lines.length === 0) return
  const kept = withinLimit(lines, limits.linesOfRun - (await countLines(context, job.id)))
  if (kept.length === 0) return
  await JobLogLine.query(context.trx)
    .insert(
      kept.map(({ at, level, line }, index) => ({
        tenantId: context.tenantId,
        jobId: job.id,
        leaseId: claim.leaseId,
        number: batch.first + index,
        at: instantOr(at, context.now),
        level,
        line: sealField(keys, logPlace(job.id), line.slice(0, limits.characters)),
      })),
    )
    .onConflict(['tenant_id', 'job_id', 'lease_id', 'number'])
    .ignore()
}

/** Bound to the run, not to the line: its number is not known before it is written. */
export function logPlace(jobId: string) {
  return { row: jobId, field: 'log' }
}

function countLines({ trx, tenantId }: TenantContext, jobId: string): Promise<number> {
  return JobLogLine.query(trx).where({ tenantId, jobId }).resultSize()
}

/** @param room for lines of the device; one more is there for the line that says that there is none */
function withinLimit(lines: Line[], room: number): Line[] {
  if (room >= lines.length) return lines
  if (room < 0) return []
  const line = `more lines are left out: a run keeps ${limits.linesOfRun}`
  return [...lines.slice(0, room), { at: undefined, level: 'warn', line }]
}

interface Line {
  at: unknown
  level: 'info' | 'warn' | 'error'
  line: string
}

function openLines({ jobId, leaseId }: LeaseClaim, sealed: string, keys: TenantKeys): Line[] {
  const lines = openOrRefuse({ jobId, leaseId }, sealed, keys)
  if (!Array.isArray(lines) || lines.length > limits.lines || !lines.every(isLine)) {
    throw invalidField('sealed', 'log_lines_invalid', { max: limits.lines })
  }
  return lines
}

function openOrRefuse({ jobId, leaseId }: { jobId: string; leaseId: string }, sealed: string, keys: TenantKeys) {
  try {
    return openReport(reportKeyOf(keys.dataKey, leaseId), { jobId, leaseId, purpose: 'log' }, sealed)
  } catch {
    throw invalidField('sealed', 'sealed_for_other_lease')
  }
}

function isLine(value: unknown): value is Line {
  if (typeof value !== 'object' || value === null) return false
  const { level, line } = value as Partial<Line>
  return typeof line === 'string' && (level === 'info' || level === 'warn' || level === 'error')
}

function instantOr(text: unknown, otherwise: Date): Date {
  const at = new Date(typeof text === 'string' ? text : NaN)
  return Number.isNaN(at.getTime()) ? otherwise : at
}
