import { KeysDestroyed } from '../../../keys/keyring.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { inScope } from '../../../store/scope.ts'
import { type IndexDependencies, indexTexts } from './index-texts.ts'
import { compactSegments } from './compact-segments.ts'

/** Told what was done, or what went wrong with a customer. */
export type TellIndexed = (level: 'info' | 'warn', line: string, facts?: Record<string, unknown>) => void

/** Every customer's segments are looked at this often, and the store for what nobody knows of; that not at once. */
const tidyMs = 60 * 60_000
const orphanScanEveryMs = 24 * 60 * 60_000

/** A version is named before it is committed, at most so long. */
const commitMs = 15 * 60_000

/**
 * Looks, each time it is called, for customers with new versions and puts their texts into segments; at the first time,
 * and now and then, for all customers. One whose texts cannot be read keeps no other back.
 * @param steadyMs milliseconds of a clock that nobody sets
 */
export function maintainIndex(
  parts: IndexDependencies,
  steadyMs: () => number,
  tell: TellIndexed,
): () => Promise<void> {
  const { knex, now, signal } = parts
  let seenTo: string | null = null
  let tidiedAt = -Infinity
  let orphansScannedAt = steadyMs() - orphanScanEveryMs + tidyMs // a start has other things to do

  return async () => {
    const isTidying = steadyMs() - tidiedAt >= tidyMs
    const orphans = steadyMs() - orphansScannedAt >= orphanScanEveryMs
    const from = idAt(new Date(now().getTime() - commitMs))
    const tenantIds = await inScope(knex, { kind: 'platform' }, async (trx) => {
      if (isTidying || seenTo === null)
        return (await Tenant.query(trx).select('id').orderBy('slug')).map(({ id }) => id)
      const { rows } = await trx.raw('select distinct tenant_id as id from versions where id > ?', [seenTo])
      return rows.map(({ id }: { id: string }) => id) as string[]
    })
    for (const tenantId of tenantIds) {
      if (signal?.aborted) return
      await lookAfter(tenantId, { isTidying, orphans, since: isTidying ? null : seenTo }).catch((error: unknown) => {
        if (signal?.aborted) return
        const words = error instanceof Error ? error.message : String(error)
        tell('warn', `cannot make a customer's texts ready for searches: ${words}`, { tenant: tenantId })
      })
    }
    seenTo = from
    if (isTidying) tidiedAt = steadyMs()
    if (orphans) orphansScannedAt = steadyMs()
  }

  async function lookAfter(
    tenantId: string,
    { isTidying, orphans, since }: { isTidying: boolean; orphans: boolean; since: string | null },
  ): Promise<void> {
    const tidied = isTidying ? await compactSegments(parts, tenantId, { orphans }) : null
    const indexed = await indexTexts(parts, tenantId, since ?? undefined).catch((error: unknown) => {
      if (error instanceof KeysDestroyed) return null
      throw error
    })
    const facts = { ...tidied, ...indexed }
    if (Object.values(facts).some((count) => count > 0))
      tell('info', 'made texts ready for searches', { tenant: tenantId, ...facts })
  }
}

/** Every uuid v7 that is made later is larger (RFC 9562 §5.7). */
function idAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
