import { setTimeout as pause } from 'node:timers/promises'
import { runForTenants } from '../domain/kernel/maintenance-tasks/run-for-tenants.ts'
import { createBlockCache } from '../domain/repository/chunks/block-cache.ts'
import { createChunkReader } from '../domain/repository/chunks/chunk-reader.ts'
import { checkRestores } from '../domain/repository/restore-checks/check-restores.ts'
import { recordingFailure } from '../domain/kernel/maintenance-tasks/recording-failure.ts'
import { runPeriodic } from './run-periodic.ts'

/** Cache of decrypted pack blocks. */
const blockBytes = 32 * 1024 * 1024

/**
 * Nightly task: reads back a sample of each customer's latest versions as a restore would, so that each lineage is checked
 * within BKP_RESTORE_CHECK_DAYS.
 */
await runPeriodic(
  'check-restores',
  async ({ settings, knex, keys, now, runInSystemTransaction, inTenant, openStore, log, stopping }) => {
    const task = { tenantId: null, kind: 'restore_check' } as const
    await recordingFailure(runInSystemTransaction, task, async () => {
      const store = await openStore()
      const blocks = createBlockCache(blockBytes)
      const dependencies = {
        ...{ knex, keys, store, now, inTenant },
        periodDays: settings.restoreCheckDays,
        chunkReader: (tenantId: string) => createChunkReader({ knex, keys, store }, blocks, tenantId),
        signal: stopping,
        pause: (ms: number) => pause(ms, undefined, { signal: stopping }).catch(() => undefined),
        alarm: (line: string, facts: Record<string, unknown>) => log('warn', line, facts),
      }
      const checked = await runForTenants(dependencies, {
        kind: 'restore_check',
        leases: 'restore_check_leases',
        work: (customer) => checkRestores(dependencies, customer),
      })
      log('info', 'checked that stored versions can be restored', checked)
    })
  },
)
