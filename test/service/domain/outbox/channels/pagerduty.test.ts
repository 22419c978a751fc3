import type { EventPayloadV2 } from '@pagerduty/pdjs/build/src/events.js'
import { expect } from 'chai'
import { buildPagerdutyEvent } from '../../../../../service/domain/outbox/channels/pagerduty.ts'
import { aNotification, hostileName } from '../../../../support/notification.ts'

const key = 'e93facc04764012d7bfb002500d5d1a6'
const build = (fields = {}) =>
  buildPagerdutyEvent(aNotification(fields), key, { locale: 'en', hostname: 'coffer.example.net' })

/** The client that PagerDuty publishes has the type of an event: another shape does not compile. */
function trigger(fields: object): EventPayloadV2 {
  const event = build(fields)
  if (event.event_action !== 'trigger') throw new Error('not triggered')
  return event
}

describe('an event for PagerDuty', () => {
  it('triggers an incident with the fields of the common event format', () => {
    expect(build({ title: 'Backup failed' })).to.deep.equal({
      routing_key: key,
      event_action: 'trigger',
      dedup_key: aNotification().id,
      client: 'Coffer',
      client_url: aNotification().link,
      links: [{ href: aNotification().link, text: 'Open in Coffer' }],
      payload: {
        summary: 'Acme & Sons: Backup failed',
        source: 'coffer.example.net',
        severity: 'warning',
        timestamp: '2026-11-28T10:27:00.000Z',
        component: hostileName,
        group: 'Acme & Sons',
        class: 'run.failed',
        custom_details: { kind: 'event', events: aNotification().lines },
      },
    })
  })

  it('resolves the incident that the beginning of the alert triggered', () => {
    const opened = build({ alert: { key: 'device-stale:1', resolved: false } })
    const closed = build({ alert: { key: 'device-stale:1', resolved: true } })

    expect(opened).to.include({ event_action: 'trigger', dedup_key: 'device-stale:1' })
    expect(closed).to.deep.equal({ routing_key: key, event_action: 'resolve', dedup_key: 'device-stale:1' })
  })

  it('stays within PagerDuty’s limits', () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `Backup of ${'é'.repeat(100)}-${at} failed.`)
    const event = trigger({ title: 'x'.repeat(2_000), lines, summaries: lines, alert: { key: 'k'.repeat(300), resolved: false } }) // prettier-ignore

    expect(event.payload.summary.length).to.equal(1_024)
    expect(event.dedup_key?.length).to.be.at.most(255)
    expect(Buffer.byteLength(JSON.stringify(event))).to.be.below(512 * 1024)
  })
})
