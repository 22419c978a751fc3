import { expect } from 'chai'
import { type Lease, lookMs, leaseAction } from '../../../agent/supervisor/leases.ts'
import { createSteadyClock } from '../../../agent/supervisor/monotonic-clock.ts'
import { commitMs, defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'

describe('an agent’s lease', () => {
  const job = { jobId: 'j', leaseId: 'l', kind: 'backup' as const, envelope: '', envelopeSignature: '' }
  const lease = (changes: Partial<Lease>): Lease => ({
    ...job,
    phase: 'running',
    deadlineMs: 600_000,
    offeredAt: 0,
    startedAt: 0,
    heldAt: 0,
    ...changes,
  })
  const decision = (changes: Partial<Lease>, now: number) => leaseAction(lease(changes), now, defaultIntervals)

  it('is fenced 75 s after its last accepted heartbeat was sent, and not before', () => {
    expect(decision({ heldAt: 1_000 }, 75_999)).to.equal('leave')
    expect(decision({ heldAt: 1_000 }, 76_000)).to.equal('fence')
  })

  it('ends, by killing if necessary, before another agent can get the device', () => {
    const fencedAt = defaultIntervals.fence_ms + lookMs(defaultIntervals)
    const killedBy = fencedAt + 5_000 + lookMs(defaultIntervals)

    expect(decision({ stopped: { reason: 'lost', at: fencedAt } }, killedBy)).to.equal('kill')
    expect(killedBy).to.be.below(defaultIntervals.lease_ms)
  })

  it('is overdue at its deadline', () => {
    expect(decision({ heldAt: 599_000 }, 599_999)).to.equal('leave')
    expect(decision({ heldAt: 599_000 }, 600_000)).to.equal('overdue')
  })

  it('is not fenced while only its result is pending, and abandoned ten minutes after the deadline', () => {
    expect(decision({ phase: 'result' }, 1_199_999)).to.equal('leave')
    expect(decision({ phase: 'result' }, 1_200_000)).to.equal('give-up')
  })

  it('in an irreversible step is neither fenced nor overdue, and its result is offered for a day', () => {
    const day = 24 * 3_600_000
    const finishing = { mustFinish: true, stopped: { reason: 'lost' as const, at: 1_000 } }

    expect(decision(finishing, 600_000 + commitMs - 1)).to.equal('leave')
    expect(decision({ ...finishing, phase: 'result' }, 600_000 + day - 1)).to.equal('leave')
    expect(decision({ ...finishing, phase: 'result' }, 600_000 + day)).to.equal('give-up')
  })

  it('in an irreversible step is killed once no device could take that long', () => {
    expect(decision({ mustFinish: true }, 600_000 + commitMs)).to.equal('kill')
  })

  it('is returned as an offer if no heartbeat was accepted in time', () => {
    expect(decision({ phase: 'offered', offeredAt: 500 }, 30_499)).to.equal('leave')
    expect(decision({ phase: 'offered', offeredAt: 500 }, 30_500)).to.equal('hand-back')
  })
})

describe('the monotonic clock', () => {
  it('counts the time while the computer slept', () => {
    let [monotonic, sinceStart] = [100, 1_000_000]
    const now = createSteadyClock(
      () => monotonic,
      () => sinceStart,
    )

    const before = now()
    monotonic += 10
    sinceStart += 80_010

    expect(now() - before).to.equal(80_010)
  })

  it('counts nothing twice if uptime has whole seconds', () => {
    let monotonic = 100
    const now = createSteadyClock(
      () => monotonic,
      () => Math.floor(monotonic / 1_000) * 1_000,
    )

    const before = now()
    for (let step = 0; step < 100; step++) {
      monotonic += 330
      now()
    }

    expect(now() - before).to.equal(33_000)
  })
})
