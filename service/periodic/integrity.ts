import { setTimeout as pause } from 'node:timers/promises'
import { checkIntegrity } from '../domain/integrity/check-integrity.ts'
import { recordingFailure } from '../domain/policy-runs/recording-failure.ts'
import { runPeriodic } from './run-periodic.ts'

/** Once a night: reads a part of what is stored back, so that all of it was within BKP_INTEGRITY_DAYS. */
await runPeriodic('integrity', async ({ settings, knex, keys, now, inMoment, openStore, tell, stopping }) => {
  const checked = await recordingFailure(inMoment, { tenantId: null, kind: 'integrity' }, async () =>
    checkIntegrity({
      knex,
      keys,
      now,
      store: await openStore(),
      periodDays: settings.integrityDays,
      signal: stopping,
      pause: (ms) => pause(ms, undefined, { signal: stopping }).catch(() => undefined),
      alarm: (line, facts) => tell('warn', line, facts),
    }),
  )
  tell('info', 'checked what is stored', checked)
})
