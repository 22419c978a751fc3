import { seeded } from '../shared/repository/seeded.ts'
import type { TestRepository } from '../support/repository.ts'
import { createSweepWorld } from './sweep-world.ts'

const dayMs = 24 * 3_600_000

/**
 * Nights after which no unreferenced object is left: one to mark it for deletion, one to delete it, others to rebuild
 * filters.
 */
const lastNights = 4

/**
 * Simulates several months of one tenant, with crashes and faults of the store, then a month without faults, and then
 * the deletion of all devices, or with every other seed of the tenant's keys.
 * @returns the events, and `left`: objects that should have been deleted
 * @throws Error if a committed version differs from what was captured
 */
export async function runSweepWorld(test: TestRepository, seed: number, steps = 120) {
  const random = seeded(seed)
  const world = await createSweepWorld(test, random)
  for (let step = 0; step < steps; step++) {
    world.health.kills = step % 3 === 0 ? 0.02 : 0
    world.health.faults = step % 5 === 0 ? 0.05 : 0
    await world.act()
    if (step % 10 === 9) await world.sweep()
    if (step % 20 === 19) await world.checkAll()
  }
  world.health.kills = 0
  world.health.faults = 0
  world.health.isPeaceful = true
  world.abandonCaptures()
  test.advance(60 * dayMs) // more than the clock was ever set back
  const versions = await world.checkAll()
  await nights()
  await world.checkStored()
  const referred = [...(await world.unreferred()), ...(await world.named())]
  if ((await world.checkAll()) !== versions) throw new Error('a version was lost that nothing removed')
  await (seed % 2 === 0 ? world.destroyKeys() : world.purgeAll())
  await nights()
  return { ...world.tally, versions, left: [...referred, ...(await world.objects())] }

  async function nights(): Promise<void> {
    for (let night = 0; night < lastNights; night++) {
      test.advance(3 * dayMs)
      await world.sweep()
    }
  }
}
