import { setTimeout as pause } from 'node:timers/promises'
import { checkDumps } from '../domain/recovery/dump/check-dumps.ts'
import { checkIntegrity } from '../domain/repository/integrity/check-integrity.ts'
import { recordingFailure } from '../domain/kernel/maintenance-tasks/recording-failure.ts'
import { runPeriodic } from './run-periodic.ts'

/**
 * Nightly task: reads back a part of the stored content, so that all of it is verified within BKP_INTEGRITY_DAYS. It
 * also verifies dumps.
 */
await runPeriodic(
  'integrity',
  async ({ settings, knex, keys, masterKey, now, runInSystemTransaction, openStore, log, stopping }) => {
    await recordingFailure(runInSystemTransaction, { tenantId: null, kind: 'integrity' }, async () => {
      const alarm = (line: string, facts: Record<string, unknown>) => log('warn', line, facts)
      const common = { now, store: await openStore(), signal: stopping, alarm }
      const checked = await checkIntegrity({
        ...common,
        knex,
        keys,
        periodDays: settings.integrityDays,
        pause: (ms) => pause(ms, undefined, { signal: stopping }).catch(() => undefined),
      })
      log('info', 'checked what is stored', checked)
      if (!stopping.aborted) await checkDumps({ ...common, masterKey, runInSystemTransaction })
    })
  },
)
