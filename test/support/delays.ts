import { Setting } from '../../service/store/models/setting.ts'
import { inScope } from '../../service/store/scope.ts'
import type { TestService } from './service.ts'

/** Sets the destruction delay to zero, effective immediately. */
export async function withoutDestructionDelay({
  dependencies: { knex, now },
}: Pick<TestService, 'dependencies'>): Promise<void> {
  const row = { key: 'destruction_delay', value: { days: 0, next: null }, updatedAt: now() }
  await inScope(knex, { kind: 'platform' }, (trx) => Setting.query(trx).insert(row).onConflict('key').merge().execute())
}

/** Sets the cooling-off period to zero, effective immediately: reductions of retention apply at once. */
export async function withoutCoolingOff({
  dependencies: { knex, now },
}: Pick<TestService, 'dependencies'>): Promise<void> {
  const row = { key: 'retention_cooling_off', value: { days: 0, next: null }, updatedAt: now() }
  await inScope(knex, { kind: 'platform' }, (trx) => Setting.query(trx).insert(row).onConflict('key').merge().execute())
}
