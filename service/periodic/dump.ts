import { dumpNightly } from '../domain/recovery/dump/nightly-dump.ts'
import { runPeriodic } from './run-periodic.ts'

/** Nightly task: dumps the database to the object store, after the tasks that delete data. */
await runPeriodic('dump', async ({ settings, knex, masterKey, runInSystemTransaction, now, openStore, log }) => {
  const { outcome, counts } = await dumpNightly(
    { knex, masterKey, runInSystemTransaction, now, openStore },
    settings.dumpKeep,
  )
  if (outcome === 'done') log('info', 'dumped the database into the object store', counts)
})
