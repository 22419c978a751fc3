import { expect } from 'chai'
import { type ReportedLine, openReport, reportKeyOf, sealReport } from '../../../shared/agent-protocol/report.ts'
import { SealDamaged } from '../../../shared/repository/damaged.ts'

const key = reportKeyOf(Buffer.alloc(32, 1), 'lease')
const place = { jobId: 'job', leaseId: 'lease', purpose: 'log' } as const
const lines: ReportedLine[] = [{ at: '2026-01-02T03:04:05Z', level: 'info', line: 'hostname r1' }]

describe('a sealed report', () => {
  it('opens with the lease’s key, and is unreadable otherwise', () => {
    const sealed = sealReport(key, place, lines)

    expect(openReport(reportKeyOf(Buffer.alloc(32, 1), 'lease'), place, sealed)).to.deep.equal(lines)
    expect(Buffer.from(sealed, 'base64').includes('hostname')).to.equal(false)
  })

  it('differs each time it is sealed', () => {
    expect(sealReport(key, place, lines)).to.not.equal(sealReport(key, place, lines))
  })

  it('does not open for another lease, job or purpose, or if changed or truncated', () => {
    const sealed = sealReport(key, place, lines)
    const bytes = Buffer.from(sealed, 'base64')
    bytes[20]! ^= 1

    const open = [
      () => openReport(reportKeyOf(Buffer.alloc(32, 1), 'other'), place, sealed),
      () => openReport(key, { ...place, jobId: 'other' }, sealed),
      () => openReport(key, { ...place, purpose: 'result' }, sealed),
      () => openReport(key, place, bytes.toString('base64')),
      () => openReport(key, place, sealed.slice(0, 20)),
      () => openReport(key, place, ''),
    ]

    for (const attempt of open) expect(attempt).to.throw(SealDamaged)
  })
})
