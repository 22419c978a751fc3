import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { eventGroups, groupsFor, reachesSeverity } from '../../../../../desktop/console/ui/events/event-groups.ts'
import { verifyExamples } from '../../../../../desktop/console/features/webhooks/verify-examples.ts'
import {
  type Delivery,
  type Webhook,
  byNeed,
  stopsAt,
  subjectOf,
  webhookState,
} from '../../../../../desktop/console/features/webhooks/webhook-state.ts'
import { bodyOf, listOf, newSecret, valuesOf } from '../../../../../desktop/console/features/webhooks/webhook-values.ts'

const root = path.join(import.meta.dirname, '../../../../..')

const webhook = (fields: Partial<Webhook> = {}): Webhook => ({
  id: 'one',
  tenant_id: null,
  name: 'on call',
  host: 'hooks.example.net',
  header_names: [],
  role: 'platform_admin',
  events: [],
  min_severity: 'info',
  sites: [],
  tags: [],
  platforms: [],
  digest_minutes: 0,
  enabled: true,
  failing_since: null,
  disabled_reason: null,
  disabled_reason_code: null,
  disabled_reason_params: {},
  created_at: '2026-03-01T08:00:00Z',
  ...fields,
})

describe('the event types of a webhook', () => {
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

describe('the state of a webhook', () => {
  const since = '2026-03-01T08:00:00.000Z'

  it('distinguishes disabled by the service from disabled by a user', () => {
    expect(webhookState(webhook())).to.equal('well')
    expect(webhookState(webhook({ failing_since: since }))).to.equal('failing')
    expect(webhookState(webhook({ enabled: false, failing_since: since, disabled_reason: 'nothing' }))).to.equal(
      'stopped',
    )
    expect(webhookState(webhook({ enabled: false }))).to.equal('off')
  })

  it('sorts webhooks that need attention first', () => {
    const all = [
      webhook({ name: 'b' }),
      webhook({ name: 'a' }),
      webhook({ name: 'c', failing_since: since }),
      webhook({ name: 'd', enabled: false, disabled_reason: 'nothing' }),
    ]

    expect(byNeed(all).map(({ name }) => name)).to.deep.equal(['d', 'c', 'a', 'b'])
  })

  it('shows when the service will disable a failing webhook: a day after the first failure', () => {
    expect(stopsAt(webhook({ failing_since: since }))).to.equal('2026-03-02T08:00:00.000Z')
    expect(stopsAt(webhook())).to.equal(null)
  })
})

describe('a webhook delivery', () => {
  const delivery = (events: object[]) => ({ events }) as unknown as Delivery

  it('names the device or agent of its first event, and the number of others', () => {
    const failed = { type: 'run.failed', device: { name: 'core-1' }, agent: null }
    const silent = { type: 'agent.offline', device: null, agent: { name: 'antwerp' } }

    expect(subjectOf(delivery([failed, silent]))).to.deep.equal({ type: 'run.failed', about: 'core-1', more: 1 })
    expect(subjectOf(delivery([silent]))).to.deep.equal({ type: 'agent.offline', about: 'antwerp', more: 0 })
    expect(subjectOf(delivery([]))).to.deep.equal({ type: '', about: '', more: 0 })
  })
})

describe('the webhook form', () => {
  it('omits address and secret if they were not changed', () => {
    const known = webhook({ sites: ['Ghent depot', 'Antwerp'], tags: ['core'], digest_minutes: 60 })

    const body = bodyOf(valuesOf(known, ''))

    expect(body).to.deep.equal({
      name: 'on call',
      events: [],
      min_severity: 'info',
      sites: ['Ghent depot', 'Antwerp'],
      tags: ['core'],
      platforms: [],
      digest_minutes: 60,
    })
    expect(bodyOf({ ...valuesOf(known, ''), url: ' https://x.example ', secret: 'a new one' })).to.include({
      url: 'https://x.example',
      secret: 'a new one',
    })
  })

  it('sends changed headers, without the value of a stored one', () => {
    const known = valuesOf(webhook({ header_names: ['Authorization', 'X-Team'] }), '')

    expect(known.headers).to.equal('Authorization:\nX-Team:')
    expect(bodyOf(known)).to.not.have.property('headers')
    expect(bodyOf({ ...known, headers: 'Authorization:\n\nX-Url: https://a.example:8443 ' }).headers).to.deep.equal([
      { name: 'Authorization' },
      { name: 'X-Url', value: 'https://a.example:8443' },
    ])
  })

  it('accepts names separated by commas, each once', () => {
    expect(listOf(' Ghent depot,core ,, core')).to.deep.equal(['Ghent depot', 'core'])
  })

  it('generates a secret of 32 bytes', () => {
    expect(newSecret((length) => new Uint8Array(length).fill(10))).to.equal('0a'.repeat(32))
  })
})

describe('the signature examples of the webhook page', () => {
  it('are those of docs/events.md, which a test runs', () => {
    const page = fs.readFileSync(path.join(root, 'docs/events.md'), 'utf8')

    for (const example of Object.values(verifyExamples)) expect(page).to.include(example)
  })
})
