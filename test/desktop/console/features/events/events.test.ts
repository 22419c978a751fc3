import { expect } from 'chai'
import type { LiveEvent } from '../../../../../desktop/console/client/follow-events.ts'
import { detailOf } from '../../../../../desktop/console/features/events/event-detail.ts'
import { eventTypes } from '../../../../../desktop/console/ui/events/event-groups.ts'
import { eventRoute } from '../../../../../shared/events/event-route.ts'
import { eventMessages } from '../../../../../desktop/console/ui/events/messages.ts'
import contract from '../../../../../shared/contract/openapi.json' with { type: 'json' }

const device = { id: 'd', name: 'core-1', site: '', platform: 'netco_iosxe', tags: [] }
const event = (fields: object) =>
  ({ id: 'e', type: 'agent.offline', severity: 'warning', at: '', tenant_id: null, device: null, agent: null, data: {}, ...fields }) as LiveEvent // prettier-ignore

describe('an event in the console', () => {
  it('has a text for every type of the contract', () => {
    const { enum: types } = contract.components.schemas.EventType
    const texts = eventMessages.en.event as Record<string, Record<string, string>>
    const textOf = (type: string) => texts[type.split('.')[0]!]?.[type.split('.')[1]!]

    expect(eventTypes.toSorted()).to.deep.equal(types.toSorted())
    expect(types.filter((type) => !textOf(type))).to.deep.equal([])
  })

  it('links to its object', () => {
    const places = [
      event({ type: 'run.failed', device, data: { run_id: 'r' } }),
      event({ type: 'device.stale', device }),
      event({ type: 'version.written', device, data: { version_id: 'v', run_id: 'r' } }),
      event({ type: 'fingerprint.changed', device, data: { fingerprint_id: 'f' } }),
      event({ type: 'restore.state', device, data: { run_id: 'r', version_id: 'v' } }),
      event({ agent: { id: 'a', name: 'ghent' } }),
      event({ type: 'webhook.disabled', data: { webhook_id: 'w' } }),
      event({ type: 'notification_channel.disabled', data: { channel_id: 'c' } }),
      event({ type: 'report.frozen', data: { day: '2026-03-12' } }),
      event({ type: 'integrity.damaged', data: { what: 'pack' } }),
      event({ type: 'settings.changed' }),
    ].map(eventRoute)

    expect(places).to.deep.equal([
      '/runs/r',
      '/devices/d',
      '/versions/v',
      '/trust?id=f',
      '/restore/r',
      '/agents/a',
      '/notification-channels/w',
      '/notification-channels/c',
      '/reports?day=2026-03-12',
      '/storage',
      '/settings',
    ])
  })

  it('shows its details without ids', () => {
    const written = { version_id: 'v', artifact_id: 'a', key: 'running-config', added: 2, removed: 1, first: false }

    const say = (of: string, state: string) => `${of} ${state}`

    expect(detailOf(event({ data: written }), say)).to.equal('running-config · +2 −1')
    expect(detailOf(event({ data: { host: '192.0.2.1', port: 22, fingerprint_id: 'f' } }), say)).to.equal(
      '192.0.2.1:22',
    )
    expect(detailOf(event({ data: { status: 'running', version_id: 'v' } }), say)).to.equal('runStatus running')
    expect(detailOf(event({ data: { task: 'sweep' } }), say)).to.equal('task sweep')
    expect(detailOf(event({}), say)).to.equal('')
  })
})
