import { expect } from 'chai'
import { decide } from '../../../../service/domain/jobs/change-requests/queue-change-requests.ts'

const now = new Date('2026-11-28T12:00:00Z')
const secondsAgo = (seconds: number, status: string) => ({
  status,
  queued_at: new Date(now.getTime() - seconds * 1_000).toISOString(),
})
const request = { is_in_service: true, pending: null, recent: null }

describe('a backup that a message requests', () => {
  it('is queued at once for a device without another backup', () => {
    expect(decide(request, now, null)).to.equal('queue')
  })

  it('is served by a waiting backup, and waits for one that runs', () => {
    expect(decide({ ...request, pending: 'queued' }, now, null)).to.equal('merge')
    expect(decide({ ...request, pending: 'retrying' }, now, null)).to.equal('merge')
    expect(decide({ ...request, pending: 'running' }, now, null)).to.deep.equal(new Date(now.getTime() + 5_000))
  })

  it('waits for the end of a blackout', () => {
    const until = new Date('2026-11-28T14:00:00Z')

    expect(decide(request, now, until)).to.equal(until)
  })

  it('is dropped for a device out of service', () => {
    expect(decide({ ...request, is_in_service: false }, now, null)).to.equal('drop')
  })

  it('follows 30 seconds after one that found a change', () => {
    const recent = [secondsAgo(10, 'succeeded'), secondsAgo(20, 'unchanged')]

    expect(decide({ ...request, recent }, now, null)).to.deep.equal(new Date(now.getTime() + 20_000))
    expect(decide({ ...request, recent: [secondsAgo(30, 'succeeded')] }, now, null)).to.equal('queue')
  })

  for (const [status, delays] of [
    ['unchanged', [60, 120, 240, 240]],
    ['failed', [60, 120, 240, 3_840]],
  ] as const)
    it(`follows later with each one that ${status === 'failed' ? 'failed' : 'found no change'}, with a limit`, () => {
      const found = [1, 2, 3, 7].map((count) => {
        const recent = Array.from({ length: count }, () => secondsAgo(0, status))
        return ((decide({ ...request, recent }, now, null) as Date).getTime() - now.getTime()) / 1_000
      })

      expect(found).to.deep.equal(delays)
    })

  it('does not wait for a year if the clock was wrong', () => {
    const recent = [secondsAgo(-365 * 86_400, 'succeeded')]

    expect(decide({ ...request, recent }, now, null)).to.deep.equal(new Date(now.getTime() + 30_000))
  })
})
