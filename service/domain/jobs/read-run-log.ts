import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import { type FieldBinding, openField } from '../../keys/sealed-field.ts'
import type { TenantKeys } from '../../keys/tenant-keys.ts'
import { JobLogBlock } from '../../store/models/job-log-block.ts'
import { readRows } from '../../store/read-rows.ts'
import type { ActionContext } from '../kernel/context.ts'
import { readMessage } from '../kernel/stored-failure.ts'

/** A line of a run's log. `at` is in UTC, as RFC 3339 writes it. */
export interface LogLine {
  at: string
  level: 'info' | 'warn' | 'error'
  /** In English. */
  line: string
  /** Null for a line without a code: of an earlier release, or too long. */
  message: ReceivedMessage | null
}

/** A line as a block contains it. */
export type StoredLine = Pick<LogLine, 'at' | 'level' | 'line'> & Partial<ReceivedMessage>

/** Lines of a run after a position, sealed. */
export interface SealedLog {
  blocks: JobLogBlock[]
  after: number
  limit: number
}

/** Positions that a block reserves, as the column `seq` counts. */
const positionsOfBlock = 1_000

/** Returns the blocks that contain the lines after `after`, at most `limit` lines. */
export async function readRunLog(
  { trx }: ActionContext,
  { runId, tenantId, after, limit }: { runId: string; tenantId: string; after: number; limit: number },
): Promise<SealedLog> {
  const blocks = await readRows(
    trx,
    JobLogBlock,
    `select * from job_log
     where tenant_id = ? and job_id = ? and seq > ? and seq + coalesce(lines, 1) - 1 > ? order by seq limit ?`,
    [tenantId, runId, after - positionsOfBlock, after, limit],
  )
  return { blocks, after, limit }
}

/** Opens the lines, in order, each with its position. */
export function openLog({ blocks, after, limit }: SealedLog, keys: TenantKeys): (LogLine & { seq: number })[] {
  const lines = blocks.flatMap((block) => {
    const text = openField(keys, logBinding(block.jobId), block.line).toString()
    if (block.level !== null)
      return [{ seq: block.seq, at: block.at.toISOString(), level: block.level, line: text, message: null }]
    return (JSON.parse(text) as StoredLine[]).map(({ at, level, line, ...rest }, index) => {
      return { seq: block.seq + index, at, level, line, message: readMessage(rest) }
    })
  })
  return lines.filter(({ seq }) => seq > after).slice(0, limit)
}

/** The seal is bound to the run, not to the block, whose position is unknown before it is written. */
export function logBinding(jobId: string): FieldBinding {
  return { row: jobId, field: 'log' }
}
