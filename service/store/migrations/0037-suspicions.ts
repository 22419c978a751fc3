import type { Knex } from 'knex'
import { withAllRows } from '../isolate.ts'
import { convertSuspicion } from '../legacy-sentences/suspicions.ts'

/** Why a version is suspicious, as messages with codes; until now these were sentences. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw('alter table versions add column suspicions jsonb')
  await withAllRows(trx, () => convertRows(trx))
  // dropping the column drops its three indexes as well
  await trx.raw(`
    alter table versions drop column suspicious;
    alter table versions rename column suspicions to suspicious;
    create index versions_suspicious on versions (tenant_id, device_id) where suspicious is not null and reviewed_at is null;
    create index versions_suspicious_changes on versions (tenant_id, captured_at desc, id desc)
      where suspicious is not null and not is_first;
    create index versions_all_suspicious_changes on versions (captured_at desc, id desc)
      where suspicious is not null and not is_first;
  `)
}

/** Few versions are suspicious: they are read 1,000 at a time, in the order of their ids. */
async function convertRows(trx: Knex.Transaction): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await trx.raw<{ rows: { id: string; suspicious: string[] }[] }>(
      'select id, suspicious from versions where suspicious is not null and id > ? order by id limit 1000',
      [after],
    )
    const last = rows.at(-1)
    if (!last) return
    await trx.raw(
      `update versions v set suspicions = c.suspicions::jsonb
       from unnest(?::uuid[], ?::text[]) as c (id, suspicions) where v.id = c.id`,
      [
        rows.map(({ id }) => id),
        rows.map(({ suspicious }) => JSON.stringify(suspicious.map((sentence) => convertSuspicion(sentence)))),
      ],
    )
    after = last.id
  }
}
