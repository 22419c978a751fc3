import { expect } from 'chai'
import { createBoundedQueue } from '../../../../../service/domain/kernel/limits/bounded-queue.ts'

describe('a bounded queue', () => {
  it('limits concurrency, keeps the order, and rejects items beyond its capacity', async () => {
    const queue = createBoundedQueue({ running: 2, waiting: 2 })
    const started: number[] = []
    const ends: PromiseWithResolvers<void>[] = []
    const work = (at: number) => () => {
      started.push(at)
      ends[at] = Promise.withResolvers<void>()
      return ends[at].promise
    }
    const runs = [0, 1, 2, 3].map((at) => queue.run(work(at)))
    const refused = await queue.run(work(4)).catch((error: unknown) => error)
    const atFirst = [...started]
    ends[1]?.resolve()
    await runs[1]
    await new Promise(setImmediate)
    const afterOne = [...started]
    for (const at of [0, 2]) ends[at]?.resolve()
    await Promise.all([runs[0], runs[2]])
    await new Promise(setImmediate)
    ends[3]?.resolve()
    await runs[3]

    expect(refused).to.include({ status: 503 })
    expect([atFirst, afterOne, started]).to.deep.equal([
      [0, 1],
      [0, 1, 2],
      [0, 1, 2, 3],
    ])
  })

  it('continues after a failed item', async () => {
    const queue = createBoundedQueue({ running: 1, waiting: 1 })
    const failed = queue.run(() => Promise.reject(new Error('failed'))).catch((error: Error) => error.message)
    const next = queue.run(() => Promise.resolve('done'))

    expect(await Promise.all([failed, next])).to.deep.equal(['failed', 'done'])
  })
})
