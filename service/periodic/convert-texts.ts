import { convertTexts } from '../domain/kernel/text-conversion/convert-texts.ts'
import { legacyTables } from './legacy-tables.ts'
import { runPeriodic } from './run-periodic.ts'

/** Once a night: replaces the sealed sentences of earlier versions. Finds nothing to do once that is finished. */
await runPeriodic('convert-texts', async ({ runInSystemTransaction, keys, stopping, tell }) => {
  const warn = (line: string, facts: Record<string, unknown>) => tell('warn', line, facts)
  const { outcome, counts } = await convertTexts({ runInSystemTransaction, keys, stopping, warn }, legacyTables)
  if (outcome === 'done') tell('info', 'stored texts of earlier versions converted', counts)
})
