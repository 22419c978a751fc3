import { createHash, randomUUIDv7 } from 'node:crypto'
import { EndOfLifeRow } from '../../../store/models/end-of-life.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { matchEndOfLife, likePatternOf } from './match-devices.ts'
import type { EndOfLifeEntry } from './read-end-of-life.ts'

/** The outcome of a load. */
export interface LoadedEndOfLife {
  entries: number
  /** Devices whose end of sale or support changed. */
  devicesChanged: number
}

/** Rows written by one statement. */
const batch = 1_000

/** Replaces the table of ends of life, and sets those of all devices by their facts. Facts and their history remain. */
export async function loadEndOfLife(
  context: ActionContext,
  entries: readonly EndOfLifeEntry[],
  source: string,
): Promise<LoadedEndOfLife> {
  const { trx, now, actor } = context
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer end of life', 0))`)
  await EndOfLifeRow.query(trx).delete()
  const rows = entries.map((entry, position) => ({
    ...entry,
    id: randomUUIDv7(),
    tenantId: null,
    position,
    vendorKey: entry.vendor.toLowerCase(),
    modelLike: likePatternOf(entry.model),
    osLike: likePatternOf(entry.osVersion),
    createdAt: now,
    createdBy: actor.name,
  }))
  for (let at = 0; at < rows.length; at += batch) await EndOfLifeRow.query(trx).insert(rows.slice(at, at + batch))
  const devicesChanged = await matchEndOfLife(trx, null)
  const sha256 = createHash('sha256').update(source).digest('hex')
  const detail = { entries: entries.length, devices_changed: devicesChanged, sha256 }
  await recordAudit(context, 'end_of_life.load', { kind: 'end_of_life', detail })
  return { entries: entries.length, devicesChanged }
}

/** Returns the entries in the order of the loaded table, after the previous page. */
export async function listEndOfLife(
  { trx }: ActionContext,
  page: { limit: number; after: number | null },
): Promise<EndOfLifeRow[]> {
  const query = EndOfLifeRow.query(trx).orderBy('position').limit(page.limit)
  if (page.after !== null) query.where('position', '>', page.after)
  return query
}
