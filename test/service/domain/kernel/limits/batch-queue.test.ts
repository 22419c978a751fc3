import { expect } from 'chai'
import { createBatchQueue } from '../../../../../service/domain/kernel/limits/batch-queue.ts'

describe('a batch queue', () => {
  it('runs items of one event loop turn together, separately for each key', async () => {
    const batches: string[][] = []
    const queue = createBatchQueue<string, string>({ running: 1, size: 10 }, (items, key) => {
      batches.push([key, ...items])
      return Promise.resolve(items.map((item) => fulfilled(item.toUpperCase())))
    })

    const ends = await Promise.all([queue.add('x', 'a'), queue.add('y', 'b'), queue.add('x', 'c')])

    expect(ends).to.deep.equal(['A', 'B', 'C'])
    expect(batches).to.deep.equal([
      ['x', 'a', 'c'],
      ['y', 'b'],
    ])
  })

  it('batches items that arrive during a batch, up to the limit', async () => {
    const batches: string[][] = []
    const { promise: first, resolve: endFirst } = Promise.withResolvers<void>()
    const queue = createBatchQueue<string, string>({ running: 1, size: 2 }, async (items) => {
      batches.push(items)
      if (batches.length === 1) await first
      return items.map(fulfilled)
    })

    const begun = queue.add('x', 'a')
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    const others = ['b', 'c', 'd'].map((item) => queue.add('x', item))
    endFirst()
    await Promise.all([begun, ...others])

    expect(batches).to.deep.equal([['a'], ['b', 'c'], ['d']])
  })

  it('rejects the items that fail, and no others', async () => {
    const failure = new Error('of one item')
    const queue = createBatchQueue<string, string>({ running: 1, size: 10 }, (items) =>
      Promise.resolve(items.map((item) => (item === 'a' ? { status: 'rejected', reason: failure } : fulfilled(item)))),
    )

    const ends = await Promise.allSettled([queue.add('x', 'a'), queue.add('x', 'b')])

    expect(ends).to.deep.equal([{ status: 'rejected', reason: failure }, fulfilled('b')])
  })

  it('rejects all items of a batch that throws, and runs the next', async () => {
    const failure = new Error('of the batch')
    const queue = createBatchQueue<string, string>({ running: 1, size: 1 }, (items) =>
      items[0] === 'a' ? Promise.reject(failure) : Promise.resolve(items.map(fulfilled)),
    )

    const ends = await Promise.allSettled([queue.add('x', 'a'), queue.add('x', 'b')])

    expect(ends).to.deep.equal([{ status: 'rejected', reason: failure }, fulfilled('b')])
  })
})

function fulfilled(value: string): PromiseFulfilledResult<string> {
  return { status: 'fulfilled', value }
}
