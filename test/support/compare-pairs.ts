import {
  type DuePairDependencies,
  createPairComparer,
} from '../../service/domain/repository/pairs/compare-due-pairs.ts'
import { inScope } from '../../service/store/scope.ts'
import type { TestService } from './service.ts'

/** Compares due pairs once, as the task of the service does. Returns their number. */
export function comparePairs(service: TestService): Promise<number> {
  return createComparer(service).compare()
}

/**
 * Returns the comparison of due pairs, as the task of the service repeats it, and the number of transactions of tenants
 * that it opened.
 */
export function createComparer(
  { dependencies }: TestService,
  changes: Partial<Pick<DuePairDependencies, 'repository' | 'now'>> = {},
): { compare: () => Promise<number>; opened: () => number } {
  const { knex, workers, settings } = dependencies
  const { repository, now } = { ...dependencies, ...changes }
  let opened = 0
  const compare = createPairComparer({
    runInSystemTransaction: (step) => inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() })),
    inTenant: (tenantId, step) => {
      opened++
      return inScope(knex, { kind: 'tenant', tenantId }, (trx) => step({ trx, now: now() }))
    },
    ...{ repository, workers, now, limits: settings.limits, log: { error: () => undefined } },
    signal: new AbortController().signal,
    warn: (line, facts) => {
      throw new Error(`${line} ${JSON.stringify(facts)}`)
    },
  })
  return { compare, opened: () => opened }
}
