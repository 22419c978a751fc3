import type { Knex } from 'knex'
import { withAllRows } from '../isolate.ts'

/** Replaces names of the API that rows contain. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await withAllRows(trx, async () => {
    await renameReportSection(trx)
    await renameMailError(trx)
    await renameEnterpriseNumber(trx)
    await renameRecoveryOfListeners(trx)
    await renameCauseOfSuspension(trx)
    await renameUnknownSenders(trx)
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

async function renameMailError(trx: Knex.Transaction): Promise<void> {
  for (const table of ['notification_deliveries', 'report_deliveries']) {
    await replaceText(
      trx,
      [table, 'attempts'],
      ['"code": "mail_server_in_plain_text"', '"code": "mail_server_requires_tls"'],
    )
  }
}

async function renameEnterpriseNumber(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    update notification_channels
    set settings = settings - 'enterprise' || jsonb_build_object('enterprise_number', settings -> 'enterprise')
    where kind = 'snmp' and settings -> 'enterprise' is not null`)
}

async function renameRecoveryOfListeners(trx: Knex.Transaction): Promise<void> {
  const [from, to] = ['agent.listener_heard', 'agent.listener_recovered']
  await trx.raw('update events set type = ? where type = ?', [to, from])
  await replaceText(trx, ['notification_deliveries', 'events'], [`"type": "${from}"`, `"type": "${to}"`])
  await replaceText(trx, ['notification_channels', 'rules'], [`"${from}"`, `"${to}"`])
}

async function renameCauseOfSuspension(trx: Knex.Transaction): Promise<void> {
  for (const [table, type, kind] of [
    ['notification_channels', 'notification_channel.suspended', 'channel'],
    ['report_schedules', 'report_schedule.suspended', 'schedule'],
  ] as const) {
    const [from, to] = [`${kind}_owner_limited`, `${kind}_owner_lost_permissions`]
    await trx.raw('update ?? set disabled_reason = ? where disabled_reason = ?', [table, to, from])
    await trx.raw(
      "update events set data = jsonb_set(data, '{reason}', to_jsonb(cast(? as text))) where type = ? and data ->> 'reason' = ?",
      [to, type, from],
    )
    await replaceText(trx, ['notification_deliveries', 'events'], [`"reason": "${from}"`, `"reason": "${to}"`])
  }
}

async function renameUnknownSenders(trx: Knex.Transaction): Promise<void> {
  await replaceText(trx, ['agents', 'listener_states'], ['"unknown": ', '"unknown_sender_messages": '])
}

/** Replaces the text of a key or value in a JSON column, with its quotation marks, which strings contain only escaped. */
async function replaceText(
  trx: Knex.Transaction,
  [table, column]: [string, string],
  [from, to]: [string, string],
): Promise<void> {
  await trx.raw('update ?? set ?? = replace(??::text, ?, ?)::jsonb where ??::text like ?', [
    ...[table, column, column, from, to, column],
    `%${from}%`,
  ])
}
