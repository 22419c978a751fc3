import { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { createSharedBudget, heldBytes, openBudget, releaseSlot } from '../../../agent/repository/memory-budget.ts'

describe('the memory budget', () => {
  const signal = new AbortController().signal

  it('grants what fits and denies what does not, across workers', () => {
    const shared = createSharedBudget(100, 2)
    const [one, other] = [openBudget(shared, 0), openBudget(shared, 1)]

    const answers = [one.tryAcquire(60), other.tryAcquire(60), other.tryAcquire(40), one.tryAcquire(1)]

    expect(answers).to.deep.equal([true, false, true, false])
    expect(heldBytes(shared)).to.equal(100)
  })

  it('wakes a waiting request when another thread releases memory', async () => {
    const shared = createSharedBudget(100, 2)
    const own = openBudget(shared, 0)
    const code = `
      const { workerData, parentPort } = require('node:worker_threads')
      import(workerData.module).then(({ openBudget }) => {
        const budget = openBudget(workerData.shared, 1)
        budget.tryAcquire(100)
        parentPort.on('message', () => budget.release(100))
        parentPort.postMessage('taken')
      })`
    const module = new URL('../../../agent/repository/memory-budget.ts', import.meta.url).href
    const worker = new Worker(code, { eval: true, workerData: { shared, module } })
    await new Promise((resolve) => worker.once('message', resolve))

    const waiting = own.acquire(50, 60_000, signal)
    worker.postMessage('release')

    expect(await waiting).to.equal(true)
    await worker.terminate()
  })

  it('reports failure when the wait times out', async () => {
    const own = openBudget(createSharedBudget(10, 1), 0)
    own.tryAcquire(10)

    expect(await own.acquire(1, 5, signal)).to.equal(false)
  })

  it('stops waiting when the job is aborted', async () => {
    const own = openBudget(createSharedBudget(10, 1), 0)
    own.tryAcquire(10)
    const stop = new AbortController()

    const waiting = own.acquire(1, 60_000, stop.signal)
    stop.abort(new Error('stopped'))

    expect(await waiting.catch((error: Error) => error.message)).to.equal('stopped')
  })

  it('reclaims the memory of a killed worker', async () => {
    const shared = createSharedBudget(100, 2)
    const other = openBudget(shared, 1)
    openBudget(shared, 0).tryAcquire(100)

    const waiting = other.acquire(100, 60_000, signal)
    releaseSlot(shared, 0)

    expect(await waiting).to.equal(true)
    expect(heldBytes(shared)).to.equal(100)
  })
})
