import { type WantedLine, readLineQuery } from '../../../../shared/search/line-query.ts'
import { UnsupportedPattern } from '../../../../shared/search/parse-pattern.ts'
import { KeysDestroyed } from '../../../keys/keyring.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import type { ActionContext } from '../../kernel/context.ts'
import type { ContentContext } from '../content/content-context.ts'
import { DomainError, invalidFields } from '../../kernel/domain-error.ts'
import { searchTenant } from './search-tenant.ts'
import type { Progress, SearchRecord, WantedSearch } from './search-record.ts'
import type { SearchService } from './search-service.ts'

/** A running search. */
export interface RunningSearch {
  /** Batches in the order found. */
  records: AsyncIterable<SearchRecord[]>
  /** Aborted after the client's read time: nothing more is returned, and the slot is released. */
  over: AbortSignal
}

/**
 * Searches the current text of every lineage of devices in service, after normalisation. If a search ends early, its
 * last record contains the reason. Writes one audit record per tenant, with the request and the returned devices.
 * @returns rejects if the search fails before the first record
 * @throws DomainError validation_failed for an invalid pattern, keys_destroyed, busy if too many searches run
 */
export async function searchTexts(
  searching: SearchService,
  contentContext: ContentContext,
  wanted: WantedSearch,
): Promise<RunningSearch> {
  checkPattern(wanted)
  const customers = await contentContext.inTransaction(tenantsOf)
  const leave = searching.places.acquire(customers.isNamed ? customers.tenantIds[0]! : null)
  const over = AbortSignal.timeout(searching.time.readMs)
  const signal = AbortSignal.any([contentContext.signal, over])
  const records = searchTenants(searching, { ...contentContext, signal }, wanted, customers, leave)
  // the consumer may never start to read, or stop early
  signal.addEventListener('abort', () => void records.return(undefined).catch(() => undefined), { once: true })
  return { records: await startedNow(records), over }
}

function checkPattern(wanted: WantedLine): void {
  try {
    readLineQuery(wanted)
  } catch (error) {
    if (error instanceof UnsupportedPattern) throw invalidFields([{ path: 'pattern', error: error.reason }])
    throw error
  }
}

async function* searchTenants(
  searching: SearchService,
  contentContext: ContentContext,
  wanted: WantedSearch,
  { tenantIds, isNamed }: Customers,
  leave: () => void,
): AsyncGenerator<SearchRecord[]> {
  const progress: Progress = {
    counts: { devices: 0, matches: 0, texts: 0, unreadable: 0, withheld: 0, withoutText: 0 },
    until: performance.now() + searching.time.searchMs,
    incomplete: null,
  }
  try {
    for (const tenantId of tenantIds) {
      if (progress.incomplete) break
      try {
        yield* searchTenant(searching, contentContext, tenantId, wanted, progress)
      } catch (error) {
        if (!(error instanceof KeysDestroyed)) throw error
        if (isNamed) throw new DomainError('keys_destroyed')
      }
    }
    yield [{ type: 'end', incomplete: progress.incomplete, ...progress.counts }]
  } finally {
    leave()
  }
}

interface Customers {
  tenantIds: string[]
  /** Whether the tenant was named in the request. */
  isNamed: boolean
}

async function tenantsOf({ trx, tenantId }: ActionContext): Promise<Customers> {
  if (tenantId !== null) return { tenantIds: [tenantId], isNamed: true }
  const tenants = await Tenant.query(trx).select('id').orderBy('slug')
  return { tenantIds: tenants.map(({ id }) => id), isNamed: false }
}

/** Starts the generator: the first records are available. */
async function startedNow(records: AsyncGenerator<SearchRecord[]>): Promise<AsyncIterable<SearchRecord[]>> {
  let first: IteratorResult<SearchRecord[]> | null = await records.next()
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const given = first ?? (await records.next())
        first = null
        return given
      },
      return: () => records.return(undefined),
    }),
  }
}
