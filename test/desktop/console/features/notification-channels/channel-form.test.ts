import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { eventGroups, groupsFor, reachesSeverity } from '../../../../../desktop/console/ui/events/event-groups.ts'
import { verifyExamples } from '../../../../../desktop/console/features/notification-channels/verify-examples.ts'
import {
  type Delivery,
  type Channel,
  byNeed,
  channelState,
  stopsAt,
  subjectOf,
  wholeGroups,
} from '../../../../../desktop/console/features/notification-channels/channel-state.ts'
import {
  bodyOf,
  listOf,
  newSecret,
  valuesOf,
} from '../../../../../desktop/console/features/notification-channels/channel-values.ts'

const root = path.join(import.meta.dirname, '../../../../..')

const channel = (fields: Partial<Channel> = {}): Channel => ({
  id: 'one',
  tenant_id: null,
  name: 'on call',
  kind: 'webhook',
  destination: 'hooks.example.net',
  settings: {},
  header_names: [],
  role: 'platform_admin',
  rules: [{}],
  language: 'en',
  include_summaries: false,
  digest_minutes: 0,
  quiet_hours: null,
  escalation: null,
  enabled: true,
  failing_since: null,
  disabled_reason: null,
  disabled_reason_code: null,
  disabled_reason_params: {},
  created_at: '2026-03-01T08:00:00Z',
  ...fields,
})

const usual = { tenant: '', language: 'en' as const, timeZone: 'Europe/Brussels' }

describe('the event types of a channel', () => {
  const grouped = eventGroups.flatMap(({ events }) => Object.keys(events))

  it('are those of the contract, each once', () => {
    const contract = JSON.parse(fs.readFileSync(path.join(root, 'shared/contract/openapi.json'), 'utf8'))

    expect(grouped.toSorted()).to.deep.equal(contract.components.schemas.EventType.enum.toSorted())
  })

  it('have the severities of docs/events.md', () => {
    const rows = [...fs.readFileSync(path.join(root, 'docs/events.md'), 'utf8').matchAll(/^\| `([\w.]+)` +\| ([\w ]+?) +\|/gm)] // prettier-ignore
    const documented = Object.fromEntries(rows.map(([, type, severity]) => [type, severity]))

    for (const { events } of eventGroups) {
      for (const [type, severity] of Object.entries(events)) {
        expect(documented[type], type).to.be.oneOf([severity, 'by state'])
      }
    }
  })

  it('include installation events only for users who can manage them', () => {
    const names = (who: Parameters<typeof groupsFor>[0]) => groupsFor(who).map(({ name }) => name)

    expect(names({ isOfTenant: false, mayManage: true })).to.include('installation')
    expect(names({ isOfTenant: true, mayManage: true })).to.not.include('installation')
    expect(names({ isOfTenant: false, mayManage: false })).to.not.include('installation')
  })

  it('are selected by minimum severity', () => {
    expect(reachesSeverity('info', 'warning')).to.equal(false)
    expect(reachesSeverity('critical', 'warning')).to.equal(true)
  })
})

describe('the state of a channel', () => {
  const since = '2026-03-01T08:00:00.000Z'

  it('distinguishes disabled by the service from disabled by a user', () => {
    expect(channelState(channel())).to.equal('well')
    expect(channelState(channel({ failing_since: since }))).to.equal('failing')
    expect(channelState(channel({ enabled: false, failing_since: since, disabled_reason: 'nothing' }))).to.equal(
      'stopped',
    )
    expect(channelState(channel({ enabled: false }))).to.equal('off')
  })

  it('sorts channels that need attention first', () => {
    const all = [
      channel({ name: 'b' }),
      channel({ name: 'a' }),
      channel({ name: 'c', failing_since: since }),
      channel({ name: 'd', enabled: false, disabled_reason: 'nothing' }),
    ]

    expect(byNeed(all).map(({ name }) => name)).to.deep.equal(['d', 'c', 'a', 'b'])
  })

  it('shows when the service will disable a failing channel: after a week, a webhook after a day', () => {
    expect(stopsAt(channel({ failing_since: since }))).to.equal('2026-03-02T08:00:00.000Z')
    expect(stopsAt(channel({ kind: 'slack', failing_since: since }))).to.equal('2026-03-08T08:00:00.000Z')
    expect(stopsAt(channel())).to.equal(null)
  })
})

