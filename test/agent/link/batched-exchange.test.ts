import { expect } from 'chai'
import { callInOrder, createBatchedExchange } from '../../../agent/link/batched-exchange.ts'
import type { Exchange, SignedRequest } from '../../../agent/link/exchange.ts'
import { NoAnswer, Refused } from '../../../agent/link/transport-error.ts'

describe('batched requests', () => {
  let sent: { request: SignedRequest; resolve: (answer: unknown) => void; reject: (error: Error) => void }[]
  let exchange: Exchange

  beforeEach(() => {
    sent = []
    exchange = createBatchedExchange(
      { call: <T>(request: SignedRequest) => new Promise<T>((resolve, reject) => {
        sent.push({ request, resolve: resolve as (answer: unknown) => void, reject })
      }) }, // prettier-ignore
      3,
    )
  })

  const check = (jobId: string, signal?: AbortSignal): SignedRequest => ({
    ...{ method: 'POST', path: `/api/agent/jobs/${jobId}/artifacts/check`, timeoutMs: 1_000, signal },
    body: Buffer.from(`{"lease_id":"of ${jobId}"}`),
    batch: { jobId, list: 'checks' },
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const bodyOf = (at: number) => JSON.parse(String(sent[at]?.request.body))
  const outcomes = (calls: Promise<unknown>[]) =>
    Promise.all(
      calls.map((call) =>
        call.then(
          (body) => body,
          (error: Error) => error,
        ),
      ),
    )

  it('are sent alone if there is only one', async () => {
    const answer = exchange.call(check('a'))
    await turn()
    sent[0]?.resolve({ artifacts: [] })

    expect(await answer).to.deep.equal({ artifacts: [] })
    expect(sent.map(({ request }) => request.path)).to.deep.equal(['/api/agent/jobs/a/artifacts/check'])
  })

  it('of one event loop turn are sent together, with separate responses', async () => {
    const log: SignedRequest = { ...check('b'), batch: { jobId: 'b', list: 'logs' } }
    const calls = ['a', 'b'].map((jobId) => exchange.call(check(jobId)))
    calls.push(exchange.call(log))
    await turn()
    const checks = [
      { status: 200, body: { artifacts: ['of a'] } },
      { status: 409, body: { code: 'lease_lost' } },
    ]
    sent[0]?.resolve({ checks, logs: [{ status: 204 }] })
    const [first, second, third] = await outcomes(calls)

    expect(sent.map(({ request }) => request.path)).to.deep.equal(['/api/agent/batches'])
    expect(bodyOf(0)).to.deep.equal({
      checks: ['a', 'b'].map((jobId) => ({ job_id: jobId, body: { lease_id: `of ${jobId}` } })),
      logs: [{ job_id: 'b', body: { lease_id: 'of b' } }],
    })
    expect(first).to.deep.equal({ artifacts: ['of a'] })
    expect(second).to.be.instanceOf(Refused).and.to.include({ status: 409, code: 'lease_lost' })
    expect(third).to.equal(undefined)
  })

  it('are collected while two batches are in flight, up to the service’s limit', async () => {
    const calls = [exchange.call(check('a'))]
    await turn()
    calls.push(exchange.call(check('b')))
    await turn()
    calls.push(...['c', 'd', 'e', 'f'].map((jobId) => exchange.call(check(jobId))))
    await turn()
    expect(sent).to.have.length(2)

    sent[0]?.resolve({})
    await turn()
    sent[1]?.resolve({})
    await turn()

    expect(sent).to.have.length(4)
    expect(bodyOf(2).checks.map((one: { job_id: string }) => one.job_id)).to.deep.equal(['c', 'd', 'e'])
    expect(sent[3]?.request.path).to.equal('/api/agent/jobs/f/artifacts/check')
    sent[2]?.resolve({ checks: Array(3).fill({ status: 200, body: {} }) })
    sent[3]?.resolve({})
    await Promise.all(calls)
  })

  it('do not delay short requests behind results', async () => {
    const result = (jobId: string): SignedRequest => ({
      ...{ ...check(jobId), timeoutMs: 9_000 },
      batch: { jobId, list: 'results' },
    })
    for (const jobId of ['a', 'b']) {
      void exchange.call(result(jobId))
      await turn()
    }
    void exchange.call(check('c'))
    await turn()

    expect(sent.map(({ request }) => request.batch?.list)).to.deep.equal(['results', 'results', 'checks'])
  })

  it('each fail if their batch’s response was lost', async () => {
    const calls = ['a', 'b'].map((jobId) => exchange.call(check(jobId)))
    await turn()
    sent[0]?.reject(new NoAnswer('silent', 'no answer'))

    for (const error of await outcomes(calls)) expect(error).to.be.instanceOf(NoAnswer)
  })

  it('are sent one by one if the service rejects the batch', async () => {
    const calls = ['a', 'b'].map((jobId) => exchange.call(check(jobId)))
    await turn()
    sent[0]?.reject(new Refused(422, {}))
    await turn()
    sent[1]?.reject(new Refused(422, { code: 'validation_failed' }))
    await turn()
    sent[2]?.resolve({ artifacts: [] })
    const [first, second] = await outcomes(calls)

    expect(first).to.be.instanceOf(Refused).and.to.include({ code: 'validation_failed' })
    expect(second).to.deep.equal({ artifacts: [] })
  })

  it('fail separately if one has no response in the batch', async () => {
    const calls = ['a', 'b'].map((jobId) => exchange.call(check(jobId)))
    await turn()
    sent[0]?.resolve({ checks: [{ status: 200, body: { artifacts: [] } }] })
    const [first, second] = await outcomes(calls)

    expect(first).to.deep.equal({ artifacts: [] })
    expect(second).to.be.instanceOf(NoAnswer).and.to.include({ kind: 'altered' })
  })

  it('are dropped when aborted while queued, and abandoned when in flight', async () => {
    const [waits, underway] = [new AbortController(), new AbortController()]
    const calls = [exchange.call(check('a', underway.signal)), exchange.call(check('b', waits.signal))]
    waits.abort()
    await turn()
    underway.abort()
    const ends = await outcomes([...calls, exchange.call(check('c', waits.signal))])

    expect(sent).to.have.length(1)
    expect(sent[0]?.request.path).to.equal('/api/agent/jobs/a/artifacts/check')
    for (const error of ends) expect(error).to.be.instanceOf(NoAnswer).and.to.include({ kind: 'aborted' })
  })

  it('exclude large requests and those without a list', async () => {
    void exchange.call({ ...check('a'), body: Buffer.alloc(65 * 1024) })
    void exchange.call({ ...check('b'), batch: undefined })
    void exchange.call(check('c'))
    await turn()

    expect(sent.map(({ request }) => request.path)).to.deep.equal(
      ['a', 'b', 'c'].map((jobId) => `/api/agent/jobs/${jobId}/artifacts/check`),
    )
  })

  describe('two requests of a job', () => {
    const log: SignedRequest = { ...check('a'), path: '/api/agent/jobs/a/log', batch: { jobId: 'a', list: 'logs' } }
    const result: SignedRequest = { ...check('a'), timeoutMs: 9_000, batch: { jobId: 'a', list: 'results' } }

    it('are sent in one batch, with the longer timeout', async () => {
      const both = exchange.callBoth?.(log, result)
      await turn()
      sent[0]?.resolve({ logs: [{ status: 409, body: {} }], results: [{ status: 200, body: { status: 'unchanged' } }] })
      const [first, second] = (await both) ?? []

      expect(sent[0]?.request).to.include({ path: '/api/agent/batches', timeoutMs: 9_000 })
      expect(first).to.have.property('status', 'rejected')
      expect(second).to.deep.equal({ status: 'fulfilled', value: { status: 'unchanged' } })
    })

    it('are not split between two batches', async () => {
      const busy = [exchange.call(result)]
      await turn()
      busy.push(exchange.call(result))
      await turn()
      const waiting = [1, 2].map(() => exchange.callBoth?.(log, result))
      sent[0]?.resolve({})
      await turn()
      sent[2]?.resolve({})
      await turn()

      expect(bodyOf(2)).to.have.all.keys('logs', 'results')
      expect(bodyOf(3)).to.have.all.keys('logs', 'results')
      sent[1]?.resolve({})
      sent[3]?.resolve({})
      await Promise.all([...busy, ...waiting])
    })

    it('are sent in sequence if the service rejects the batch', async () => {
      const both = exchange.callBoth?.(log, result)
      await turn()
      sent[0]?.reject(new Refused(422, {}))
      await turn()
      expect(sent).to.have.length(2)
      sent[1]?.resolve(undefined)
      await turn()
      sent[2]?.resolve({ status: 'unchanged' })

      expect((await both)?.map(({ status }) => status)).to.deep.equal(['fulfilled', 'fulfilled'])
      expect(sent.map(({ request }) => request.batch?.list)).to.deep.equal([undefined, 'logs', 'results'])
    })

    it('are not batched if one of them is large', () => {
      expect(exchange.callBoth?.({ ...log, body: Buffer.alloc(65 * 1024) }, result)).to.equal(undefined)
    })
  })

  it('stop after the first if it may succeed later', async () => {
    const calls: SignedRequest[] = []
    const failing: Exchange = {
      call(request) {
        calls.push(request)
        return Promise.reject(new Refused(503, {}))
      },
    }

    const ends = await callInOrder(failing, [check('a'), check('b')])

    expect(calls).to.have.length(1)
    expect(ends.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected'])
  })
})
