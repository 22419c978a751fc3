import type { Knex } from 'knex'
import { withAllRows } from '../isolate.ts'
import { convertKeyDamage } from '../legacy-sentences/key-damage.ts'

/** What is damaged of wrapped keys, as messages with codes; until now these were sentences. A tenant has one row. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('alter table integrity_checks rename column keys_damage to sentences')
  await trx.raw('alter table integrity_checks add column keys_damage jsonb')
  await withAllRows(trx, async () => {
    const { rows } = await trx.raw<{ rows: { tenant_id: string; sentences: string }[] }>(
      'select tenant_id, sentences from integrity_checks where sentences is not null',
    )
    for (const { tenant_id: tenantId, sentences } of rows) {
      await trx.raw('update integrity_checks set keys_damage = ?::jsonb where tenant_id = ?', [
        JSON.stringify(convertKeyDamage(sentences)),
        tenantId,
      ])
    }
  })
  await trx.raw('alter table integrity_checks drop column sentences')
}
