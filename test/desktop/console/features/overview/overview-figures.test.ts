import { expect } from 'chai'
import { agentsAtWork, type ReportAgent } from '../../../../../desktop/console/ui/report/agents-at-work.ts'
import { coverageOf, type ReportSummary } from '../../../../../desktop/console/features/overview/coverage.ts'
import { type TenantReport, tenantRows } from '../../../../../desktop/console/ui/report/tenant-rows.ts'
import { byGravity, type ReportException, reasonsOf } from '../../../../../desktop/console/ui/report/exceptions.ts'
import { storageOutlook } from '../../../../../desktop/console/ui/report/storage-outlook.ts'
import { hasWaitingText, waitingLines } from '../../../../../desktop/console/features/overview/waiting.ts'

const noStates = { changed: 0, unchanged: 0, partial: 0, failed: 0, stale: 0, blocked: 0, never: 0, disabled: 0, decommissioned: 0 } // prettier-ignore

function summary(fields: Partial<ReportSummary> = {}): ReportSummary {
  return {
    devices: 0,
    covered: 0,
    coverage_pct: null,
    unscheduled: 0,
    exceptions: 0,
    without_agent: 0,
    states: noStates,
    suspicious_versions: 0,
    hosts_not_compared: 0,
    drifted: 0,
    ...fields,
  }
}

function exception(name: string, fields: Partial<ReportException>): ReportException {
  return {
    device_id: name,
    name,
    customer: 'acme',
    state: 'failed',
    reasons: ['failed'],
    last_success_at: null,
    last_success_age_label: 'never',
    last_error: null,
    error_code: null,
    failure: null,
    failed_artifacts: [],
    warnings: [],
    warning_messages: [],
    suspicious_versions: [],
    ...fields,
  }
}

function agent(name: string, fields: Partial<ReportAgent> = {}): ReportAgent {
  return {
    id: name,
    name,
    customer: 'acme',
    lab_mode: false,
    status: 'online',
    last_seen_at: null,
    version: '1.0.0',
    ...fields,
  }
}

