import { lockNightly } from '../domain/repository/object-lock/lock-nightly.ts'
import { recountLocks } from '../domain/repository/object-lock/recount-locks.ts'
import { recordingFailure } from '../domain/kernel/maintenance-tasks/recording-failure.ts'
import { skipIfClockSkewed } from '../domain/kernel/maintenance-tasks/skip-if-clock-skewed.ts'
import { runPeriodic } from './run-periodic.ts'

/** Nightly task: locks packs and manifests that are retained, and extends their locks, if object lock is configured. */
await runPeriodic(
  'lock-objects',
  async ({ settings, knex, keys, now, runInSystemTransaction, openStore, stopping, log }) => {
    const { objectStore } = settings
    const isLocking = objectStore !== 'disk' && objectStore.objectLock !== null
    const work = async () => {
      const warn = (line: string, facts: Record<string, unknown>) => log('warn', line, facts)
      const dependencies = { knex, keys, store: await openStore(), now, runInSystemTransaction, signal: stopping, warn }
      const { outcome, reason, counts } = await lockNightly(dependencies)
      if (outcome === 'failed') warn(`object locks: ${reason}`, { ...counts })
      else if (outcome === 'done') log('info', 'locked what is kept', counts)
    }
    await recordingFailure(runInSystemTransaction, { tenantId: null, kind: 'object_lock' }, () =>
      skipIfClockSkewed(runInSystemTransaction, 'object_lock', { log }, work),
    )
    if (isLocking) await recountLocks({ knex, now, signal: stopping }, 0)
  },
)
