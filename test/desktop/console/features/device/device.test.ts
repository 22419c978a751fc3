import { expect } from 'chai'
import { deviceCondition } from '../../../../../desktop/console/features/device/device-condition.ts'
import { mainFirst } from '../../../../../desktop/console/ui/lineage/main-first.ts'
import { effectiveSettings } from '../../../../../desktop/console/features/device/effective-settings.ts'
import { optionDefinition } from '../../../../../desktop/console/features/device/option-definition.ts'
import {
  cleanOptions,
  lostOptions,
  optionFields,
} from '../../../../../desktop/console/features/device/option-fields.ts'
import { messages } from '../../../../../desktop/console/features/device/form-messages.ts'
import { platforms } from '../../../../../shared/platforms/registry.ts'

describe('the device form', () => {
  it('has a control for every option of every platform, required ones first', () => {
    for (const { options } of platforms) {
      const fields = optionFields({ ...options })
      expect(fields.filter(({ kind }) => kind === 'json')).to.deep.equal([])
      expect(messages.en.option.of).to.include.all.keys(fields.map(({ name }) => name))
      expect(fields.map(({ required }) => required)).to.deep.equal(
        fields.map(({ required }) => required).toSorted((one, other) => Number(other) - Number(one)),
      )
    }
    const server = platforms.find(({ id }) => id === 'linux_server')!
    expect(optionFields({ ...server.options })[0]).to.deep.include({ name: 'paths', kind: 'lines', required: true })
  })

  it('omits empty options, and names the options that a device would lose', () => {
    const before = { ssh_port: 2222, verify_tls: false, artifacts: ['version'] }
    const after = { ssh_port: null, verify_tls: false, artifacts: [], vdom: '' }

    expect(cleanOptions(after)).to.deep.equal({ verify_tls: false })
    expect(lostOptions(before, after)).to.deep.equal(['ssh_port', 'artifacts'])
  })

  it('shows each kind of option in a control, and stores an empty one as not set', () => {
    const options = {
      properties: {
        sudo: { type: 'boolean', default: false },
        ssh_port: { type: 'integer', minimum: 1, maximum: 65_535 },
        paths: { type: 'array', items: { type: 'string' } },
        other: { type: 'object' },
      },
      required: ['paths'],
    }
    const fields = optionFields(options).map((field) => optionDefinition(field, (key) => key))
    const through = (name: string, typed: unknown) => {
      const { codec } = fields.find(({ key }) => key === `options.${name}`)!
      const stored = codec!.stored(typed)
      return [stored, codec!.shown(stored)]
    }

    expect(through('sudo', 'false')).to.deep.equal([false, 'false'])
    expect(through('sudo', '')).to.deep.equal([undefined, ''])
    expect(through('ssh_port', 2222)).to.deep.equal([2222, 2222])
    expect(through('paths', '/etc\n/srv')).to.deep.equal([['/etc', '/srv'], '/etc\n/srv'])
    expect(through('other', '{"a":1}')).to.deep.equal([{ a: 1 }, '{"a":1}'])
    expect(through('other', '{"a"')).to.deep.equal(['{"a"', '{"a"'])
    expect(fields.map(({ key, rules }) => [key, rules])).to.deep.equal([
      ['options.paths', { required: true }],
      ['options.sudo', { required: false }],
      ['options.other', { required: false }],
      ['options.ssh_port', { required: false, minimum: 1, maximum: 65_535 }],
    ])
  })

  it('names the level that each setting comes from', () => {
    const device = { schedule: '0 2 * * 1-5', staleness_hours: null, retry_attempts: 1, retry_delay_minutes: 10 }
    const retention = { tenant_id: null, device_id: null, keep_days: 730, keep_days_from: 'default' as const, keep_last: 5, keep_last_from: 'customer' as const, keep_days_pending: null, keep_last_pending: null } // prettier-ignore
    const clock = { now: new Date('2026-03-02T12:00:00Z'), timeZone: 'UTC' }
    const settings = (fields: Partial<typeof device> | { staleness_hours: number }) =>
      effectiveSettings({ ...device, ...fields }, { retention }, clock).map(({ key, value, from }) => [
        key,
        value,
        from,
      ])

    expect(settings({})).to.deep.equal([
      ['keepDays', 730, 'default'],
      ['keepLast', 5, 'customer'],
      ['stalenessHours', 108, 'schedule'], // one and a half times the weekend
      ['retryAttempts', 1, 'device'],
      ['retryDelay', 10, 'device'],
    ])
    expect(settings({ staleness_hours: 12 })).to.deep.include(['stalenessHours', 12, 'device'])
    expect(settings({ schedule: '' })).to.deep.include(['neverStale', null, 'schedule'])
  })
})

describe('the condition of a device', () => {
  const none = { suspicious: false, drifted: false }
  const both = { suspicious: true, drifted: true }

  it('is the most severe of its state and its findings', () => {
    expect(deviceCondition('unchanged', none)).to.equal('unchanged')
    expect(deviceCondition('changed', { suspicious: true, drifted: false })).to.equal('suspicious')
    expect(deviceCondition('stale', { suspicious: false, drifted: true })).to.equal('drifted')
    expect(deviceCondition('partial', both)).to.equal('suspicious')
    expect(deviceCondition('failed', both)).to.equal('failed')
    expect(deviceCondition('blocked', both)).to.equal('blocked')
  })

  it('remains the state of a device that is not backed up', () => {
    expect(deviceCondition('decommissioned', both)).to.equal('decommissioned')
    expect(deviceCondition('disabled', both)).to.equal('disabled')
  })
})

describe('the configurations of a device', () => {
  const lineage = (key: string) => ({ key }) as Parameters<typeof mainFirst>[0][number]
  const platform = { artifacts: [{ key: 'running-config' }, { key: 'version' }] } as Parameters<typeof mainFirst>[1]

  it('begin with the platform’s main artifact, and end with unknown ones', () => {
    const sorted = mainFirst(['inventory', 'version', 'running-config'].map(lineage), platform)

    expect(sorted.map(({ key }) => key)).to.deep.equal(['running-config', 'version', 'inventory'])
  })
})
