import { setTimeout as pause } from 'node:timers/promises'
import { createRepository } from '../domain/repository/chunks/create-repository.ts'
import { createPairComparer } from '../domain/repository/pairs/compare-due-pairs.ts'
import { loadServiceKeys } from '../keys/service-keys.ts'
import { createServicePool } from '../workers/service-pool.ts'
import { createWakeSignal } from './wake-signal.ts'
import type { PeriodicSetting } from './run-periodic.ts'

/** Minimum interval between two checks: commits of a nightly queue can notify many times a second. */
const restMs = 2_000

/** Interval between two checks without events, for pairs whose comparison failed. */
const everyMs = 60_000

/** Compares device pairs after commits that stored another version of a device. */
export async function runDevicePairs(setting: PeriodicSetting): Promise<void> {
  const { log, stopping } = setting
  const wakeSignal = createWakeSignal({ ...setting, everyMs }, 'events')
  const workers = createServicePool()
  let compare: (() => Promise<number>) | undefined
  try {
    for (let troubled = false; !stopping.aborted;) {
      try {
        compare ??= await startComparing(setting, workers)
        await compare()
        troubled = false
      } catch (error) {
        if (!troubled && !stopping.aborted)
          log('warn', `cannot compare device pairs: ${error instanceof Error ? error.message : error}`)
        troubled = true
      }
      await pause(restMs, undefined, { signal: stopping }).catch(() => undefined)
      await wakeSignal.wait()
    }
  } finally {
    await workers.close()
  }
}

async function startComparing(
  { settings, knex, keys, masterKey, now, openStore, runInSystemTransaction, inTenant, log, stopping }: PeriodicSetting,
  workers: ReturnType<typeof createServicePool>,
) {
  const serviceKeys = await loadServiceKeys(knex, masterKey, now())
  const repository = createRepository({ knex, keys, serviceKeys, store: await openStore(), workers, now })
  return createPairComparer({
    ...{ runInSystemTransaction, inTenant, repository, workers, now },
    limits: settings.limits,
    log: { error: (_: unknown, line?: string) => log('warn', line ?? '') },
    signal: stopping,
    warn: (line, facts) => log('warn', line, facts),
  })
}
