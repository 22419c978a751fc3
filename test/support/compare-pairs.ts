import { createPairComparer } from '../../service/domain/repository/pairs/compare-due-pairs.ts'
import { inScope } from '../../service/store/scope.ts'
import type { TestService } from './service.ts'

/** Compares due pairs once, as the task of the service does. Returns their number. */
export function comparePairs({ dependencies }: TestService, now = dependencies.now): Promise<number> {
  const { knex, repository, workers, settings } = dependencies
  const warn = (line: string, facts: object) => {
    throw new Error(`${line} ${JSON.stringify(facts)}`)
  }
  return createPairComparer({
    runInSystemTransaction: (step) => inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() })),
    inTenant: (tenantId, step) => inScope(knex, { kind: 'tenant', tenantId }, (trx) => step({ trx, now: now() })),
    ...{ repository, workers, now, limits: settings.limits, log: { error: () => undefined } },
    signal: new AbortController().signal,
    warn,
  })()
}
