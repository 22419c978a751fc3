import type { PeriodReport } from '../../../../../../service/domain/reporting/period-reports/period-report.ts'
import type { ReportOptions } from '../../../../../../service/domain/reporting/period-reports/render/report-options.ts'

export const everySection: ReportOptions['sections'] = [
  'coverage',
  'failures',
  'changes',
  'storage',
  'restores',
  'access',
]

export const options: ReportOptions = {
  locale: 'en',
  logo: null,
  consoleUrl: 'https://coffer.example.net',
  sections: everySection,
}

/** A week of a customer with some problems; Wednesday has no daily report. */
export const weekly: PeriodReport = {
  period: 'weekly',
  from: '2026-11-16',
  to: '2026-11-22',
  timeZone: 'Europe/Paris',
  computedAt: '2026-11-23T06:00:04.000Z',
  isLive: false,
  customer: { id: '01980f3a-5c00-7000-8000-000000000001', slug: 'acme', name: 'Acme Networks' },
  coverage: {
    days: [
      { day: '2026-11-16', devices: 118, covered: 112, exceptions: 8 },
      { day: '2026-11-17', devices: 118, covered: 105, exceptions: 15 },
      { day: '2026-11-19', devices: 119, covered: 115, exceptions: 7 },
      { day: '2026-11-20', devices: 120, covered: 120, exceptions: 1 },
      { day: '2026-11-21', devices: 120, covered: 119, exceptions: 2 },
      { day: '2026-11-22', devices: 120, covered: 117, exceptions: 5 },
    ],
    missingDays: ['2026-11-18'],
    customers: [],
    exceptions: [
      { device: 'core-fw1', customer: 'Acme Networks', reasons: ['failed', 'stale'], lastSuccessAt: '2026-11-18T01:10:00.000Z' },
      { device: 'dist-sw-12', customer: 'Acme Networks', reasons: ['failed', 'stale'], lastSuccessAt: '2026-11-19T01:12:00.000Z' },
      { device: 'edge-7', customer: 'Acme Networks', reasons: ['never'], lastSuccessAt: null },
      { device: 'web-01', customer: 'Acme Networks', reasons: ['partial'], lastSuccessAt: '2026-11-22T01:20:00.000Z' },
      { device: 'lb-2', customer: 'Acme Networks', reasons: ['drifted'], lastSuccessAt: '2026-11-22T01:31:00.000Z' },
    ], // prettier-ignore
    totalExceptions: 5,
  },
  failures: {
    causes: [
      { cause: 'connection_timeout', runs: 14, devices: 2, examples: ['core-fw1', 'dist-sw-12'] },
      { cause: 'auth_failed', runs: 6, devices: 1, examples: ['edge-7'] },
      { cause: 'output_truncated', runs: 1, devices: 1, examples: ['web-01'] },
    ],
    runs: 846,
    failedRuns: 21,
  },
  changes: {
    changes: [
      { at: '2026-11-22T14:05:00.000Z', customer: 'Acme Networks', device: 'core-fw1', configuration: 'running-config', added: 3, removed: 1, author: 'asmith', authorSource: 'device', review: null },
      { at: '2026-11-21T09:40:00.000Z', customer: 'Acme Networks', device: 'dist-sw-12', configuration: 'running-config', added: 1204, removed: 18, author: 'netops', authorSource: 'message', review: { by: 'mdupont', at: '2026-11-21T10:00:00.000Z' } },
      { at: '2026-11-20T22:15:00.000Z', customer: 'Acme Networks', device: 'web-01', configuration: '/etc', added: null, removed: null, author: null, authorSource: null, review: null },
    ], // prettier-ignore
    total: 3,
    unreviewed: 2,
  },
  storage: {
    days: [
      { day: '2026-11-16', storedBytes: 12_884_901_888 },
      { day: '2026-11-17', storedBytes: 12_992_276_070 },
      { day: '2026-11-18', storedBytes: 13_099_650_252 },
      { day: '2026-11-19', storedBytes: 13_099_650_252 },
      { day: '2026-11-20', storedBytes: 13_421_772_800 },
      { day: '2026-11-21', storedBytes: 13_529_146_982 },
      { day: '2026-11-22', storedBytes: 13_743_895_347 },
    ],
    originalBytes: 249_108_103_168,
    forecastBytes: 17_179_869_184,
  },
  restores: {
    proofs: [
      { at: '2026-11-22T02:00:00.000Z', kind: 'integrity_check', customer: null, device: null, outcome: 'succeeded', by: null, bytes: 4_294_967_296 },
      { at: '2026-11-20T08:30:00.000Z', kind: 'restore', customer: 'Acme Networks', device: 'edge-7', outcome: 'failed', by: 'asmith', bytes: null },
      { at: '2026-11-18T04:00:00.000Z', kind: 'restore_check', customer: null, device: null, outcome: 'succeeded', by: 'mdupont', bytes: 1_610_612_736 },
    ], // prettier-ignore
    total: 3,
    failed: 1,
  },
  access: {
    users: [
      { user: 'asmith', views: 41, comparisons: 12, searches: 7, downloads: 2, devices: 18, lastAt: '2026-11-22T14:10:00.000Z' },
      { user: 'auditor', views: 3, comparisons: 0, searches: 1, downloads: 1, devices: 3, lastAt: '2026-11-19T16:45:00.000Z' },
    ], // prettier-ignore
    totalUsers: 2,
  },
}

