import { expect } from 'chai'
import type { PolicyRun } from '../../../../../desktop/console/ui/maintenance/tasks.ts'
import { readMaintenanceRuns } from '../../../../../desktop/console/ui/maintenance/read-tasks.ts'

const now = new Date('2026-03-02T08:00:00.000Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
const run = (tenant: string, hours: number, outcome: PolicyRun['outcome'] = 'done') =>
  ({ id: `${tenant} ${hours}`, tenant_id: tenant, kind: 'sweep', started_at: hoursAgo(hours), finished_at: hoursAgo(hours), outcome, reason: null, counts: {}, dry_run: false }) as PolicyRun // prettier-ignore

/** Pages of two, and the requested cursors. */
function pagesOf(runs: PolicyRun[]) {
  const asked: (string | undefined)[] = []
  const ask = (cursor: string | undefined) => {
    asked.push(cursor)
    const from = Number(cursor ?? 0)
    const next = from + 2 < runs.length ? { next: String(from + 2) } : {}
    return Promise.resolve({ rows: runs.slice(from, from + 2), ...next })
  }
  return { ask, asked }
}

describe('the nightly tasks of many customers', () => {
  it('are read for a whole night, so that stopped ones are found', async () => {
    const customers = Array.from({ length: 9 }, (_, at) => `customer-${at}`)
    const { ask, asked } = pagesOf([...customers.map((name) => run(name, 5)), run('stopped', 30, 'stopped')])

    const tasks = await readMaintenanceRuns(ask, now)

    expect(tasks.length).to.equal(10)
    expect(tasks.filter(({ outcome }) => outcome === 'stopped').map(({ tenant_id: id }) => id)).to.deep.equal([
      'stopped',
    ])
    expect(asked.length).to.equal(5)
  })

  it('are not read further back', async () => {
    const { ask, asked } = pagesOf([run('a', 5), run('a', 29), run('a', 53), run('a', 77), run('a', 101)])

    expect((await readMaintenanceRuns(ask, now)).map(({ id }) => id)).to.deep.equal(['a 5'])
    expect(asked.length).to.equal(2)
  })

  it('are empty for a service without maintenance runs', async () => {
    expect(await readMaintenanceRuns(pagesOf([]).ask, now)).to.deep.equal([])
  })
})
