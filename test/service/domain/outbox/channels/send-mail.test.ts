import { once } from 'node:events'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { expect } from 'chai'
import { sendMail } from '../../../../../service/domain/outbox/channels/send-mail.ts'
import { makeCertificate } from '../../../../support/certificate.ts'

const certificate = makeCertificate()

/** A mail server that stops reading at the command DATA, until `read` is called. */
async function startSlowServer(security: 'tls' | 'none') {
  const stopped = Promise.withResolvers<Socket>()
  const serve = (socket: Socket) => {
    socket.on('error', () => undefined).write('220 mail.example.net ESMTP\r\n')
    socket.on('data', (chunk) => {
      socket.write(chunk.includes('DATA\r\n') ? '354 go on\r\n' : '250 ok\r\n')
      if (!chunk.includes('DATA\r\n')) return
      socket.pause()
      stopped.resolve(socket)
    })
  }
  const server = security === 'tls' ? createTlsServer(certificate, serve) : createServer(serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    whenStopped: stopped.promise,
    /** Reads what arrives until the connection is closed, and returns the message. */
    async read(): Promise<string> {
      const socket = await stopped.promise
      const message: Buffer[] = []
      socket.removeAllListeners('data').on('data', (chunk) => message.push(chunk))
      if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve).resume())
      server.close()
      return Buffer.concat(message).toString('latin1')
    },
  }
}

describe('a mail to a server that reads slowly', () => {
  for (const security of ['none', 'tls'] as const) {
    it(`is cut off when its attempt ends (${security})`, async () => {
      const server = await startSlowServer(security)
      const mailServer = {
        ...{ host: '127.0.0.1', port: server.port, security, caCertificates: certificate.cert },
        ...{ username: null, password: null, from: 'coffer@example.net' },
      }
      const build = () => ({
        to: [{ name: '', address: 'noc@example.net' }],
        text: 'x'.repeat(60).concat('\r\n').repeat(5_000),
      })
      const ending = new AbortController()

      const sending = sendMail(mailServer, 'coffer.example.net', build, { signal: ending.signal })
      await server.whenStopped
      await wait(100) // for the buffers of both sides to fill
      ending.abort()
      const { error } = await sending
      await wait(20) // for the end of the connection to arrive
      const message = await server.read()
      expect(error).not.to.equal(null)
      expect(message).not.to.include('\r\n.\r\n')
    })
  }
})
