import { expect } from 'chai'
import { pollOpenRuns } from '../../../../../desktop/console/features/runs/poll-open-runs.ts'
import type { Run } from '../../../../../desktop/console/ui/run/run-state.ts'

const run = (id: string, status: Run['status'], queued_at: string) => ({ id, status, queued_at }) as Run
const yesterday = '2026-03-01T20:00:00.000Z'
const tonight = (minute: number) => `2026-03-02T02:${String(minute).padStart(2, '0')}:00.000Z`

/** A list of runs, and the requests to the service. */
function aList(rows: Run[], latest: Run[] = []) {
  const asked = { latest: [] as string[], one: [] as string[] }
  const put: Run[] = []
  const answers: (() => void)[] = []
  const poll = pollOpenRuns({
    rows: () => rows,
    async latest(since) {
      asked.latest.push(since)
      await new Promise<void>((resolve) => answers.push(resolve))
      return latest
    },
    one(id) {
      asked.one.push(id)
      return Promise.resolve(run(id, 'succeeded', yesterday))
    },
    put: (row) => void put.push(row),
  })
  return { poll, asked, put, answer: () => answers.shift()?.() }
}

describe('polling of a list’s unfinished runs', () => {
  it('requests one page and older runs by id, and updates only rows of the list', async () => {
    const rows = [
      run('new', 'running', tonight(5)),
      run('ended', 'failed', tonight(4)),
      run('hung', 'running', yesterday),
    ]
    const list = aList(rows, [run('other', 'running', tonight(9)), run('new', 'succeeded', tonight(5))])

    const polling = list.poll()
    list.answer()
    await polling

    expect(list.asked).to.deep.equal({ latest: [yesterday], one: ['hung'] })
    expect(list.put.map(({ id, status }) => [id, status])).to.deep.equal([
      ['new', 'succeeded'],
      ['hung', 'succeeded'],
    ])
  })

  it('requests a limited number of ids each time, and the rest in later polls', async () => {
    const rows = Array.from({ length: 25 }, (_, at) => run(`run-${at}`, 'queued', yesterday))
    const list = aList(rows)

    for (const many of [10, 20, 25, 35]) {
      const polling = list.poll()
      list.answer()
      await polling
      expect(list.asked.one.length).to.equal(many)
    }

    expect(new Set(list.asked.one.slice(0, 25)).size).to.equal(25)
  })

  it('does nothing while a poll is in progress, or without unfinished runs', async () => {
    const list = aList([run('new', 'running', tonight(5))])
    const idle = aList([run('ended', 'failed', tonight(4))])

    const polling = list.poll()
    await list.poll()
    await idle.poll()
    list.answer()
    await polling

    expect(list.asked.latest.length).to.equal(1)
    expect(idle.asked).to.deep.equal({ latest: [], one: [] })
  })
})
