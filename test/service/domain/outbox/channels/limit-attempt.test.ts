import net, { type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect } from 'chai'
import { limitAttempt } from '../../../../../service/domain/outbox/channels/limit-attempt.ts'
import { createSyslogSender } from '../../../../../service/domain/outbox/channels/syslog.ts'
import type { OutboundClient } from '../../../../../service/outbound/outbound-client.ts'
import { aNotification, senderDependencies } from '../../../../support/notification.ts'

describe('an attempt', () => {
  const settings = { transport: 'tcp', facility: 16, caCertificates: null, clientCertificate: null } as const
  const notification = aNotification({ lines: Array.from({ length: 9_000 }, () => 'x'.repeat(1_900)) })

  function findsAddresses(...addresses: string[]): OutboundClient {
    const { outgoing } = senderDependencies()
    return Object.assign(outgoing, {
      findAddresses: () => Promise.resolve(addresses.map((address) => ({ address, family: 4 }))),
    })
  }

  it('ends at its limit and closes the connection, although the receiver sends bytes without reading any', async () => {
    const receiver = net.createServer({ pauseOnConnect: true })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const closed = once(receiver, 'connection').then(([socket]: net.Socket[]) => {
      socket!.on('error', () => undefined)
      const bytes = setInterval(() => socket!.write('x'), 20)
      return once(socket!.resume(), 'close').then(() => clearInterval(bytes))
    })
    const outgoing = findsAddresses('127.0.0.1')

    const result = await limitAttempt(
      'siem',
      (signal) =>
        createSyslogSender(senderDependencies({ outgoing, signal }), { ...settings, host: 'siem', port }, { clientKey: null })(notification), // prettier-ignore
      100,
    )

    expect(result.error).to.deep.equal({ code: 'outbound_timed_out', params: { host: 'siem', timeout: 0.1 } })
    await closed
    receiver.close()
  })

  it('goes to the next address of the receiver if the first refuses', async () => {
    const receiver = net.createServer((socket) => socket.resume())
    receiver.listen(0, '127.0.0.2')
    await once(receiver, 'listening')
    const { port } = receiver.address() as AddressInfo
    const outgoing = findsAddresses('127.0.0.1', '127.0.0.2')

    const send = createSyslogSender(senderDependencies({ outgoing }), { ...settings, host: 'siem', port }, { clientKey: null }) // prettier-ignore

    expect(await send(aNotification())).to.deep.equal({ status: null, error: null })
    receiver.close()
  })
})