describe('a delivery', () => {
  const delivery = (events: object[]) => ({ events }) as unknown as Delivery

  it('names the device or agent of its first event, and the number of others', () => {
    const failed = { type: 'run.failed', device: { name: 'core-1' }, agent: null }
    const silent = { type: 'agent.offline', device: null, agent: { name: 'antwerp' } }

    expect(subjectOf(delivery([failed, silent]))).to.deep.equal({ type: 'run.failed', about: 'core-1', more: 1 })
    expect(subjectOf(delivery([silent]))).to.deep.equal({ type: 'agent.offline', about: 'antwerp', more: 0 })
    expect(subjectOf(delivery([]))).to.deep.equal({ type: '', about: '', more: 0 })
  })
})

describe('the rules of a channel in words', () => {
  it('name a group of which every event is chosen', () => {
    const [runs] = eventGroups
    const all = Object.keys(runs.events) as (keyof typeof runs.events)[]

    expect(wholeGroups([...all, 'device.stale'])).to.deep.equal({ groups: ['runs'], others: ['device.stale'] })
    expect(wholeGroups(['run.failed'])).to.deep.equal({ groups: [], others: ['run.failed'] })
  })
})

describe('the channel form', () => {
  it('sends the destination of the chosen kind only', () => {
    const values = { ...valuesOf(undefined, usual), kind: 'mail' as const, name: ' night ' }
    values.mail.to = 'a@example.net\nb@example.net, a@example.net'
    values.slack.url = 'https://hooks.example.net/x'

    expect(bodyOf(values)).to.deep.equal({
      name: 'night',
      mail: { to: ['a@example.net', 'b@example.net'], roles: [] },
      language: 'en',
      rules: [{ events: [], min_severity: 'warning', customers: [], sites: [], tags: [], platforms: [] }],
      digest_minutes: 0,
      include_summaries: false,
      quiet_hours: null,
      escalation: null,
    })
  })

  it('omits secrets if they were not changed', () => {
    const known = channel({ kind: 'ntfy', settings: { server: 'https://ntfy.example.net' } })
    const values = valuesOf(known, usual)

    expect(bodyOf(values)).to.deep.include({ ntfy: { server: 'https://ntfy.example.net' } })
    values.ntfy.removesToken = true
    expect(bodyOf(values)).to.deep.include({ ntfy: { server: 'https://ntfy.example.net', token: null } })
    expect(bodyOf(valuesOf(channel(), usual))).to.deep.include({ webhook: {} })
  })

  it('has every setting, rule and time of a stored channel', () => {
    const settings = {
      ...{
        host: 'nms.example.net',
        port: 162,
        version: '3',
        type: 'inform',
        enterprise_number: 32_473,
        username: 'coffer',
      },
      ...{ auth_protocol: 'sha256', priv_protocol: null },
    }
    const rule = { events: ['run.failed' as const], min_severity: 'critical' as const, customers: ['c'], sites: ['Ghent depot'], tags: ['core'], platforms: [] } // prettier-ignore
    const quiet_hours = { time_zone: 'Europe/Paris', from: '21:00', to: '06:00', days: ['mon' as const], min_severity: 'warning' as const } // prettier-ignore
    const escalation = { after_minutes: 5, channel_id: 'two', min_severity: 'critical' as const }
    const known = channel({ kind: 'snmp', settings, rules: [rule], quiet_hours, escalation })

    const body = bodyOf(valuesOf(known, usual))

    expect(body).to.deep.include({ snmp: settings, rules: [rule], quiet_hours, escalation })
  })

  it('sends no certificate over plain text', () => {
    const settings = { host: 'log', port: 514, transport: 'udp', facility: 16, ca_certificates: 'PEM', client_certificate: null } // prettier-ignore

    expect(bodyOf(valuesOf(channel({ kind: 'syslog', settings }), usual))).to.deep.include({
      syslog: { ...settings, ca_certificates: null },
    })
  })

  it('sends changed headers, without the value of a stored one', () => {
    const known = valuesOf(channel({ header_names: ['Authorization', 'X-Team'] }), usual)

    expect(known.webhook.headers).to.equal('Authorization:\nX-Team:')
    known.webhook.headers = 'Authorization:\n\nX-Url: https://a.example:8443 '
    expect(bodyOf(known)).to.deep.include({
      webhook: { headers: [{ name: 'Authorization' }, { name: 'X-Url', value: 'https://a.example:8443' }] },
    })
  })

  it('accepts names separated by commas, each once', () => {
    expect(listOf(' Ghent depot,core ,, core')).to.deep.equal(['Ghent depot', 'core'])
  })

  it('generates a secret of 32 bytes', () => {
    expect(newSecret((length) => new Uint8Array(length).fill(10))).to.equal('0a'.repeat(32))
  })
})

describe('the signature examples of the page of a webhook', () => {
  it('are those of docs/events.md, which a test runs', () => {
    const page = fs.readFileSync(path.join(root, 'docs/events.md'), 'utf8')

    for (const example of Object.values(verifyExamples)) expect(page).to.include(example)
  })
})
