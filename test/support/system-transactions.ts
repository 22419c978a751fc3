import type { Dependencies } from '../../service/dependencies.ts'
import type { RunInSystemTransaction, SystemContext } from '../../service/domain/kernel/context.ts'
import { inScope } from '../../service/store/scope.ts'

type Clocked = Pick<Dependencies, 'knex' | 'now'>

/** Returns a runner of steps in the platform's scope, at the service's time. */
export function systemTransactions({ knex, now }: Clocked): RunInSystemTransaction {
  return (step) => inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() }))
}

/** Returns the dependencies of a periodic policy, at the service's time. */
export function policyDependencies({ knex, now }: Clocked) {
  return {
    runInSystemTransaction: systemTransactions({ knex, now }),
    inTenant: <T>(tenantId: string, step: (context: SystemContext) => Promise<T>): Promise<T> =>
      inScope(knex, { kind: 'tenant', tenantId }, (trx) => step({ trx, now: now() })),
  }
}
