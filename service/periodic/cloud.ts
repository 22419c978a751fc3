import { setTimeout as pause } from 'node:timers/promises'
import { CloudRunner } from '../domain/jobs/cloud/cloud-runner.ts'
import { createFleetScanner } from '../domain/jobs/cloud/scan-fleets.ts'
import { createRepository } from '../domain/repository/chunks/create-repository.ts'
import { loadServiceKeys } from '../keys/service-keys.ts'
import { createServicePool } from '../workers/service-pool.ts'
import { createWakeSignal } from './wake-signal.ts'
import type { PeriodicSetting } from './run-periodic.ts'
import { jobKinds } from '../domain/jobs/kinds/registry.ts'

/** Minimum interval between two checks: a nightly queue can notify a thousand times a second. */
const restMs = 1_000

/** Reads the networks of clouds that no agent connects to. */
export async function runCloud(setting: PeriodicSetting): Promise<void> {
  const { settings, knex, keys, masterKey, now, intervals, runInSystemTransaction, inTenant, log, stopping } = setting
  const workers = createServicePool()
  const wakeSignal = createWakeSignal(setting, 'jobs')
  const serviceKeys = await loadServiceKeys(knex, masterKey, now())
  const repository = createRepository({ knex, keys, serviceKeys, store: await setting.openStore(), workers, now })
  const { timeZone, meraki } = settings
  const alarm = (event: string, facts?: Record<string, unknown>) => log('warn', event, facts)
  const common = {
    runInSystemTransaction,
    inTenant,
    keys,
    repository,
    workers,
    intervals,
    timeZone,
    meraki,
    now,
    alarm,
  }
  const parts = { ...common, kinds: jobKinds }
  const runner = new CloudRunner(parts, wakeSignal.wake)
  const scanner = createFleetScanner(parts)
  const beats = setInterval(() => void runner.renewLeases(), Math.min(intervals.heartbeat_ms, intervals.fence_ms / 5))
  try {
    for (let troubled = false; !stopping.aborted;) {
      try {
        await runner.claimDue()
        await scanner.claimDue()
        troubled = false
      } catch (error) {
        if (!troubled) log('warn', `cannot find work in clouds: ${error instanceof Error ? error.message : error}`)
        troubled = true
      }
      await pause(restMs, undefined, { signal: stopping }).catch(() => undefined)
      await wakeSignal.wait()
    }
  } finally {
    clearInterval(beats)
    for (const work of [runner, scanner]) {
      await work.stop().catch((error: unknown) => log('warn', `cloud leases were not released: ${error}`))
    }
    await workers.close()
  }
}
