import { openReport, reportKeyOf } from '../../../shared/agent-protocol/report.ts'
import { type ReceivedMessage, message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import { sealField } from '../../keys/sealed-field.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import type { TenantContext } from '../kernel/context.ts'
import { type DomainError, invalidField } from '../kernel/domain-error.ts'
import { readMessage } from '../kernel/stored-failure.ts'
import { type LeaseClaim, leaseLost, leasedJobs } from './lease-state.ts'
import { type StoredLine, logBinding } from './read-run-log.ts'

/** Limits of a batch, and of a whole run. Longer lines are cut; of longer messages only the line is stored. */
const limits = { lines: 1_000, characters: 8_192, messageBytes: 8_192, linesOfRun: 20_000 }

/** A batch as received: its lines are sealed, and numbered within their lease from `first`. */
export interface LogBatch {
  first: number
  sealed: string
}

/** A batch of the lines of one job. */
export interface GivenLog {
  claim: LeaseClaim
  batch: LogBatch
}

/**
 * Adds a batch of lines to the run’s log, sealed for the database. A repeated batch changes nothing. A run keeps 20,000
 * lines and then one line that reports the limit.
 * @throws DomainError 409 `lease_lost`; 422 for a malformed batch
 */
export async function appendLog(
  context: TenantContext,
  claim: LeaseClaim,
  batch: LogBatch,
  keys: TenantKeys,
): Promise<void> {
  const [end] = await appendLogs(context, [{ claim, batch }], keys)
  if (end?.status === 'rejected') throw end.reason
}

/**
 * Adds several batches, each as `appendLog` does. The number of statements does not depend on the number of batches.
 */
export async function appendLogs(
  context: TenantContext,
  given: readonly GivenLog[],
  keys: TenantKeys,
): Promise<PromiseSettledResult<void>[]> {
  const claims = given.map(({ claim }) => claim)
  const jobs = await leasedJobs(context, claims)
  const opened = given.map(({ claim, batch }, at) => {
    if (!jobs[at]) return leaseLost()
    return openLines(claim, batch.sealed, keys)
  })
  const isWanted = (lines: Line[] | DomainError | undefined): lines is Line[] =>
    Array.isArray(lines) && lines.length > 0
  const counts = await countLines(
    context,
    claims.filter((_, at) => isWanted(opened[at])).map(({ jobId }) => jobId),
  )
  const blocks = given.flatMap(({ claim, batch }, at): Block[] => {
    const lines = opened[at]
    if (!isWanted(lines)) return []
    const kept = withinLimit(lines, limits.linesOfRun - (counts.get(claim.jobId) ?? 0))
    return kept.length === 0 ? [] : [sealBlock(context, claim, batch.first, kept, keys)]
  })
  await insertBlocks(context, blocks)
  return opened.map((lines) =>
    Array.isArray(lines) ? { status: 'fulfilled', value: undefined } : { status: 'rejected', reason: lines },
  )
}

interface Block {
  claim: LeaseClaim
  first: number
  lines: number
  /** Time of its last line: the block expires with it. */
  at: Date
  sealed: Buffer
}

function sealBlock(
  { now }: TenantContext,
  claim: LeaseClaim,
  first: number,
  lines: readonly Line[],
  keys: TenantKeys,
): Block {
  const stored = lines.map(({ at, level, line, ...rest }): StoredLine => ({
    at: instantOr(at, now).toISOString(),
    level,
    line: line.slice(0, limits.characters),
    ...messageIn(rest),
  }))
  const sealed = sealField(keys, logBinding(claim.jobId), JSON.stringify(stored))
  const last = Math.max(...stored.map(({ at }) => Date.parse(at)))
  return { claim, first, lines: lines.length, at: new Date(last), sealed }
}

async function insertBlocks({ trx, tenantId }: TenantContext, blocks: readonly Block[]): Promise<void> {
  if (blocks.length === 0) return
  await trx.raw(
    `insert into job_log (tenant_id, job_id, lease_id, number, at, lines, line)
     select :tenantId, b.job_id, b.lease_id, b.number, b.at, b.lines, b.line
     from unnest(:jobs::uuid[], :leases::uuid[], :numbers::int[], :at::timestamptz[], :lines::int[], :sealed::bytea[])
       as b (job_id, lease_id, number, at, lines, line)
     on conflict (tenant_id, job_id, lease_id, number) do nothing`,
    {
      tenantId,
      jobs: blocks.map(({ claim }) => claim.jobId),
      leases: blocks.map(({ claim }) => claim.leaseId),
      numbers: blocks.map(({ first }) => first),
      at: blocks.map(({ at }) => at.toISOString()),
      lines: blocks.map(({ lines }) => lines),
      sealed: blocks.map(({ sealed }) => sealed),
    },
  )
}

/** Returns how many lines each of these runs has, by its id. */
async function countLines({ trx, tenantId }: TenantContext, jobIds: string[]): Promise<Map<string, number>> {
  if (jobIds.length === 0) return new Map()
  const { rows } = await trx.raw<{ rows: { job_id: string; lines: number }[] }>(
    `select job_id, sum(coalesce(lines, 1)) as lines from job_log
     where tenant_id = ? and job_id = any(?::uuid[]) group by job_id`,
    [tenantId, jobIds],
  )
  return new Map(rows.map((row) => [row.job_id, row.lines]))
}

/** @param room number of lines that the run may still store; the line that reports the limit is not counted */
function withinLimit(lines: Line[], room: number): Line[] {
  if (room >= lines.length) return lines
  if (room < 0) return []
  const limit = message('log_limit_reached', { lines: limits.linesOfRun })
  return [...lines.slice(0, room), { at: undefined, level: 'warn', line: render(limit, 'en'), ...limit }]
}

/** A line as the agent sent it. Agents of earlier releases send no code. */
interface Line extends Pick<StoredLine, 'level' | 'line'> {
  at: unknown
  code?: unknown
  params?: unknown
}

function messageIn({ code, params }: Pick<Line, 'code' | 'params'>): ReceivedMessage | undefined {
  const found = readMessage({ code, params })
  const isShort = found && Buffer.byteLength(JSON.stringify({ code, params })) <= limits.messageBytes
  return isShort ? found : undefined
}

function openLines(claim: LeaseClaim, sealed: string, keys: TenantKeys): Line[] | DomainError {
  const { jobId, leaseId } = claim
  let lines: unknown
  try {
    lines = openReport(reportKeyOf(keys.dataKey, leaseId), { jobId, leaseId, purpose: 'log' }, sealed)
  } catch {
    return invalidField('sealed', 'sealed_for_other_lease')
  }
  if (Array.isArray(lines) && lines.length <= limits.lines && lines.every(isLine)) return lines
  return invalidField('sealed', 'log_lines_invalid', { max: limits.lines })
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
