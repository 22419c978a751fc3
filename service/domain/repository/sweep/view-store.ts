import { inScope } from '../../../store/scope.ts'
import { type SweepParts, sparedMs, timeOfUuid } from './sweep-parts.ts'

/** What the object store lists of a customer, beside what the database knows. */
export interface StoreView {
  /** Objects that were listed. */
  listed: number
  /** Those that no row names, old enough by the time in their name; the first of them. */
  strays: { id: string; sizeBytes: number }[]
  /** Packs that count and whose object was not listed. */
  absent: number
}

/** Listed objects that are compared with rows at a time. */
const pageSize = 1_000

/** Strays that are remembered; others are found the next night. */
const straysAtMost = 10_000

/** A pack that was verified a moment ago may have been sent behind the listing's back. */
const settledMs = 60 * 60 * 1000

/**
 * Lists the packs of a customer. An announced pack that has long expired is as stray as one without a row: it was sent
 * and nobody asked for it. Objects whose names are no ids are left alone.
 * @throws StoreUnreachable: what was listed before it is no answer
 */
export function viewPacks(parts: SweepParts, tenantId: string, prefix: string): Promise<StoreView> {
  const now = parts.now().getTime()
  const instants = { spared: new Date(now - sparedMs), settled: new Date(now - settledMs) }
  return view(parts, tenantId, `${prefix}/packs/`, {
    known: `select id from packs where tenant_id = :tenantId and id = any(:ids)
      and not (status = 'announced' and expires_at < :spared)`,
    absent: `select count(*) as count from packs where tenant_id = :tenantId and status = 'verified'
      and verified_at < :settled and id > :from and id <= :to and not id = any(:ids)`,
    instants,
  })
}

/**
 * Lists the manifests of a customer.
 * @throws StoreUnreachable
 */
export function viewManifests(parts: SweepParts, tenantId: string, prefix: string): Promise<StoreView> {
  return view(parts, tenantId, `${prefix}/manifests/`, {
    known: 'select id from versions where tenant_id = :tenantId and id = any(:ids)',
    instants: {},
  })
}

interface Rows {
  known: string
  absent?: string
  instants: Record<string, Date>
}

async function view(parts: SweepParts, tenantId: string, prefix: string, rows: Rows): Promise<StoreView> {
  const { knex, store, signal, now } = parts
  const youngest = now().getTime() - sparedMs
  const seen: StoreView = { listed: 0, strays: [], absent: 0 }
  let from = '00000000-0000-0000-0000-000000000000'

  /** @param to up to which id everything has been listed */
  async function compare(page: Map<string, number>, to: string): Promise<void> {
    const ids = [...page.keys()]
    const values = { tenantId, ids, from, to, ...rows.instants }
    const [known, absent] = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => [
      (await trx.raw(rows.known, values)).rows.map((row: { id: string }) => row.id),
      rows.absent ? (await trx.raw(rows.absent, values)).rows[0].count : 0,
    ])
    const named = new Set<string>(known)
    for (const [id, sizeBytes] of page) {
      const madeAt = timeOfUuid(id)
      if (named.has(id) || !madeAt || madeAt.getTime() >= youngest || seen.strays.length === straysAtMost) continue
      seen.strays.push({ id, sizeBytes })
    }
    seen.absent += absent
    from = to
  }

  let page = new Map<string, number>()
  for await (const { key, size } of store.list(prefix)) {
    signal?.throwIfAborted()
    seen.listed++
    const id = key.slice(prefix.length)
    if (timeOfUuid(id)) page.set(id, size)
    if (page.size < pageSize) continue
    await compare(page, id)
    page = new Map()
  }
  await compare(page, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
  return seen
}
