import { Setting } from '../../service/store/models/setting.ts'
import { inScope } from '../../service/store/scope.ts'
import type { TestService } from './service.ts'

type Dependent = Pick<TestService, 'dependencies'>

/** Sets the destruction delay to zero, effective immediately. */
export const withoutDestructionDelay = (service: Dependent) => withoutDelay(service, 'destruction_delay')

/** Sets the cooling-off period to zero, effective immediately: reductions of retention apply at once. */
export const withoutCoolingOff = (service: Dependent) => withoutDelay(service, 'retention_cooling_off')

async function withoutDelay({ dependencies: { knex, now } }: Dependent, key: string): Promise<void> {
  const row = { key, value: { days: 0, next: null }, updatedAt: now() }
  await inScope(knex, { kind: 'platform' }, (trx) => Setting.query(trx).insert(row).onConflict('key').merge().execute())
}
