import type { Knex } from 'knex'
import { withAllRows } from '../isolate.ts'
import { convertReason } from '../legacy-sentences/reasons.ts'

/** Why maintenance tasks did nothing, stopped or failed, as messages with codes; until now these were sentences. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('alter table policy_runs rename column reason to sentence')
  await trx.raw('alter table policy_runs add column reason jsonb')
  await withAllRows(trx, () => convertRows(trx))
  await trx.raw('alter table policy_runs drop column sentence')
}

/** The same few sentences stand in most rows: each is converted once. */
async function convertRows(trx: Knex.Transaction): Promise<void> {
  const { rows } = await trx.raw<{ rows: { sentence: string }[] }>(
    'select distinct sentence from policy_runs where sentence is not null',
  )
  for (let at = 0; at < rows.length; at += batch) {
    const sentences = rows.slice(at, at + batch).map(({ sentence }) => sentence)
    await trx.raw(
      `update policy_runs p set reason = c.reason::jsonb
       from unnest(?::text[], ?::text[]) as c (sentence, reason) where p.sentence = c.sentence`,
      [sentences, sentences.map((sentence) => JSON.stringify(convertReason(sentence)))],
    )
  }
}

const batch = 5_000
