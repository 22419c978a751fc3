import { expect } from 'chai'
import { detectClone } from '../../../../service/domain/inventory/agents/detect-clone.ts'
import { afterFailure, knownFailure } from '../../../../service/domain/jobs/retry-policy.ts'
import { staleAtAfter } from '../../../../service/domain/policies/schedules/staleness.ts'
import { transportOrder } from '../../../../service/domain/jobs/transport-order.ts'
import { effectivePosture } from '../../../../service/domain/policies/posture/effective-posture.ts'
import { linuxServer } from '../../../../shared/platforms/linux_server.ts'
import { netcoIosxe } from '../../../../shared/platforms/netco_iosxe.ts'

const now = new Date('2026-03-02T02:00:00Z')

describe('job decisions', () => {
  it('evaluate the sequence number with which an agent begins', () => {
    const agent = { sequence: 5, clonedAt: null, rewoundAt: null, refusedSequence: null }

    const decisions = [
      detectClone(agent, 5, 0),
      detectClone(agent, 4, 1),
      detectClone(agent, 3, 2),
      detectClone(agent, 4, 0),
      detectClone(agent, 3, 1),
      detectClone(agent, 6, 0),
      detectClone({ ...agent, refusedSequence: 3 }, 3, 0),
      detectClone({ ...agent, refusedSequence: 3, clonedAt: now }, 3, 0),
      detectClone({ ...agent, refusedSequence: 9 }, 9, 0),
    ]

    expect(decisions).to.deep.equal([
      'expected',
      'lost_answer',
      'lost_answer',
      'cloned',
      'cloned',
      'rewound',
      'cleared',
      'cloned',
      'cleared',
    ])
  })

  it('count only temporary failures as device retries', () => {
    const job = { kind: 'backup', deviceFailures: 0, attempts: 1 } as const
    const retries = { retryAttempts: 1, retryDelayMinutes: 10 }
    const after = (code: Parameters<typeof afterFailure>[2], fields = {}) =>
      afterFailure({ ...job, ...fields }, retries, code, now)

    expect(after('connection_timeout')).to.deep.equal({
      status: 'retrying',
      notBefore: new Date('2026-03-02T02:10:00Z'),
    })
    expect(after('connection_timeout', { deviceFailures: 1 })).to.deep.equal({ status: 'failed' })
    expect(after('connection_timeout', { kind: 'test' })).to.deep.equal({ status: 'failed' })
    expect(after('auth_failed')).to.deep.equal({ status: 'failed' })
    expect(after('fingerprint_unapproved')).to.deep.equal({ status: 'blocked' })
    expect(after('address_unapproved')).to.deep.equal({ status: 'blocked' })
  })

  it('restart a run whose device was edited, without limit only for reads', () => {
    const job = { kind: 'backup', deviceFailures: 1, attempts: 1 } as const
    const after = (fields = {}) =>
      afterFailure({ ...job, ...fields }, { retryAttempts: 0, retryDelayMinutes: 10 }, 'superseded', now)

    expect(after()).to.deep.equal({ status: 'retrying', notBefore: now })
    expect(after({ kind: 'test' })).to.deep.equal({ status: 'retrying', notBefore: now })
    expect(after({ attempts: 10 })).to.deep.equal({ status: 'failed' })
    expect(after({ kind: 'restore' })).to.deep.equal({ status: 'failed' })
  })

  it('recognise a failure by its code, and reject an unknown code', () => {
    expect(knownFailure('auth_failed')).to.equal('auth_failed')
    expect(knownFailure('constructor')).to.equal('internal_error')
    expect(knownFailure(undefined)).to.equal('internal_error')
  })

  it('calculate when a success becomes stale', () => {
    const after = (schedule: string, stalenessHours: string | null = null) =>
      staleAtAfter({ schedule, stalenessHours }, now, 'UTC')?.toISOString() ?? null

    expect(after('')).to.equal(null)
    expect(after('', '12')).to.equal('2026-03-02T14:00:00.000Z')
    expect(after('0 * * * *')).to.equal('2026-03-03T14:00:00.000Z')
    expect(after('0 2 * * 1')).to.equal('2026-03-12T14:00:00.000Z')
  })

  it('try the preferred transport first, or only the chosen one', () => {
    expect(transportOrder(netcoIosxe, 'auto')).to.deep.equal(['ssh', 'api'])
    expect(transportOrder(netcoIosxe, 'api')).to.deep.equal(['api'])
    expect(transportOrder(linuxServer, 'api')).to.deep.equal([])
  })

  it('trust on first use only if the platform allows it and no lower level is strict', () => {
    const levels = { platform: 'tofu', customer: null, device: null } as const

    expect(effectivePosture(levels)).to.equal('tofu')
    expect(effectivePosture({ ...levels, platform: null })).to.equal('strict')
    expect(effectivePosture({ ...levels, platform: 'strict', customer: 'tofu', device: 'tofu' })).to.equal('strict')
    expect(effectivePosture({ ...levels, customer: 'strict', device: 'tofu' })).to.equal('strict')
    expect(effectivePosture({ ...levels, device: 'strict' })).to.equal('strict')
  })
})
