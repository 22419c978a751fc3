import { expect } from 'chai'
import { activity, followRuns, isActivityOver, progressOf } from '../../../../../desktop/console/ui/run/activity.ts'

const run = (id: string, at: string, tenant = 'acme') => ({ id, queued_at: at, tenant_id: tenant })

describe('the runs that a window started', () => {
  beforeEach(() => {
    activity.value = undefined
    isActivityOver.value = false
  })

  it('are one activity, of one customer or of several', () => {
    followRuns([run('b', '2026-03-01T02:00:10Z')])
    const one = activity.value
    followRuns([run('a', '2026-03-01T02:00:05Z')])
    const two = activity.value
    followRuns([run('c', '2026-03-01T02:01:00Z', 'globex')])

    expect(one).to.deep.include({ since: '2026-03-01T02:00:10Z', tenant: 'acme', runId: 'b' })
    expect(two).to.deep.include({ since: '2026-03-01T02:00:05Z', tenant: 'acme', runId: undefined })
    expect(activity.value).to.deep.include({ since: '2026-03-01T02:00:05Z', tenant: undefined })
  })

  it('are replaced once they have finished', () => {
    followRuns([run('a', '2026-03-01T02:00:05Z')])
    isActivityOver.value = true
    followRuns([run('b', '2026-03-01T03:00:00Z')])

    expect(activity.value).to.deep.include({ since: '2026-03-01T03:00:00Z', runId: 'b' })
  })

  it('count as done when finished, and only their own failures count', () => {
    const ids = new Set(['a', 'b', 'c'])

    expect(progressOf({ ids }, [{ id: 'a' }, { id: 'x' }], [{ id: 'b' }, { id: 'y' }])).to.deep.equal({
      total: 3,
      done: 2,
      failed: 1,
    })
  })
})
