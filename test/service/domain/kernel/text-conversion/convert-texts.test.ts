import { expect } from 'chai'
import { setTimeout as pause } from 'node:timers/promises'
import { legacyTables } from '../../../../../service/periodic/legacy-tables.ts'
import { destroyStoredKeys } from '../../../../../service/domain/recovery/destruction/destroy-stored-keys.ts'
import { jobKinds } from '../../../../../service/domain/jobs/kinds/registry.ts'
import { sealField } from '../../../../../service/keys/sealed-field.ts'
import { defaultAdvice } from '../../../../../shared/messages/failure.ts'
import { message } from '../../../../../shared/messages/message.ts'
import { asSuperuser } from '../../../../support/earlier-database.ts'
import {
  type TextPlace,
  awaitConversion,
  convert,
  earlierTexts,
  onPlatform,
  storeEarlierRows,
  storeText,
  storedText,
} from '../../../../support/earlier-texts.ts'
import { type Customer, type TestService, must, startTestService } from '../../../../support/service.ts'
import { systemTransactions } from '../../../../support/system-transactions.ts'

const inFrench = { 'accept-language': 'fr' }

const loginFailed = {
  code: 'auth_failed',
  step: message('step_logging_in', { username: 'backup' }),
  expected: message('expected_prompt'),
  seen: '% Login invalid',
  advice: defaultAdvice('auth_failed'),
}

const unknown = (code: string) => ({
  ...{ code, step: null, expected: null, seen: null },
  advice: message('legacy_text', { text: 'unheard of' }),
})

