import { expect } from 'chai'
import { createWorkerPool, type WorkerPool } from '../../../service/workers/worker-pool.ts'
import { failureOf } from '../../support/failure-of.ts'
import { hostileTasks } from './hostile-tasks.ts'

describe('the worker pool', () => {
  const open: { close(): Promise<void> }[] = []

  afterEach(async () => {
    await Promise.all(open.splice(0).map((pool) => pool.close()))
  })

  function createPool(size: number, queueLimit = 100): WorkerPool<typeof hostileTasks> {
    const entry = new URL('./hostile-tasks.ts', import.meta.url)
    const pool = createWorkerPool({ size, queueLimit, tasks: hostileTasks, entry })
    open.push(pool)
    return pool
  }

  it('returns the result of a task', async () => {
    const pool = createPool(1)

    const answer = await pool.run('sum', { bytes: Uint8Array.of(1, 2, 3) })

    expect(answer.sum).to.equal(6)
  })

  it('reuses a thread for the next task', async () => {
    const pool = createPool(4)

    const first = await pool.run('sum', { bytes: Uint8Array.of(1) })
    const second = await pool.run('sum', { bytes: Uint8Array.of(2) })

    expect(second.threadId).to.equal(first.threadId)
  })

  it('respects its size, and runs the rest in order', async () => {
    const pool = createPool(2)
    const finished: number[] = []

    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, number) => {
        const answer = await pool.run('sum', { bytes: Uint8Array.of(number) })
        finished.push(number)
        return answer
      }),
    )

    expect(answers.map(({ sum }) => sum)).to.deep.equal(Array.from({ length: 20 }, (_, number) => number))
    expect(new Set(answers.map(({ threadId }) => threadId)).size).to.be.at.most(2)
    expect(finished).to.have.length(20)
  })

  it('transfers the buffers of input and output', async () => {
    const pool = createPool(1)
    const bytes = Uint8Array.of(1, 2, 3)

    const reversed = await pool.run('reverse', { bytes }, [bytes.buffer])

    expect([...reversed]).to.deep.equal([3, 2, 1])
    expect(bytes.byteLength).to.equal(0)
  })

  it('hides the environment from a task, except the compile cache of Node', async () => {
    const pool = createPool(1)

    const names = await pool.run('environment', {})

    expect(names.filter((name: string) => name !== 'NODE_COMPILE_CACHE')).to.deep.equal([])
  })

  it('kills a task that blocks its thread, and runs the next one', async () => {
    const pool = createPool(1)

    const [killed, next] = await Promise.allSettled([
      pool.run('spin', {}),
      pool.run('sum', { bytes: Uint8Array.of(7) }),
    ])

    expect(killed).to.have.nested.property('reason.reason', 'time')
    expect(killed).to.have.nested.property('reason.message', 'spin: killed after its limit of 300 ms')
    expect(next).to.have.nested.property('value.sum', 7)
  })

  it('kills a task that never responds', async () => {
    const pool = createPool(1)

    const killed = await failureOf(pool.run('neverAnswer', {}))

    expect(killed).to.include({ name: 'TaskStopped', task: 'neverAnswer', reason: 'time' })
  })

  it('kills a task that exceeds its memory limit, and runs the next one', async () => {
    const pool = createPool(1)

    const killed = await failureOf(pool.run('hoard', {}))
    const next = await pool.run('sum', { bytes: Uint8Array.of(7) })

    expect(killed).to.include({ name: 'TaskStopped', reason: 'memory' })
    expect(killed.message).to.equal('hoard: killed at its limit of 32 MB of heap')
    expect(next.sum).to.equal(7)
  })

  it('replaces an idle thread with one that has the next task’s memory limit', async () => {
    const pool = createPool(1)
    const first = await pool.run('sum', { bytes: Uint8Array.of(1) })

    await failureOf(pool.run('hoard', {}))
    const second = await pool.run('sum', { bytes: Uint8Array.of(1) })

    expect(second.threadId).not.to.equal(first.threadId)
  })

  it('rejects a task whose thread ends, and runs the next one', async () => {
    const pool = createPool(1)

    const exited = await failureOf(pool.run('exit', {}))
    const thrown = await failureOf(pool.run('throwLater', {}))
    const next = await pool.run('sum', { bytes: Uint8Array.of(7) })

    expect(exited).to.include({ name: 'TaskStopped', reason: 'crashed' })
    expect(thrown).to.include({ reason: 'crashed', message: 'throwLater: its thread ended: late' })
    expect(next.sum).to.equal(7)
  })

  it('passes on name, message and code of a task’s error, and keeps the thread', async () => {
    const pool = createPool(1)
    const before = await pool.run('sum', { bytes: Uint8Array.of(1) })

    const refused = await failureOf(pool.run('refuse', { code: 'pack_damaged' }))
    const after = await pool.run('sum', { bytes: Uint8Array.of(1) })

    expect(refused).to.be.instanceOf(Error)
    expect(refused).to.include({ name: 'RangeError', message: 'too much', code: 'pack_damaged' })
    expect(after.threadId).to.equal(before.threadId)
  })

  it('rejects an input that cannot be cloned, and runs the next one', async () => {
    const pool = createPool(1)
    const uncloneable = { bytes: Object.assign(new Uint8Array(1), { reduce: () => 0 }), toString: () => 'x' }

    const refused = await failureOf(pool.run('sum', uncloneable))
    const next = await pool.run('sum', { bytes: Uint8Array.of(7) })

    expect(refused.name).to.equal('DataCloneError')
    expect(next.sum).to.equal(7)
  })

  it('rejects a task when the queue is full', async () => {
    const pool = createPool(1, 1)
    const running = pool.run('sum', { bytes: Uint8Array.of(1) })
    const waiting = pool.run('sum', { bytes: Uint8Array.of(2) })

    const refused = await failureOf(pool.run('sum', { bytes: Uint8Array.of(3) }))

    expect(refused).to.include({ name: 'TaskStopped', reason: 'queue_full' })
    expect([(await running).sum, (await waiting).sum]).to.deep.equal([1, 2])
  })

  it('rejects running, waiting and new tasks when it closes', async () => {
    const pool = createPool(1)
    const running = failureOf(pool.run('spin', {}))
    const waiting = failureOf(pool.run('sum', { bytes: Uint8Array.of(1) }))

    await pool.close()
    const late = failureOf(pool.run('sum', { bytes: Uint8Array.of(1) }))

    for (const failure of await Promise.all([running, waiting, late])) expect(failure).to.include({ reason: 'closed' })
  })
})
