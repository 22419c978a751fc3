import { createRequire } from 'node:module'
import type { KnownBlock } from '@slack/types'
import type * as AdaptiveCards from 'adaptivecards'
import { expect } from 'chai'
import { buildMattermostMessage } from '../../../../../service/domain/outbox/channels/mattermost.ts'
import { buildNtfyMessage } from '../../../../../service/domain/outbox/channels/ntfy.ts'
import { buildSlackMessage } from '../../../../../service/domain/outbox/channels/slack.ts'
import { buildTeamsMessage } from '../../../../../service/domain/outbox/channels/teams.ts'
import { aNotification, hostileName } from '../../../../support/notification.ts'

/** The parser that Microsoft publishes; its modules resolve only as CommonJS. */
const cards: typeof AdaptiveCards = createRequire(import.meta.url)('adaptivecards/dist/adaptivecards.js')

const manyLines = Array.from({ length: 2_000 }, (_, at) => `Backup of ${'é'.repeat(200)}-${at} failed.`)
const flood = aNotification({
  title: 'x'.repeat(5_000),
  lines: manyLines,
  summaries: manyLines,
  customer: '&'.repeat(300),
})

/** Every text below a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

describe('a message for Slack', () => {
  // @slack/types are the types that Slack publishes: another shape does not compile.
  const blocksOf = (of = aNotification(), locale: 'en' | 'fr' = 'en'): KnownBlock[] => buildSlackMessage(of, locale).blocks // prettier-ignore

  it('has title, sentences, facts and link, and a text for notifications', () => {
    const { text } = buildSlackMessage(aNotification({ title: 'Backup failed' }), 'en')
    const texts = textsIn(blocksOf(aNotification({ title: 'Backup failed' })))

    expect(text).to.equal(':warning: Backup failed')
    expect(texts).to.include.members([
      'Backup failed',
      `Backup of ${hostileName} failed. The device refused the login.`,
      ':warning: Customer: Acme &amp; Sons · Severity: warning · Time: 28 Nov 2026, 10:27 UTC',
      '<https://coffer.example.net/runs/01980f3a-5c00-7000-8000-000000000010|Open in Coffer>',
    ])
  })

  it('writes names of devices only where Slack parses no markup', () => {
    const quoting = blocksOf(aNotification({ title: `${hostileName} failed` })).filter((block) =>
      JSON.stringify(block).includes('*1*'),
    )

    expect(quoting.map(({ type }) => type)).to.deep.equal(['header', 'rich_text'])
    expect(JSON.stringify(quoting[0])).to.include('plain_text').and.to.include('core_&lt;b&gt;')
  })

  it('stays within Slack’s limits', () => {
    const { text, blocks } = buildSlackMessage(flood, 'en')

    expect(blocks.length).to.be.at.most(50)
    for (const one of [text, ...textsIn(blocks)]) expect(one.length).to.be.at.most(3_000)
    expect(JSON.stringify(blocks)).to.match(/and 1,9\d\d more events/)
    const header = blocks.find(({ type }) => type === 'header')
    expect(textsIn(header).at(-1)?.length).to.be.at.most(150)
  })

  it('does not repeat a sentence that is the title', () => {
    const [line = ''] = aNotification().lines

    expect(textsIn(blocksOf(aNotification({ title: line }))).filter((text) => text.includes('refused'))).to.have.length(
      1,
    )
  })

  it('shows that an alert has ended, in French', () => {
    const { text, blocks } = buildSlackMessage(aNotification({ alert: { key: 'k', resolved: true } }), 'fr')

    expect(text).to.match(/^:white_check_mark:/)
    expect(textsIn(blocks).join('\n')).to.include('Gravité\u00a0: résolu').and.to.include('Ouvrir dans Coffer')
  })
})

describe('a message for Microsoft Teams', () => {
  it('is an Adaptive Card that Microsoft’s own parser accepts as version 1.4', () => {
    for (const one of [aNotification(), aNotification({ summaries: ['a\nb'] }), flood]) {
      const { attachments } = buildTeamsMessage(one, 'en')
      const context = new cards.SerializationContext(cards.Versions.v1_4)
      const card = new cards.AdaptiveCard()
      card.parse(attachments[0]!.content, context)
      const faults = Array.from({ length: context.eventCount }, (_, at) => context.getEventAt(at).message)

      expect([...faults, ...card.validateProperties().validationEvents.map(({ message }) => message)]).to.deep.equal([])
      expect(card.getItemCount()).to.be.at.least(3)
    }
  })

  it('is the envelope that a workflow expects', () => {
    const { type, attachments } = buildTeamsMessage(aNotification(), 'en')
    const [{ contentType, content } = {}] = attachments as { contentType?: string; content?: Record<string, unknown> }[]

    expect(type).to.equal('message')
    expect(contentType).to.equal('application/vnd.microsoft.card.adaptive')
    expect(content?.['actions']).to.deep.equal([
      { type: 'Action.OpenUrl', title: 'Open in Coffer', url: aNotification().link },
    ])
  })

  it('writes names of devices only as text runs, which are not parsed, and escapes facts', () => {
    const body = JSON.stringify(buildTeamsMessage(aNotification({ customer: '[x](https://evil.example)' }), 'en'))

    expect(body).to.include(JSON.stringify({ type: 'TextRun', text: aNotification().lines[0] }))
    expect(body).not.to.include('"TextBlock"')
    expect(body).to.include(JSON.stringify('\\[x\\]\\(https://evil.example\\)'))
  })

  it('stays below 28 KB', () => {
    const body = JSON.stringify(buildTeamsMessage(flood, 'en'))

    expect(Buffer.byteLength(body)).to.be.below(28 * 1024)
    expect(body).to.include('more events')
  })
})

describe('a message for Mattermost', () => {
  it('is an attachment with title, link, sentences and facts', () => {
    const body = buildMattermostMessage(aNotification({ title: 'Backup failed' }), { channel: 'noc' }, 'en')
    const [attachment] = body.attachments

    expect(body).to.have.all.keys('channel', 'attachments').and.to.have.property('channel', 'noc')
    expect(attachment).to.deep.include({
      fallback: 'Backup failed',
      title: 'Backup failed',
      title_link: aNotification().link,
      color: '#c77800',
    })
    expect(attachment?.fields[0]).to.deep.equal({ short: true, title: 'Customer', value: 'Acme & Sons' })
  })

  it('neither mentions users nor formats the names of devices', () => {
    const { attachments } = buildMattermostMessage(
      aNotification({ summaries: ['``` @channel'] }),
      { channel: null },
      'en',
    )
    const text = attachments[0]!.text

    expect(text)
      .to.include('core\\_\\<b\\>\\*1\\*')
      .and.not.to.match(/@(all|channel)/)
    expect(text.match(/```/g)).to.have.length(2)
  })

  it('stays within the size of a post', () => {
    const body = buildMattermostMessage(flood, { channel: null }, 'en')

    expect(JSON.stringify(body).length).to.be.below(16_383)
  })
})

describe('a message for ntfy', () => {
  it('has topic, title, text, priority, tags and click', () => {
    const message = buildNtfyMessage(aNotification({ title: 'Backup failed', lines: ['One.'] }), 'a-topic', 'en')

    expect(message).to.deep.equal({
      topic: 'a-topic',
      title: 'Backup failed',
      message: 'One.\nCustomer: Acme & Sons\nSeverity: warning\nTime: 28 Nov 2026, 10:27 UTC',
      priority: 4,
      tags: ['warning', 'Acme & Sons'],
      click: 'https://coffer.example.net/runs/01980f3a-5c00-7000-8000-000000000010',
    })
  })

  it('stays within 4096 bytes, without half a character', () => {
    const { message } = buildNtfyMessage(flood, 'a-topic', 'en')
    const { message: single } = buildNtfyMessage(aNotification({ lines: ['é'.repeat(5_000)] }), 'a-topic', 'en')

    for (const text of [message, single]) {
      expect(Buffer.byteLength(text)).to.be.at.most(4_096)
      expect(text).not.to.include('\uFFFD')
    }
  })

  it('raises the priority with the severity', () => {
    const priorities = (['info', 'warning', 'critical'] as const).map((severity) => {
      return buildNtfyMessage(aNotification({ severity }), 't', 'en').priority
    })
    const { priority } = buildNtfyMessage(aNotification({ severity: 'critical', alert: { key: 'k', resolved: true } }), 't', 'en') // prettier-ignore

    expect(priorities).to.deep.equal([3, 4, 5])
    expect(priority).to.equal(3)
  })
})
