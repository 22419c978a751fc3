import { setTimeout as pause } from 'node:timers/promises'
import { runCloud } from './cloud.ts'
import { runDevicePairs } from './device-pairs.ts'
import { runEvents } from './events.ts'
import { type PeriodicSetting, runPeriodic } from './run-periodic.ts'
import { restartMs } from './schedule.ts'
import { runReports } from './reports.ts'
import { runScheduler } from './scheduler.ts'
import { runTraces } from './traces.ts'

const loops = {
  scheduler: runScheduler,
  cloud: runCloud,
  events: runEvents,
  'device-pairs': runDevicePairs,
  reports: runReports,
  traces: runTraces,
}

const connectionsOfEach = 2

/** Loop worker: runs the loops that mostly wait for the database or the network. */
await runPeriodic(
  'loops',
  async (setting) => {
    await Promise.all(Object.entries(loops).map(([name, run]) => keepRunning(setting, name, run)))
  },
  Object.keys(loops).length * connectionsOfEach,
)

/** Runs a loop, and runs it again after a failure: the object store may be unavailable, which must not stop the others. */
async function keepRunning(setting: PeriodicSetting, name: string, run: (setting: PeriodicSetting) => Promise<void>) {
  const { stopping } = setting
  const log: PeriodicSetting['log'] = (level, line, facts) => setting.log(level, line, { worker: name, ...facts })
  while (!stopping.aborted) {
    const listeners: (() => void)[] = []
    const onWork: PeriodicSetting['onWork'] = (signal, listener) => {
      const remove = setting.onWork(signal, listener)
      listeners.push(remove)
      return remove
    }
    try {
      await run({ ...setting, log, onWork })
    } catch (error) {
      if (!stopping.aborted) log('warn', `a periodic worker failed: ${error instanceof Error ? error.message : error}`)
    }
    for (const remove of listeners) remove()
    await pause(restartMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}
