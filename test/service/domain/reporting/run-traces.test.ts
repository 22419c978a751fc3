import { expect } from 'chai'
import { exportTraces, isSampled } from '../../../../service/domain/reporting/traces/export-traces.ts'
import { readLogs } from '../../../../service/domain/reporting/traces/read-ended-runs.ts'
import { buildRunSpans } from '../../../../service/domain/reporting/traces/run-spans.ts'
import { encodeSpans } from '../../../../service/outbound/traces/encode-spans.ts'
import type { PeriodicSetting } from '../../../../service/periodic/run-periodic.ts'
import { runTraces } from '../../../../service/periodic/traces.ts'
import { sendSpans } from '../../../../service/outbound/traces/send-spans.ts'
import { backUpRouter } from '../../../support/finished-runs.ts'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../../../support/otlp-receiver.ts'
import { type RealAgent, type RunningAgent, aRealAgent, eventually } from '../../../support/real-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../../support/service.ts'
import { systemTransactions } from '../../../support/system-transactions.ts'

const minuteMs = 60_000

describe('the traces of runs', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  let agent: RealAgent
  let running: RunningAgent
  let receiver: OtlpReceiver
  before(async () => {
    receiver = await startOtlpReceiver()
    service = await startTestService({
      environment: { BKP_TRACES_URL: receiver.url, BKP_TRACES_HEADERS: 'Authorization=Bearer collector-secret' },
    })
    customer = await service.hasTenant('acme')
    admin = await service.as('platform_admin')
    agent = await aRealAgent(service, customer)
    await agent.enroll()
    running = agent.run()
    expect(await pass()).to.equal(0)
    let lastMs = performance.now()
    const ticking = setInterval(() => service.advance(-lastMs + (lastMs = performance.now())), 5)
    await backUpRouter(admin, customer.id)
    clearInterval(ticking)
    await running.stop()
    service.advance(minuteMs)
  })
  after(async () => {
    agent?.remove()
    await service?.close()
    await receiver?.close()
  })

  /** Sends the traces that are due, as the loop of a process does. */
  function pass(fields: Partial<Parameters<typeof exportTraces>[0]> = {}): Promise<number> {
    const { knex, now, keys, settings } = service.dependencies
    return exportTraces({
      ...{ runInSystemTransaction: systemTransactions({ knex, now }), keys, now, percent: 100 },
      holder: '00000000-0000-4000-8000-000000000001',
      send: (spans, renew) => sendSpans(settings.traces!, { version: '1.0.0', host: 'coffer-1' }, spans, renew),
      ...fields,
    })
  }

  async function counts(): Promise<string[]> {
    const text: string = must(await admin.get('/metrics'), 200)
    return [...text.matchAll(/^coffer_traces_.*$/gm)].map(([line]) => line)
  }

  it('remain until a collector accepts them', async () => {
    receiver.status = 503
    const error = await pass().catch((reason: unknown) => reason)
    const before = await counts()
    receiver.status = 200
    const handled = [await pass(), await pass()]

    expect(String(error)).to.include('status 503').and.to.not.include('collector-secret')
    expect(before).to.deep.equal(['coffer_traces_exported_total 0', 'coffer_traces_dropped_total 0'])
    expect(handled).to.deep.equal([2, 0])
    expect(await counts()).to.deep.equal(['coffer_traces_exported_total 2', 'coffer_traces_dropped_total 0'])
    expect(receiver.faults).to.deep.equal([])
    expect(receiver.requests.at(-1)).to.include({ path: '/v1/traces' })
    expect(receiver.requests.at(-1)?.headers).to.include({ authorization: 'Bearer collector-secret' })
  })

  it('show a run from its queue to its commit, in one trace with the id of the run', async () => {
    const [run] = must(await admin.get(`/api/runs?tenant=${customer.id}&status=succeeded`), 200)
    const spans = receiver.spans.filter(({ traceId }) => traceId === run.id.replaceAll('-', ''))

    const root = spanNamed(spans, 'run backup')
    const attempt = spanNamed(spans, 'attempt 1')
    const names = spans.filter(({ parentSpanId }) => parentSpanId === attempt.spanId).map(({ name }) => name)
    expect(root.parentSpanId).to.equal('')
    expect(root.attributes).to.deep.equal({
      ...{ 'coffer.run.id': run.id, 'coffer.run.kind': 'backup', 'coffer.run.trigger': 'manual' },
      ...{ 'coffer.device.id': run.device_id, 'coffer.tenant.slug': 'acme', 'coffer.platform': 'netco_iosxe' },
      ...{
        'coffer.transport': 'ssh',
        'coffer.outcome': 'succeeded',
        'coffer.attempts': 1,
        'coffer.agent.id': agent.id,
      },
    })
    expect(names).to.include.members(['login', 'command', 'read running-config', 'upload', 'verify', 'commit'])
    expect([spanNamed(spans, 'queue').parentSpanId, attempt.parentSpanId]).to.deep.equal([root.spanId, root.spanId])
    expect(spanNamed(spans, 'read running-config').attributes['coffer.bytes']).to.be.above(100)
    expect(new Set(spans.map(({ spanId }) => spanId)).size).to.equal(spans.length)
    for (const { name, startMs, endMs } of spans) {
      expect(startMs, name).to.be.at.least(root.startMs)
      expect(endMs, name).to.be.at.most(root.endMs)
    }
    const order = ['queue', 'login', 'read running-config', 'upload', 'verify', 'commit']
    const starts = order.map((name) => spanNamed(spans, name).startMs)
    expect(starts).to.deep.equal([...starts].sort((one, other) => one - other))
  })

  it('show a failed run with its code', async () => {
    const [run] = must(await admin.get(`/api/runs?tenant=${customer.id}&status=blocked`), 200)
    const spans = receiver.spans.filter(({ traceId }) => traceId === run.id.replaceAll('-', ''))

    expect(spanNamed(spans, 'run backup').failure).to.equal('fingerprint_unapproved')
    expect(spanNamed(spans, 'attempt 1').failure).to.equal('fingerprint_unapproved')
    expect(spanNamed(spans, 'login').failure).to.equal('fingerprint_unapproved')
  })

  it('contain no address, user name, secret or text of a device', () => {
    const sent = receiver.requests.map(({ body }) => body).join()

    for (const hidden of ['127.0.0.1', 'login-Secret1', 'hostname', 'show ', 'router', 'collector-secret']) {
      expect(sent, hidden).to.not.include(hidden)
    }
    expect(new Set(receiver.spans.flatMap(({ attributes }) => Object.keys(attributes)))).to.deep.equal(
      new Set([
        ...['coffer.agent.id', 'coffer.attempts', 'coffer.bytes', 'coffer.device.id', 'coffer.failure.code'],
        ...['coffer.outcome', 'coffer.platform', 'coffer.run.id', 'coffer.run.kind', 'coffer.run.trigger'],
        ...['coffer.tenant.slug', 'coffer.transport'],
      ]),
    )
  })

  it('are sent by one process of all replicas', async () => {
    const other = { holder: '00000000-0000-4000-8000-000000000002' }
    await cancelledRun()
    service.advance(20_000)
    const [refused, sent] = [await pass(other), await pass()]
    await cancelledRun()
    service.advance(2 * minuteMs)
    const takenOver = await pass(other)

    expect([refused, sent, takenOver]).to.deep.equal([0, 1, 1])
  })

  it('are sent by the process that began while the collector is slow, until it loses the lease', async () => {
    const [holder, other] = ['00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000003']
    const sent: string[] = []
    const slow = (name: string, waits: number[], during: () => Promise<unknown>) => ({
      holder: name,
      send: async (_spans: unknown, beforeRequest: () => Promise<void>) => {
        for (const waitMs of waits) {
          await beforeRequest()
          sent.push(name)
          service.advance(waitMs)
          await during()
        }
        return new Set<string>()
      },
    })
    await cancelledRun()
    service.advance(20_000)
    const during: number[] = []
    const renewed = await pass(slow(holder, [40_000, 40_000], async () => during.push(await pass({ holder: other }))))
    await cancelledRun()
    service.advance(20_000)
    const lost = await pass(slow(holder, [61_000, 0], () => pass(slow(other, [0], () => Promise.resolve()))))

    expect([renewed, during, lost]).to.deep.equal([1, [0, 0], 0])
    expect(sent).to.deep.equal([holder, holder, holder, other])
    service.advance(2 * minuteMs)
  })

  it('that the collector rejects are counted and do not delay others', async () => {
    const before = await counts()
    receiver.status = 400
    await cancelledRun()
    service.advance(2 * minuteMs)
    const handled = [await pass(), await pass()]
    receiver.status = 200

    const [exported, dropped] = await counts()
    expect(handled).to.deep.equal([1, 0])
    expect([exported, dropped]).to.deep.equal([before[0], 'coffer_traces_dropped_total 1'])
  })

  it('of a run that no agent began are its wait', async () => {
    const id = await cancelledRun()
    service.advance(2 * minuteMs)
    await pass()

    const spans = receiver.spans.filter(({ traceId }) => traceId === id.replaceAll('-', ''))
    expect(spans.map(({ name }) => name)).to.deep.equal(['run backup', 'queue'])
    expect(spans[0]?.attributes).to.include({ 'coffer.outcome': 'cancelled', 'coffer.attempts': 0 })
  })

  it('are left out and counted if no collector accepts them for 15 minutes', async () => {
    receiver.status = 503
    await cancelledRun()
    for (let waited = 0; waited <= 16; waited += 4) {
      service.advance(4 * minuteMs)
      await pass().catch(() => undefined)
    }
    receiver.status = 200
    const handled = await pass()

    expect(handled).to.equal(0)
    expect((await counts()).at(-1)).to.equal('coffer_traces_dropped_total 2')
  })

  it('are sent by a loop until it is stopped', async () => {
    const { knex, now, keys, settings } = service.dependencies
    const [stopping, id] = [new AbortController(), await cancelledRun()]
    service.advance(2 * minuteMs)
    const parts = {
      settings,
      keys,
      now,
      runInSystemTransaction: systemTransactions({ knex, now }),
      log: () => undefined,
    }
    const ended = runTraces({ ...parts, stopping: stopping.signal } as unknown as PeriodicSetting)
    await eventually('the trace arrived', () =>
      Promise.resolve(receiver.spans.find(({ traceId }) => traceId === id.replaceAll('-', ''))),
    )
    stopping.abort()
    await ended
    service.advance(2 * minuteMs) // for the lease of the loop to expire
  })

  it('begin with later runs after a time in which none were sent', async () => {
    await cancelledRun()
    service.advance(60 * minuteMs)
    const handled = await pass()

    expect(handled).to.equal(0)
    expect((await counts()).at(-1)).to.equal('coffer_traces_dropped_total 2')
  })

  it('are sent for the percentage of the settings', async () => {
    const ids = Array.from({ length: 1_000 }, () => crypto.randomUUID())
    await cancelledRun()
    service.advance(minuteMs)
    const received = receiver.spans.length
    const handled = await pass({ percent: 0 })

    expect(handled).to.equal(1)
    expect(receiver.spans.length).to.equal(received)
    expect(ids.filter((id) => isSampled(id, 25)).length).to.be.within(150, 350)
    expect(ids.every((id) => isSampled(id, 100))).to.equal(true)
  })

  it('are made of a limited number of lines and bytes of each log', async () => {
    const ids = [await cancelledRun(), await cancelledRun(), await cancelledRun()]
    const threeOf = (lines: number, bytes: number) => Array.from({ length: 3 }, () => ({ lines, bytes }))
    const logs = [threeOf(1_000, 10), threeOf(10, 200 * 1_024), threeOf(1_000, 1_024 * 1_024)]
    const { knex, now } = service.dependencies
    const runs = ids.map((id) => ({ id, tenantId: customer.id }))
    const blocks = await systemTransactions({ knex, now })(async (context) => {
      for (const [at, id] of ids.entries())
        for (const [block, { lines, bytes }] of (logs[at] ?? []).entries())
          await context.trx.raw(
            `insert into job_log (tenant_id, job_id, at, lines, line, lease_id, number)
             values (?, ?, now(), ?, convert_to(repeat('x', ?), 'UTF8'), ?, ?)`,
            [customer.id, id, lines, bytes, crypto.randomUUID(), block * 1_000],
          )
      const read = await readLogs(context, runs as never)
      await context.trx.raw('delete from job_log where job_id = any(?::uuid[])', [ids])
      return read
    })

    const counted = ids.map((id) => blocks.filter(({ jobId }) => jobId === id).map(({ line }) => line.length))
    expect(counted).to.deep.equal([[10, 10], [204_800, 204_800], []])
  })

  it('contain no text and no impossible number of an agent', () => {
    const at = new Date('2026-03-02T12:00:00Z')
    const run = {
      ...{ id: crypto.randomUUID(), kind: 'backup', trigger: 'manual', status: 'succeeded', errorCode: null },
      ...{ queuedAt: at, finishedAt: new Date(at.getTime() + minuteMs), platform: 'netco_iosxe', slug: 'acme' },
    }
    const read = { artifact: 'running-config', bytes: 1, milliseconds: 1 }
    const params = [
      ...[read, { ...read, artifact: 'hostname secret-router' }, { ...read, bytes: 1e30 }],
      ...[1e300, minuteMs + 1, -1, 0.5, '1'].map((milliseconds) => ({ ...read, milliseconds })),
    ]
    const lines = params.map((one) => ({ at: '2026-03-02T12:00:10Z', message: { code: 'log_artifact_read', params: one } })) // prettier-ignore
    const attempt = { number: 1, startedAt: at, endedAt: run.finishedAt, errorCode: null, reportedAt: null, lines }

    const spans = buildRunSpans(run as never, [attempt as never])

    const steps = spans.filter(({ attributes }) => 'coffer.bytes' in attributes).slice(1)
    expect(steps.map(({ name, attributes }) => [name, attributes['coffer.bytes']])).to.deep.equal([
      ['read running-config', 1],
      ['command', 1],
      ['read running-config', null],
    ])
    expect(encodeSpans(spans, { version: '1', host: 'coffer' })).to.not.match(/NaN|e\+|secret/)
  })

  /** Queues a run and cancels it. */
  async function cancelledRun(): Promise<string> {
    const device = await customer.hasDevice()
    const [{ id }] = must(await admin.post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: [device.id] }), 202) // prettier-ignore
    must(await admin.post(`/api/runs/${id}/cancel?tenant=${customer.id}`, {}), 202)
    return id
  }
})

function spanNamed(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const found = spans.find((span) => span.name === name)
  if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`)
  return found
}
