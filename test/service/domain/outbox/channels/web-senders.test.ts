import { expect } from 'chai'
import { openSender } from '../../../../../service/domain/outbox/channels/open-sender.ts'
import type { ChannelFields } from '../../../../../service/domain/outbox/channels/channel-settings.ts'
import { createOutboundClient, checkAddressFor } from '../../../../../service/outbound/create-outbound-client.ts'
import { aNotification, senderDependencies } from '../../../../support/notification.ts'

const hook = 'https://hooks.example.net/services/T0/B0/secret'
const channels: ChannelFields[] = [
  { kind: 'slack', settings: {}, secrets: { url: hook } },
  { kind: 'teams', settings: {}, secrets: { url: hook } },
  { kind: 'mattermost', settings: { channel: null }, secrets: { url: hook } },
  { kind: 'pagerduty', settings: { region: 'eu' }, secrets: { routingKey: 'e93facc04764012d7bfb002500d5d1a6' } },
  { kind: 'ntfy', settings: { server: 'https://ntfy.example.net' }, secrets: { topic: 'topic', token: 'tk_1' } },
  { kind: 'http', settings: { method: 'PUT', contentType: 'application/json', template: '{"t":"{{title}}"}' }, secrets: { url: hook, headers: { 'x-api-key': 'secret' } } }, // prettier-ignore
]
const slack = channels[0]!

describe('a sender over HTTP', () => {
  it('sends each kind to its address with its headers', async () => {
    const dependencies = senderDependencies()

    for (const channel of channels) {
      const result = await openSender(dependencies, channel)(aNotification())
      expect(result, channel.kind).to.deep.equal({ status: 200, error: null })
    }

    const { requests } = dependencies
    for (const { body } of requests) expect(JSON.parse(String(body))).to.be.an('object')
    expect(requests.map(({ method, url }) => `${method} ${url}`)).to.deep.equal([
      `POST ${hook}`,
      `POST ${hook}`,
      `POST ${hook}`,
      'POST https://events.eu.pagerduty.com/v2/enqueue',
      'POST https://ntfy.example.net',
      `PUT ${hook}`,
    ])
    expect(requests[4]?.headers).to.include({ authorization: 'Bearer tk_1' })
    expect(requests[5]?.headers).to.include({ 'x-api-key': 'secret', 'x-coffer-delivery': aNotification().id })
  })

  it('sends the same body in each attempt', async () => {
    const dependencies = senderDependencies()

    for (const channel of channels) {
      await openSender(dependencies, channel)(aNotification())
      await openSender(dependencies, channel)(aNotification())
      const [first, second] = dependencies.requests.slice(-2)
      expect(first?.body, channel.kind).to.equal(second?.body)
    }
  })

  it('reports how long a receiver asks it to wait', async () => {
    const errorWith = async (status: number, headers: object) => {
      return (await openSender(senderDependencies({}, { status, headers: { ...headers } }), slack)(aNotification())).error // prettier-ignore
    }
    const limited = (wait: number) => ({ code: 'delivery_rate_limited', params: { host: 'hooks.example.net', wait } })

    expect(await errorWith(429, { 'retry-after': '30' })).to.deep.equal(limited(30))
    expect(await errorWith(429, { 'retry-after': 'Sat, 28 Nov 2026 10:28:30 GMT' })).to.deep.equal(limited(90))
    expect(await errorWith(429, { 'x-ratelimit-reset': '7' })).to.deep.equal(limited(7))
    expect(await errorWith(429, {})).to.deep.equal(limited(60))
    expect(await errorWith(429, { 'retry-after': '999999' })).to.deep.equal(limited(3600))
    expect(await errorWith(503, { 'retry-after': '5' })).to.deep.equal(limited(5))
    expect(await errorWith(503, {})).to.deep.include({ code: 'delivery_rejected' })
    expect(await errorWith(302, {})).to.deep.equal({ code: 'delivery_rejected', params: { status: 302, redirect: 'yes' } }) // prettier-ignore
  })

  it('does not contact forbidden addresses, and quotes nothing of a secret address', async () => {
    const outgoing = createOutboundClient({ checkAddress: checkAddressFor(false) })
    const secrets = { url: 'http://127.0.0.1:9/services/secret' }

    const { status, error } = await openSender(senderDependencies({ outgoing }), { kind: 'slack', settings: {}, secrets })(aNotification()) // prettier-ignore

    expect(status).to.equal(null)
    expect(error).to.deep.equal({ code: 'address_not_allowed', params: { host: '127.0.0.1:9', reason: 'own_host' } })
  })

  it('does not send a template that is no JSON', async () => {
    const dependencies = senderDependencies()
    const settings = { method: 'POST', contentType: 'application/json', template: '{{title}}' } as const

    const { error } = await openSender(dependencies, { kind: 'http', settings, secrets: { url: hook, headers: {} } })(aNotification()) // prettier-ignore

    expect(error?.code).to.equal('template_not_json')
    expect(dependencies.requests).to.deep.equal([])
  })
})