describe('the overview figures', () => {
  it('report full coverage only when complete, and none for an empty inventory', () => {
    expect(coverageOf(summary()).decision).to.equal('none')
    expect(coverageOf(summary({ devices: 3, covered: 3 })).decision).to.equal('all')
    const some = coverageOf(summary({ devices: 3, covered: 2 }))
    expect([some.decision, some.uncovered]).to.deep.equal(['some', 1])
  })

  it('order device states from good to bad, and leave out uncounted ones', () => {
    const { shares, aside } = coverageOf(
      summary({ states: { ...noStates, unchanged: 6, failed: 1, changed: 1, disabled: 2 } }),
    )

    expect(shares.map(({ state, share }) => [state, share])).to.deep.equal([
      ['unchanged', 0.75],
      ['changed', 0.125],
      ['failed', 0.125],
    ])
    expect(aside.map(({ state, devices }) => [state, devices])).to.deep.equal([['disabled', 2]])
  })

  it('name the devices missing from the coverage figure: unscheduled or never backed up', () => {
    const states = { ...noStates, unchanged: 1, failed: 1, never: 2, disabled: 1 }

    expect(coverageOf(summary({ devices: 2, covered: 1, states })).uncounted).to.equal(2)
    expect(coverageOf(summary({ devices: 4, covered: 1, states })).uncounted).to.equal(0)
  })

  it('report pending decisions if known, and none pending only if all are known', () => {
    const nothing = { restores: null, fingerprints: { count: 0, more: false }, addresses: null, noAgent: 0, unscheduled: 0, suspicious: 0, unreviewed: null, notCompared: 0, drifted: 0 } // prettier-ignore

    expect(hasWaitingText(nothing)).to.equal(true)
    expect(hasWaitingText({ ...nothing, suspicious: null })).to.equal(false)
    expect(hasWaitingText({ ...nothing, suspicious: null, fingerprints: { count: 2, more: false } })).to.equal(true)
  })

  it('list pending decisions by urgency, without zero or unknown ones', () => {
    const lines = waitingLines({
      restores: { count: 1, more: false },
      fingerprints: { count: 100, more: true },
      addresses: { count: 4, more: false },
      noAgent: 4,
      unscheduled: 3,
      suspicious: 2,
      unreviewed: null,
      notCompared: 0,
      drifted: 3,
    })

    expect(lines.map(({ kind, count, more }) => [kind, count, more])).to.deep.equal([
      ['restores', 1, false],
      ['fingerprints', 100, true],
      ['addresses', 4, false],
      ['noAgent', 4, false],
      ['unscheduled', 3, false],
      ['suspicious', 2, false],
      ['drifted', 3, false],
    ])
  })

  it('sort devices by severity, then by age of the last success', () => {
    const yesterday = '2026-03-01T02:00:00Z'
    const devices = [
      exception('c', { reasons: ['host_not_compared'] }),
      exception('b', { reasons: ['stale', 'failed'], last_success_at: yesterday }),
      exception('a', { reasons: ['partial'], last_success_at: yesterday }),
      exception('d', { reasons: ['failed'] }),
      exception('e', { reasons: ['damaged'], last_success_at: yesterday }),
    ]

    expect(byGravity(devices).map(({ name }) => name)).to.deep.equal(['e', 'd', 'b', 'a', 'c'])
    expect(reasonsOf(devices[1]!).map(({ reason }) => reason)).to.deep.equal(['failed', 'stale'])
  })

  it('count online agents, and name offline and lab-mode ones', () => {
    const { online, enrolled, troubled, pending } = agentsAtWork([
      agent('gone', { status: 'revoked', lab_mode: true }),
      agent('new', { status: 'pending' }),
      agent('pretends', { lab_mode: true }),
      agent('well'),
      agent('away', { status: 'offline' }),
      agent('two of it', { status: 'cloned' }),
    ])

    expect([online, enrolled]).to.deep.equal([2, 4])
    expect(troubled.map(({ name }) => name)).to.deep.equal(['two of it', 'away', 'pretends'])
    expect(pending.map(({ name }) => name)).to.deep.equal(['new'])
  })

  it('warn when the disk is nearly full or soon will be, if its size is known', () => {
    const now = new Date('2026-03-01T00:00:00Z')
    const nothing = { full_at: null, disk: null, by_tenant: [], object_lock: null }
    const usage = { stored: 1, growth_per_day: 1, basis: 'measured' as const, ...nothing }
    const tone = (fields: Partial<typeof usage | { full_at: string; disk: { total: number; free: number } }>) =>
      storageOutlook({ ...usage, ...fields } as Parameters<typeof storageOutlook>[0], now).tone

    expect(storageOutlook(usage, now)).to.deep.equal({ tone: 'good' })
    expect(tone({ disk: { total: 100, free: 50 } })).to.equal('good')
    expect(tone({ disk: { total: 100, free: 10 } })).to.equal('warn')
    expect(tone({ disk: { total: 100, free: 2 } })).to.equal('bad')
    expect(tone({ full_at: '2026-03-20T00:00:00Z' })).to.equal('warn')
    expect(tone({ full_at: '2026-03-04T00:00:00Z' })).to.equal('bad')
  })

  it('sort customers that need attention first', () => {
    const customer = (slug: string, fields: Partial<ReportSummary>, agents: ReportAgent[] = []): TenantReport => ({
      id: slug,
      slug,
      name: slug,
      summary: summary(fields),
      exceptions: [],
      exceptions_truncated: false,
      unscheduled: [],
      agents,
    })

    const rows = tenantRows([
      customer('empty', {}),
      customer('well', { coverage_pct: 100 }),
      customer('away', { coverage_pct: 100 }, [agent('x', { status: 'offline' })]),
      customer('asks', { coverage_pct: 100, exceptions: 2 }),
      customer('bare', { coverage_pct: 12.5 }),
    ])

    expect(rows.map(({ slug }) => slug)).to.deep.equal(['bare', 'asks', 'away', 'well', 'empty'])
  })
})
