import { randomUUIDv7 } from 'node:crypto'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Actor, ActionContext, Origin, RunInSystemTransaction } from '../../kernel/context.ts'
import type { ContentContext } from '../content/content-context.ts'

/** A running search of one tenant's texts. */
export interface OpenSearch {
  /**
   * Records these devices for the audit record, before anything of them is sent: the record is then complete even if
   * the process dies.
   * @throws if the audit record was already written after a long silence: nothing more may be sent
   */
  show(deviceIds: Iterable<string>): Promise<void>
  /** Writes the audit record, once. */
  end(facts: Record<string, unknown>): Promise<void>
}

/** Data that another process needs to write the audit record. */
interface OpenRecord {
  actor: Actor
  origin: Origin
  detail: Record<string, unknown>
}

/** A search without updates for this time, in milliseconds, is considered ended. */
const silentMs = 10 * 60_000

/**
 * Opens a search in the caller's transaction. Its audit record is written at its end; until then its content is in a
 * row, so that another process can write it if this one dies.
 */
export async function openSearch(
  context: ActionContext,
  tenantId: string,
  detail: Record<string, unknown>,
): Promise<string> {
  const { trx, actor, origin, now } = context
  const id = randomUUIDv7()
  const record: OpenRecord = { actor, origin, detail }
  const row = { id, tenant_id: tenantId, record: JSON.stringify(record), devices: [], touched_at: now }
  await trx('open_searches').insert(row)
  return id
}

/** @param id of a search of `openSearch` */
export function followSearch(
  { inTransaction }: Pick<ContentContext, 'inTransaction'>,
  tenantId: string,
  id: string,
): OpenSearch {
  const shown = new Set<string>()
  return {
    async show(deviceIds) {
      const added = [...new Set(deviceIds)].filter((deviceId) => !shown.has(deviceId))
      if (added.length === 0) return
      const { rowCount } = await inTransaction(({ trx, now }) =>
        trx.raw('update open_searches set devices = devices || cast(? as uuid[]), touched_at = ? where id = ?', [
          added,
          now,
          id,
        ]),
      )
      if (rowCount !== 1) throw new Error(`search ${id} was taken for ended, and its audit record is written`)
      for (const deviceId of added) shown.add(deviceId)
    },
    end: (facts) =>
      inTransaction(async (context) => {
        const [row] = await context.trx('open_searches').where({ id }).delete().returning('record')
        if (!row) return // after a long silence, another process has written the record
        const { detail } = row.record as OpenRecord
        const all = { ...detail, ...facts, devices: [...shown] }
        await recordAudit(context, 'config.search', { kind: 'search', id, tenantId, detail: all })
      }),
  }
}

/**
 * Writes the audit records of searches whose process died.
 * @returns how many
 */
export async function finishSearches(runInSystemTransaction: RunInSystemTransaction): Promise<number> {
  return runInSystemTransaction(async ({ trx, now }) => {
    const rows = await trx('open_searches')
      .where('touched_at', '<', new Date(now.getTime() - silentMs))
      .delete()
      .returning(['id', 'tenant_id', 'record', 'devices'])
    for (const { id, tenant_id: tenantId, record, devices } of rows) {
      const { actor, origin, detail } = record as OpenRecord
      const object = { kind: 'search', id, tenantId, detail: { ...detail, devices, complete: false, cut: true } }
      await recordAudit({ actor, origin, tenantId, now, trx }, 'config.search', object)
    }
    return rows.length
  })
}
