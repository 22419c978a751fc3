import { expect } from 'chai'
import {
  activity,
  activityRoute,
  followRuns,
  isActivityOver,
  remainingMs,
} from '../../../../../desktop/console/ui/run/activity.ts'

const run = (id: string, at: string, tenant = 'acme') => ({ id, queued_at: at, tenant_id: tenant })

describe('the runs that a window started', () => {
  beforeEach(() => {
    activity.value = []
    isActivityOver.value = false
  })

  it('are a batch for each request, with a link to the single run or to the list of them', () => {
    followRuns([run('a', '2026-03-01T02:00:05Z')])
    const one = activityRoute(activity.value)
    followRuns([run('b', '2026-03-01T02:01:00Z', 'globex'), run('c', '2026-03-01T02:01:00Z', 'globex')])

    expect(one).to.deep.equal({ name: 'runs-one', params: { id: 'a' } })
    expect(activity.value.map(({ tenant, total }) => [tenant, total])).to.deep.equal([
      ['acme', 1],
      ['globex', 2],
    ])
    expect(activityRoute(activity.value)).to.deep.equal({
      name: 'runs',
      query: { queued_at: ['2026-03-01T02:00:05Z', '2026-03-01T02:01:00Z'] },
    })
  })

  it('are replaced once they have finished, and never exceed what one request may name', () => {
    for (let n = 0; n < 25; n++) followRuns([run(`${n}`, `2026-03-01T02:00:${n}Z`)])
    const latest = activity.value
    isActivityOver.value = true
    followRuns([run('b', '2026-03-01T03:00:00Z')])

    expect([latest.length, latest[0]?.runId]).to.deep.equal([20, '5'])
    expect(activity.value.map(({ runId }) => runId)).to.deep.equal(['b'])
  })

  it('have a remaining time as soon as one has ended', () => {
    const since = '2026-03-01T02:00:00Z'
    const now = new Date('2026-03-01T02:01:00Z')

    expect(remainingMs({ total: 30, done: 10, failed: 0 }, since, now)).to.equal(120_000)
    expect(remainingMs({ total: 30, done: 0, failed: 0 }, since, now)).to.equal(undefined)
  })
})