/** A period without devices, backups or daily reports. */
export const empty: PeriodReport = {
  ...weekly,
  coverage: { days: [], missingDays: ['2026-11-16', '2026-11-17'], customers: [], exceptions: [], totalExceptions: 0 },
  failures: { causes: [], runs: 0, failedRuns: 0 },
  changes: { changes: [], total: 0, unreviewed: 0 },
  storage: { days: [], originalBytes: 0, forecastBytes: null },
  restores: { proofs: [], total: 0, failed: 0 },
  access: { users: [], totalUsers: 0 },
}

/** Names that break a careless writer. */
export const hostileNames = [
  'שרת ליבה-12 (ראשי)',
  'جهاز التوجيه 34',
  '😀-switch 中文交换机',
  '<b onmouseover=alert(1)>&amp;"x"',
  'x'.repeat(300),
  'a\u202ecba\r\nBcc: x',
  'Ελληνικά-Кириллица',
]

/** A month of all customers, with hostile names and the largest lists. */
export const monthly: PeriodReport = {
  ...weekly,
  period: 'monthly',
  from: '2026-10-01',
  to: '2026-10-31',
  customer: null,
  coverage: {
    ...weekly.coverage,
    days: Array.from({ length: 31 }, (_, index) => ({
      day: `2026-10-${String(index + 1).padStart(2, '0')}`,
      devices: 1200,
      covered: 1130 + index,
      exceptions: 40,
    })),
    missingDays: [],
    customers: hostileNames.map((name, index) => ({
      slug: `c${index}`,
      name,
      devices: 100,
      covered: 100 - index,
      exceptions: index,
    })),
    exceptions: Array.from({ length: 50 }, (_, index) => ({
      device: nameAt(index),
      customer: nameAt(index + 1),
      reasons: ['failed', 'reason_of_a_later_version'],
      lastSuccessAt: null,
    })),
    totalExceptions: 132,
  },
  changes: {
    changes: Array.from({ length: 200 }, (_, index) => ({
      ...weekly.changes.changes[index % 3]!,
      device: nameAt(index),
      customer: nameAt(index + 2),
    })),
    total: 312,
    unreviewed: 250,
  },
  access: {
    users: Array.from({ length: 100 }, (_, index) => ({ ...weekly.access.users[0]!, user: `user-${index}` })),
    totalUsers: 140,
  },
}

function nameAt(index: number): string {
  return hostileNames[index % hostileNames.length] ?? ''
}

/** A PNG of one pixel. */
export const logo = {
  type: 'image/png' as const,
  data: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}
