import type { Knex } from 'knex'
import { withAllRows } from '../isolate.ts'

/** Replaces names of the API that rows contain. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await withAllRows(trx, async () => {
    await renameReportSection(trx)
  })
}

async function renameReportSection(trx: Knex.Transaction): Promise<void> {
  for (const table of ['report_schedules', 'sent_reports']) {
    await trx.raw(
      `update ?? set sections = array_replace(sections, 'accesses', 'access') where 'accesses' = any (sections)`,
      [table],
    )
  }
}
