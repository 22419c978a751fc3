import { KeysDestroyed } from '../../../keys/keyring.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { inScope } from '../../../store/scope.ts'
import { type IndexDependencies, indexTexts } from './index-texts.ts'
import { compactSegments } from './compact-segments.ts'

/** Receives what was done, and errors of tenants. */
export type TellIndexed = (level: 'info' | 'warn', line: string, facts?: Record<string, unknown>) => void

/**
 * Interval in milliseconds of compacting all tenants' segments; orphans are searched for less often, and not right
 * after the start.
 */
const tidyMs = 60 * 60_000
const orphanScanEveryMs = 24 * 60 * 60_000

/** Maximum milliseconds between the creation of a version's id and its commit. */
const commitMs = 15 * 60_000

/**
 * Returns a function that indexes the texts of tenants with new versions; on the first call and periodically, of all
 * tenants. A failure for one tenant does not affect the others.
 * @param steadyMs monotonic milliseconds
 */
export function maintainIndex(
  dependencies: IndexDependencies,
  steadyMs: () => number,
  onIndexed: TellIndexed,
): () => Promise<void> {
  const { knex, now, signal } = dependencies
  let seenTo: string | null = null
  let tidiedAt = -Infinity
  let orphansScannedAt = steadyMs() - orphanScanEveryMs + tidyMs // not right after the start

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
        onIndexed('warn', `cannot make a customer's texts ready for searches: ${words}`, { tenant: tenantId })
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
    const tidied = isTidying ? await compactSegments(dependencies, tenantId, { orphans }) : null
    const indexed = await indexTexts(dependencies, tenantId, since ?? undefined).catch((error: unknown) => {
      if (error instanceof KeysDestroyed) return null
      throw error
    })
    const facts = { ...tidied, ...indexed }
    if (Object.values(facts).some((count) => count > 0))
      onIndexed('info', 'made texts ready for searches', { tenant: tenantId, ...facts })
  }
}

/** Every UUIDv7 created later is larger (RFC 9562 §5.7). */
function idAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
