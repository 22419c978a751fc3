import { convertTexts } from '../../service/domain/kernel/text-conversion/convert-texts.ts'
import { legacyTables } from '../../service/periodic/legacy-tables.ts'
import { openField, sealField } from '../../service/keys/sealed-field.ts'
import { type ScopedTransaction, inScope } from '../../service/store/scope.ts'
import { anAgent } from './fake-agent.ts'
import { type Customer, type TestService, must } from './service.ts'
import { systemTransactions } from './system-transactions.ts'

const sentence =
  'failed while logging in as backup; expected a prompt; seen: % Login invalid. To try: check the credential.'

const refused =
  'failed while reading version with show version; seen: % Invalid input. To try: check that the account may run this command on this device.'

/** Texts that version 0.1 stored in sealed columns. No pattern matches the last text of each kind. */
export const earlierTexts = {
  error: sentence,
  summary: {
    artifacts: [
      { key: 'version', transport: 'ssh', outcome: 'failed', code: 'command_refused', message: refused },
      { key: 'running-config', transport: 'ssh', outcome: 'failed', code: 'output_truncated', message: 'unheard of' },
      { key: 'startup-config', transport: 'ssh', outcome: 'absent', message: 'never saved' },
    ],
    steps: [
      { name: 'connect', ok: true, duration_ms: 3 },
      {
        ...{ name: 'logging in as backup', ok: false, duration_ms: 5 },
        detail: `${sentence} The device sent last: Login: ⏎ % Login invalid`,
      },
    ],
    warnings: ['a warning'],
  },
  scanError:
    'failed while asking the Dashboard API with GET /organizations; expected the API to accept the key; seen: 401. To try: check the credential.',
  exceptions: [
    { ...anException('a'), errorCode: 'auth_failed', lastError: sentence },
    { ...anException('b'), errorCode: 'connection_lost', lastError: 'unheard of' },
    { ...anException('c'), errorCode: null, lastError: 'version: unheard of; a warning' },
    { ...anException('d'), errorCode: null, lastError: null },
  ],
}

function anException(name: string) {
  return {
    ...{ deviceId: '01932c07-0000-7000-8000-000000000000', name, state: 'failed', reasons: ['failed'] },
    ...{ lastSuccessAt: null, ageLabel: 'never', suspiciousVersions: [] },
  }
}

/** Rows of a tenant with the texts of an earlier version. */
export type EarlierRows = Record<'runId' | 'fleetId' | 'reportId' | 'day', string>

/** Adds a failed run, a fleet whose scan failed and the report of a day, with the texts of an earlier version. */
export async function storeEarlierRows(service: TestService, customer: Customer): Promise<EarlierRows> {
  const [admin, agent] = [await customer.as('tenant_admin'), await anAgent(service, customer)]
  const credential = await customer.hasCredential()
  const device = await customer.hasDevice({ credential_id: credential.id, retry_attempts: 0 })
  const [{ id: runId }] = must(await admin.post('/api/backups/trigger', { device_ids: [device.id] }), 202)
  await agent.result(await agent.startJob(), { outcome: 'failed', error_code: 'auth_failed', report: {} })
  const fleet = { name: `fleet of ${runId}`, credential_id: credential.id }
  const { id: fleetId } = must(await admin.post('/api/discovery/fleets', fleet), 201)
  const { day } = must(await admin.post('/api/reports/daily/persist'), 200)
  const { id: reportId } = await onPlatform(service, (trx) =>
    trx('daily_reports').where({ tenant_id: customer.id, day }).first('id'),
  )
  await onPlatform(service, (trx) =>
    trx('fleets').where({ id: fleetId }).update({
      scan_status: 'failed',
      scan_queued_at: service.dependencies.now(),
      scan_error_code: 'auth_failed',
    }),
  )
  const { error, summary, scanError, exceptions } = earlierTexts
  await storeText(service, customer, { table: 'jobs', id: runId, column: 'error' }, error)
  await storeText(service, customer, { table: 'jobs', id: runId, column: 'summary' }, JSON.stringify(summary))
  await storeText(service, customer, { table: 'fleets', id: fleetId, column: 'scan_error' }, scanError)
  const report = { table: 'daily_reports', id: reportId, column: 'exceptions' }
  await storeText(service, customer, report, JSON.stringify(exceptions))
  return { runId, fleetId, reportId, day }
}

export interface TextPlace {
  table: string
  id: string
  column: string
}

export async function storeText(
  service: TestService,
  { id: tenantId }: { id: string },
  { table, id, column }: TextPlace,
  text: string,
): Promise<void> {
  const sealed = sealField(await service.dependencies.keys.of(tenantId), { row: id, field: column }, text)
  await onPlatform(service, (trx) =>
    trx(table)
      .where({ id })
      .update({ [column]: sealed }),
  )
}

export async function storedText(
  service: TestService,
  { id: tenantId }: { id: string },
  { table, id, column }: TextPlace,
): Promise<string> {
  const row = await onPlatform(service, (trx) => trx(table).where({ id }).first(column))
  return openField(await service.dependencies.keys.of(tenantId), { row: id, field: column }, row[column]).toString()
}

/** Marks the tables of a tenant for conversion, as an upgrade does. */
export async function awaitConversion(service: TestService, { id }: { id: string }): Promise<void> {
  const rows = Object.keys(legacyTables).map((table) => ({ tenant_id: id, table_name: table }))
  await onPlatform(service, (trx) => trx('text_conversions').insert(rows).onConflict().ignore())
}

/** Runs the maintenance task once. */
export function convert(service: TestService, options: Partial<Parameters<typeof convertTexts>[0]> = {}) {
  const runInSystemTransaction = systemTransactions(service.dependencies)
  const { keys } = service.dependencies
  const stopping = new AbortController().signal
  return convertTexts({ runInSystemTransaction, keys, stopping, warn: () => undefined, ...options }, legacyTables)
}

export function onPlatform<T>(
  { dependencies: { knex } }: TestService,
  work: (trx: ScopedTransaction) => PromiseLike<T>,
): Promise<T> {
  return inScope(knex, { kind: 'platform' }, work)
}
