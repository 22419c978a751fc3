import type { Knex } from 'knex'
import { withAllRows } from '../isolate.ts'

/**
 * Why the service disabled a webhook, as a code; until now this was a sentence. There is one reason, and `failing_since` has
 * its parameter.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await withAllRows(trx, () =>
    trx.raw(`update webhooks set disabled_reason = 'webhook_failing'
      where disabled_reason is not null and failing_since is not null`),
  )
}
