import { expect } from 'chai'
import { dayIn, formatDay, neighbours, stripOf } from '../../../../../desktop/console/features/reports/calendar.ts'
import { figuresOf, notListed, reasonCounts } from '../../../../../desktop/console/features/reports/figures.ts'
import { exceptionTable, figureTable } from '../../../../../desktop/console/features/reports/report-tables.ts'

describe('the daily report in the console', () => {
  const frozenOf = (day: string) => ({
    day,
    computed_at: `${day}T23:05:00Z`,
    devices: 4,
    covered: 3,
    coverage_pct: 75,
    exceptions: 1,
  })
  const states = { changed: 1, unchanged: 2, partial: 0, failed: 1, stale: 0, blocked: 0, never: 0, disabled: 0, decommissioned: 2 } // prettier-ignore
  const summary = {
    devices: 4,
    covered: 3,
    coverage_pct: 75,
    unscheduled: 0,
    exceptions: 1,
    without_agent: 0,
    states,
    suspicious_versions: 0,
    hosts_not_compared: 2,
    drifted: 0,
  }
  const exception = {
    device_id: 'one',
    name: '=core"1',
    customer: 'acme',
    state: 'failed' as const,
    reasons: ['failed' as const, 'host_not_compared' as const],
    last_success_at: null,
    last_success_age_label: 'never',
    last_error: 'r1: refused',
    error_code: 'auth_failed' as const,
    failure: null,
    failed_artifacts: [],
    warnings: [],
    warning_messages: [],
    suspicious_versions: [],
  }

  it('is of the current day of the service’s clock, not the browser’s', () => {
    const evening = new Date('2026-03-12T23:30:00Z')

    expect(dayIn('Europe/Brussels', evening)).to.equal('2026-03-13')
    expect(dayIn('America/New_York', evening)).to.equal('2026-03-12')
    expect(formatDay('2026-03-11', 'en')).to.match(/^Wednesday,? 11 March 2026$/)
    expect(formatDay('2026-03-11', 'fr')).to.equal('mercredi 11 mars 2026')
  })

  it('is listed by day, including days without a stored report, across months', () => {
    const days = stripOf('2026-03-02', 4, [frozenOf('2026-02-28'), frozenOf('2026-01-01')])

    expect(days.map(({ day, frozen }) => [day, frozen !== undefined])).to.deep.equal([
      ['2026-02-27', false],
      ['2026-02-28', true],
      ['2026-03-01', false],
      ['2026-03-02', false],
    ])
  })

  it('links to the neighbouring days that are stored, and to today', () => {
    const frozen = [frozenOf('2026-03-10'), frozenOf('2026-03-07')]

    expect(neighbours('2026-03-10', '2026-03-12', frozen)).to.deep.equal({ before: '2026-03-07', after: '2026-03-12' })
    expect(neighbours('2026-03-12', '2026-03-12', frozen)).to.deep.equal({ before: '2026-03-10', after: undefined })
    expect(neighbours('2026-03-08', '2026-03-12', frozen)).to.deep.equal({ before: '2026-03-07', after: '2026-03-10' })
  })

  it('rates zero problems as good, and counts offline and lab-mode agents', () => {
    const agent = { id: 'a', name: 'edge', customer: 'acme', lab_mode: false, last_seen_at: null, version: null }
    const agents = [
      { ...agent, status: 'online' as const, lab_mode: true },
      { ...agent, status: 'offline' as const },
      { ...agent, status: 'pending' as const },
    ]
    const figures = figuresOf({ summary, agents })

    expect(figures.map(({ name, count, tone }) => `${name} ${count} ${tone}`)).to.deep.equal([
      'exceptions 1 warn',
      'suspicious 0 good',
      'notCompared 2 warn',
      'drifted 0 good',
      'agents 2 bad',
    ])
    expect(reasonCounts([exception, { ...exception, reasons: ['failed'] }])).to.deep.equal([
      { reason: 'failed', count: 2 },
      { reason: 'host_not_compared', count: 1 },
    ])
  })

  it('states how many exceptions its table leaves out', () => {
    const missing = notListed({ summary: { ...summary, exceptions: 3 }, exceptions: [exception] })

    expect(missing).to.equal(2)
    expect(notListed({ summary, exceptions: [exception] })).to.equal(0)
    expect(exceptionTable('2026-03-11', [exception], missing).split('\r\n').slice(2)).to.deep.equal([
      '2026-03-11,,,,not_listed,,,2 more',
      '',
    ])
  })

  it('is exported as CSV without formulas', () => {
    const report = {
      day: '2026-03-11',
      computed_at: '',
      frozen: true,
      summary,
      exceptions: [exception],
      exceptions_truncated: false,
      unscheduled: [],
      agents: [],
    }

    expect(exceptionTable('2026-03-11', [exception])).to.equal(
      '\ufeffday,customer,device,state,reasons,last_success_at,error_code,last_error\r\n' +
        `2026-03-11,acme,"'=core""1",failed,failed host_not_compared,,auth_failed,r1: refused\r\n`,
    )
    expect(figureTable(report, 'acme').split('\r\n')[1]).to.equal('2026-03-11,acme,4,3,75,1,2,1,0,0,1,0,0,0,2,0,2,0')
  })
})
