import { expect } from 'chai'
import {
  environmentGroups,
  settingsChange,
  settingsValues,
  variables,
} from '../../../../../desktop/console/features/settings/environment.ts'
import { findMetrics, metricOf, readMetrics } from '../../../../../desktop/console/features/settings/metrics.ts'
import { writeExposition } from '../../../../../service/http/metrics/exposition.ts'

describe('the metrics on the status page', () => {
  const text = writeExposition([
    {
      name: 'coffer_devices',
      help: 'Devices by state.',
      type: 'gauge',
      samples: [
        { labels: { customer: 'acme', state: 'failed' }, value: 3 },
        { labels: { customer: 'a "quoted\\" one', state: 'stale' }, value: 0 },
      ],
    },
    {
      name: 'coffer_http_request_duration_seconds',
      help: 'How long.',
      type: 'histogram',
      samples: [{ suffix: '_bucket', labels: { le: '+Inf' }, value: 7 }],
    },
  ])
  const lines = readMetrics(text)

  it('are parsed with labels and descriptions', () => {
    expect(lines).to.deep.equal([
      { name: 'coffer_devices', labels: 'customer=acme, state=failed', value: 3, help: 'Devices by state.' },
      { name: 'coffer_devices', labels: 'customer=a "quoted\\" one, state=stale', value: 0, help: 'Devices by state.' },
      { name: 'coffer_http_request_duration_seconds_bucket', labels: 'le=+Inf', value: 7, help: 'How long.' },
    ])
    expect(metricOf(lines, 'coffer_devices', 'state=failed')).to.equal(3)
    expect(metricOf(lines, 'process_cpu_seconds_total')).to.equal(undefined)
  })

  it('are searched by every word of name, label or description', () => {
    expect(findMetrics(lines, 'DEVICES failed')).to.have.lengthOf(1)
    expect(findMetrics(lines, 'long')).to.have.lengthOf(1)
    expect(findMetrics(lines, '')).to.have.lengthOf(3)
    expect(findMetrics(lines, 'devices long')).to.be.empty
  })
})

describe('the settings form', () => {
  const environment = Object.fromEntries(Object.keys(variables).map((name) => [name, 1])) as never
  const settings = {
    storage_low_percent: 20,
    trust_posture: 'strict' as const,
    restore_policy: null,
    session_idle_minutes: null,
    token_days_without_networks: null,
    approval_actions: [],
    break_glass_copies: false,
    break_glass_days: 7,
    second_factor_roles: [],
    destruction_delay_days: 7,
    destruction_delay_next: null,
    retention_cooling_off_days: 7,
    retention_cooling_off_next: null,
    retention_floor_keep_days: null,
    retention_floor_keep_last: null,
    master_key_backed_up_at: null,
    environment,
    defaults: { storage_low_percent: 10, environment },
    service: { version: '1', started_at: '', certificate_ends_at: null },
  }

  it('sends only changes, and an emptied number as the default', () => {
    const values = settingsValues(settings)

    expect(settingsChange(settings, values)).to.deep.equal({})
    expect(settingsChange(settings, { ...values, storage_low_percent: '', trust_posture: '' })).to.deep.equal({
      storage_low_percent: 10,
      trust_posture: null,
    })
    expect(settingsChange(settings, { ...values, restore_policy: 'allow' })).to.deep.equal({ restore_policy: 'allow' })
  })

  it('has each environment setting in exactly one group', () => {
    const names = Object.values(environmentGroups).flat()

    expect(names).to.have.members(Object.keys(variables))
    expect(new Set(names).size).to.equal(names.length)
  })
})
