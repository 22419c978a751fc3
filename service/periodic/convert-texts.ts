import { convertTexts } from '../domain/kernel/text-conversion/convert-texts.ts'
import { legacyTables } from './legacy-tables.ts'
import { runPeriodic } from './run-periodic.ts'

/** Nightly task: replaces sealed sentences of earlier versions. It has no work once all are replaced. */
await runPeriodic('convert-texts', async ({ runInSystemTransaction, keys, stopping, log }) => {
  const warn = (line: string, facts: Record<string, unknown>) => log('warn', line, facts)
  const { outcome, counts } = await convertTexts({ runInSystemTransaction, keys, stopping, warn }, legacyTables)
  if (outcome === 'done') log('info', 'stored texts of earlier versions converted', counts)
})