describe('texts stored by an earlier version', () => {
  let service: TestService
  let customer: Customer
  beforeEach(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
  })
  afterEach(() => service.close())

  const pending = () => onPlatform(service, (trx) => trx('text_conversions').orderBy('table_name'))
  const errorOf = (id: string): TextPlace => ({ table: 'jobs', id, column: 'error' })

  /** Adds failed runs of the tenant with a sentence. Returns their ids, sorted. */
  async function failedRuns(count: number): Promise<string[]> {
    const { runId } = await storeEarlierRows(service, customer)
    const { id: _id, ...run } = await onPlatform(service, (trx) => trx('jobs').where({ id: runId }).first())
    const ids = [runId, ...Array.from({ length: count - 1 }, (_, n) => `ffffffff-0000-7000-8000-00000000000${n}`)]
    await onPlatform(service, (trx) => trx('jobs').insert(ids.slice(1).map((id) => ({ ...run, id, summary: null }))))
    for (const id of ids) await storeText(service, customer, errorOf(id), earlierTexts.error)
    return ids
  }

  const storedErrors = (ids: string[]) => Promise.all(ids.map((id) => storedText(service, customer, errorOf(id))))
  const isConverted = (text: string) => text !== earlierTexts.error

  it('are replaced by codes with parameters, or kept as text if not recognised', async () => {
    const { runId, fleetId, reportId } = await storeEarlierRows(service, customer)
    await awaitConversion(service, customer)

    const run = await convert(service)

    const stored = async (table: string, id: string, column: string) =>
      JSON.parse(await storedText(service, customer, { table, id, column }))
    expect(run).to.deep.equal({ outcome: 'done', counts: { rows: 3, converted: 4, unreadable: 0 } })
    expect(await stored('jobs', runId, 'error')).to.deep.equal(loginFailed)
    const { artifacts, steps, warnings } = await stored('jobs', runId, 'summary')
    expect(artifacts[0]).to.deep.equal({
      ...{ key: 'version', transport: 'ssh', outcome: 'failed', code: 'command_refused' },
      failure: {
        code: 'command_refused',
        step: message('step_reading_with_command', { artifact: 'version', command: 'show version' }),
        ...{ expected: null, seen: '% Invalid input', advice: defaultAdvice('command_refused') },
      },
    })
    expect(artifacts[1].failure).to.deep.equal(unknown('output_truncated'))
    expect(artifacts[2]).to.deep.equal({
      ...{ key: 'startup-config', transport: 'ssh', outcome: 'absent' },
      reason: message('legacy_text', { text: 'never saved' }),
    })
    expect(steps).to.deep.equal([
      { name: 'connect', ok: true, duration_ms: 3 },
      {
        ...{ name: 'step_logging_in', ok: false, duration_ms: 5, failure: loginFailed },
        last_lines: ['Login:', '% Login invalid'],
      },
    ])
    expect(warnings).to.deep.equal([message('legacy_text', { text: 'a warning' })])
    expect((await stored('fleets', fleetId, 'scan_error')).expected).to.deep.equal(message('expected_api_accepts_key'))
    const nothing = { failure: null, failedArtifacts: [], warnings: [] }
    const exceptions: Record<string, unknown>[] = await stored('daily_reports', reportId, 'exceptions')
    const notCollected = exceptions.map(({ failure, failedArtifacts, warnings: ofDevice }) => {
      return { failure, failedArtifacts, warnings: ofDevice }
    })
    expect(notCollected).to.deep.equal([
      { ...nothing, failure: loginFailed },
      { ...nothing, failure: unknown('connection_lost') },
      { ...nothing, warnings: [message('legacy_text', { text: 'version: unheard of; a warning' })] },
      nothing,
    ])
    expect(exceptions.some((exception) => 'lastError' in exception)).to.equal(false)
    expect(await pending()).to.deep.equal([])
  })

  it('are returned equally before and after the conversion, in the accepted language', async () => {
    const { runId, fleetId, day } = await storeEarlierRows(service, customer)
    await awaitConversion(service, customer)
    const client = await customer.as('tenant_operator')
    const answers = async () => {
      const paths = [`/api/runs/${runId}`, `/api/discovery/fleets/${fleetId}`, `/api/reports/daily?day=${day}`]
      const all = paths.flatMap((path) => [client.get(path), client.get(path, inFrench)])
      return (await Promise.all(all)).map((answer) => must(answer, 200))
    }

    const before = await answers()
    await convert(service)

    expect(await answers()).to.deep.equal(before)
    const [run, runInFrench, fleet] = before
    expect(run.failure).to.deep.include(loginFailed)
    expect(run.error).to.not.equal(runInFrench.error)
    expect(fleet.last_scan.failure.code).to.equal('auth_failed')
  })

  it('in the current format stay unchanged', async () => {
    const { runId } = await storeEarlierRows(service, customer)
    await awaitConversion(service, customer)
    await convert(service)
    const sealed = () => onPlatform(service, (trx) => trx('jobs').where({ id: runId }).first('error', 'summary'))
    const before = await sealed()
    await awaitConversion(service, customer)

    const { counts } = await convert(service)

    expect(counts).to.deep.equal({ rows: 3, converted: 0, unreadable: 0 })
    expect(await sealed()).to.deep.equal(before)
  })

  it('are converted once, so that later runs find nothing to do', async () => {
    await awaitConversion(service, customer)
    await convert(service)

    expect(await convert(service)).to.deep.equal({ outcome: 'nothing', reason: message('nothing_to_convert') })
    const admin = await service.as('platform_admin')
    const runs = must(await admin.get('/api/policy-runs?kind=conversion'), 200)
    expect(runs.map(({ outcome, reason_code: code }: Record<string, unknown>) => [outcome, code])).to.deep.equal([
      ['nothing', 'nothing_to_convert'],
      ['done', null],
    ])
  })

  it('are converted in batches that continue after a killed run', async () => {
    const ids = await failedRuns(5)
    await awaitConversion(service, customer)
    const runInSystemTransaction = systemTransactions(service.dependencies)
    let isKilled = false
    const killed = convert(service, {
      batchRows: 2,
      runInSystemTransaction: async (step) => {
        if (isKilled) throw new Error('killed')
        return runInSystemTransaction(async (context) => {
          const result = await step(context)
          const [row] = await context.trx('text_conversions').where({ table_name: 'jobs' })
          isKilled = row?.after_id === ids[3]
          if (isKilled) throw new Error('killed') // within the transaction of the second batch
          return result
        })
      },
    })
    const error = await killed.catch((thrown: unknown) => thrown)
    const between = await storedErrors(ids)
    const sealed = () => onPlatform(service, (trx) => trx('jobs').where({ id: ids[0] }).first('error'))
    const first = await sealed()

    const { outcome, counts } = await convert(service, { batchRows: 2 })

    expect(error).to.be.instanceOf(Error)
    expect(between.map(isConverted)).to.deep.equal([true, true, false, false, false])
    expect([outcome, counts?.['rows']]).to.deep.equal(['done', 3])
    expect((await storedErrors(ids)).every(isConverted)).to.equal(true)
    expect(await sealed()).to.deep.equal(first)
  })

  it('wait for the next run when the service stops', async () => {
    const ids = await failedRuns(3)
    await awaitConversion(service, customer)
    const stopping = new AbortController()
    const runInSystemTransaction = systemTransactions(service.dependencies)

    const stopped = await convert(service, {
      batchRows: 1,
      stopping: stopping.signal,
      runInSystemTransaction: async (step) => {
        const result = await runInSystemTransaction(step)
        if ((await storedErrors(ids)).some(isConverted)) stopping.abort()
        return result
      },
    })
    const after = await convert(service)

    expect(stopped).to.deep.include({ outcome: 'stopped', reason: message('service_stopping') })
    expect(after.outcome).to.equal('done')
    expect((await storedErrors(ids)).every(isConverted)).to.equal(true)
  })

  it('are converted once by two replicas that run at the same time', async () => {
    const ids = await failedRuns(9)
    await awaitConversion(service, customer)

    const ends = await Promise.all([convert(service, { batchRows: 1 }), convert(service, { batchRows: 1 })])

    const sum = (name: string) => ends.reduce((total, { counts }) => total + (counts?.[name] ?? 0), 0)
    expect(ends.map(({ outcome }) => outcome)).to.deep.equal(['done', 'done'])
    expect([sum('rows'), sum('converted')]).to.deep.equal([11, 12]) // runs, a summary, a report and a fleet
    expect((await storedErrors(ids)).every(isConverted)).to.equal(true)
    expect(await pending()).to.deep.equal([])
  })

  it('do not overwrite newer values', async () => {
    const [id] = await failedRuns(2)
    await awaitConversion(service, customer)
    const newer = JSON.stringify({ ...loginFailed, seen: 'newer' })
    const sealed = sealField(await service.dependencies.keys.of(customer.id), { row: id!, field: 'error' }, newer)

    const [written, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = onPlatform(service, async (trx) => {
      await trx('jobs').where({ id }).update({ error: sealed })
      written.resolve()
      await released.promise
    })
    await written.promise
    const converting = convert(service)
    await untilBlocked(service)
    released.resolve()
    await Promise.all([writing, converting])

    expect(await storedText(service, customer, errorOf(id!))).to.equal(newer)
  })

  it('stay unconverted if the tenant’s keys are destroyed, and others are converted', async () => {
    const gone = await service.hasTenant()
    const other = await storeEarlierRows(service, gone)
    const { runId } = await storeEarlierRows(service, customer)
    for (const tenant of [gone, customer]) await awaitConversion(service, tenant)
    const now = service.dependencies.now()
    await onPlatform(service, (trx) => destroyStoredKeys({ trx, now, kinds: jobKinds }, gone.id))
    service.dependencies.keys.forget(gone.id)
    const sealed = () => onPlatform(service, (trx) => trx('jobs').where({ id: other.runId }).first('error'))
    const before = await sealed()

    const { outcome, counts } = await convert(service)

    expect([outcome, counts?.['converted']]).to.deep.equal(['done', 4])
    expect(await sealed()).to.deep.equal(before)
    expect(isConverted(await storedText(service, customer, errorOf(runId)))).to.equal(true)
    expect(await pending()).to.deep.equal([])
  })

  it('stay unconverted if they cannot be decrypted, and others are converted', async () => {
    const [damaged, intact] = await failedRuns(2)
    await onPlatform(service, (trx) =>
      trx('jobs')
        .where({ id: damaged })
        .update({ error: Buffer.alloc(64) }),
    )
    await awaitConversion(service, customer)

    const { outcome, counts } = await convert(service)

    expect([outcome, counts?.['unreadable']]).to.deep.equal(['done', 1])
    expect(isConverted(await storedText(service, customer, errorOf(intact!)))).to.equal(true)
  })

  it('of a tenant that fails do not stop other tenants, and the task reports it', async () => {
    const other = await service.hasTenant()
    for (const tenant of [customer, other]) {
      await storeEarlierRows(service, tenant)
      await awaitConversion(service, tenant)
    }
    const { keys } = service.dependencies
    const warned: Record<string, unknown>[] = []

    const { outcome, reason, counts } = await convert(service, {
      keys: { ...keys, of: (id) => (id === customer.id ? Promise.reject(new RangeError('odd')) : keys.of(id)) },
      warn: (_line, facts) => warned.push(facts),
    })

    expect([outcome, counts?.['converted']]).to.deep.equal(['failed', 4])
    expect(reason).to.deep.equal(message('failed_unexpectedly', { error: 'RangeError' }))
    expect(warned.map(({ tenantId, table }) => [tenantId, table])).to.deep.equal(
      Object.keys(legacyTables).toSorted().map((table) => [customer.id, table]), // prettier-ignore
    )
    expect(await pending()).to.have.length(3)
  })
})

/** Waits until a statement of the service waits for a row that another transaction holds. */
async function untilBlocked(service: TestService): Promise<void> {
  const admin = await asSuperuser(service.db)
  try {
    for (;;) {
      const { rows } = await admin.raw(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if (rows.length > 0) return
      await pause(20)
    }
  } finally {
    await admin.destroy()
  }
}
