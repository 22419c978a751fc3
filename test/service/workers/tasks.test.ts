import { expect } from 'chai'
import { tasks } from '../../../service/workers/tasks.ts'
import { createWorkerPool } from '../../../service/workers/worker-pool.ts'

describe('tasks of the service', () => {
  const entry = new URL('../../../service/workers/task-thread.ts', import.meta.url)
  const pool = createWorkerPool({ size: 1, queueLimit: 10, tasks, entry })
  const older = new TextEncoder().encode('a\nb\n')
  const newer = new TextEncoder().encode('a\nc\nd\n')

  after(() => pool.close())

  it('compare two texts in a thread', async () => {
    const unified = await pool.run('diffTexts', {
      before: older,
      after: newer,
      context: 3,
      maxLines: 5_000,
      headers: [],
    })

    expect(unified).to.deep.equal({ text: '@@ -1,2 +1,3 @@\n a\n-b\n+c\n+d\n', added: 2, removed: 1, truncated: false })
  })

  it('measure the magnitude of a change in a thread', async () => {
    const magnitude = await pool.run('measureVersionMagnitude', { before: older, after: newer })

    expect(magnitude).to.deep.equal({ added: 2, removed: 1 })
  })
})
