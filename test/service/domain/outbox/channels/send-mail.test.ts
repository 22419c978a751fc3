import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { TLSSocket, createServer as createTlsServer } from 'node:tls'
import { expect } from 'chai'
import { type MailLimits, sendMail } from '../../../../../service/domain/outbox/channels/send-mail.ts'
import { makeCertificate } from '../../../../support/certificate.ts'

const certificate = makeCertificate()

type Security = 'tls' | 'starttls' | 'none'

/** Reads the commands of a session, with STARTTLS if it is asked for, and has the answers to others from `answer`. */
function serve(socket: Socket, security: Security, answer: (command: string, session: Socket) => string | null) {
  const listen = (session: Socket, isSecure: boolean) => {
    session.on('error', () => undefined)
    session.on('data', function handle(chunk: Buffer) {
      const command = chunk.toString('latin1')
      if (command.startsWith('EHLO') && !isSecure) return session.write('250-hello\r\n250 STARTTLS\r\n')
      if (!command.startsWith('STARTTLS')) return session.write(answer(command, session) ?? '')
      session.removeListener('data', handle)
      session.write('220 go on\r\n')
      return listen(new TLSSocket(session, { ...certificate, isServer: true }), true)
    })
  }
  listen(socket, security !== 'starttls')
  socket.write('220 mail.example.net ESMTP\r\n')
}

async function startServer(security: Security, answer: (command: string, session: Socket) => string | null) {
  const accept = (socket: Socket) => serve(socket, security, answer)
  const server = security === 'tls' ? createTlsServer(certificate, accept) : createServer(accept)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mailServer = {
    ...{ host: '127.0.0.1', port, security, caCertificates: certificate.cert },
    ...{ username: null, password: null, from: 'coffer@example.net' },
  }
  return { server, mailServer }
}

/** A mail server that stops reading at the command DATA, until `read` is called. */
async function startSlowServer(security: Security) {
  const stopped = Promise.withResolvers<Socket>()
  const { server, mailServer } = await startServer(security, (command, session) => {
    if (!command.includes('DATA\r\n')) return '250 ok\r\n'
    session.pause()
    stopped.resolve(session)
    return '354 go on\r\n'
  })
  return {
    mailServer,
    whenStopped: stopped.promise,
    close: () => server.close(),
    /** Reads what arrives until the connection is closed, and returns the message. */
    async read(): Promise<string> {
      const session = await stopped.promise
      const message: Buffer[] = []
      session.removeAllListeners('data').on('data', (chunk) => message.push(chunk))
      if (!session.closed) await new Promise((resolve) => session.once('close', resolve).resume())
      server.close()
      return Buffer.concat(message).toString('latin1')
    },
  }
}

/** Sends until the server has stopped at DATA. A slow machine needs longer than `answerMs` for the commands before it. */
async function sendUntilStopped(security: Security, limits: MailLimits) {
  const server = await startSlowServer(security)
  const sending = sendMail(server.mailServer, 'coffer.example.net', build(5_000), limits)
  const isStopped = await Promise.race([server.whenStopped.then(() => true), sending.then(() => false)])
  if (isStopped) return { server, sending }
  server.close()
  return sendUntilStopped(security, { ...limits, answerMs: 2 * limits.answerMs! })
}

const build = (lines: number) => () => ({
  to: [{ name: '', address: 'noc@example.net' }],
  text: 'x'.repeat(60).concat('\r\n').repeat(lines),
})

describe('a mail to a server that reads slowly', () => {
  for (const security of ['none', 'starttls', 'tls'] as const) {
    for (const end of ['its attempt ends', 'the server does not answer'] as const) {
      it(`is cut off when ${end} (${security})`, async () => {
        const isAborted = end === 'its attempt ends'
        const ending = new AbortController()
        const { server, sending } = await sendUntilStopped(security, {
          signal: ending.signal,
          ...(!isAborted && { answerMs: 200 }),
        })
        await wait(100) // for the buffers of both sides to fill
        if (isAborted) ending.abort()
        const { error } = await sending
        await wait(20) // for the end of the connection to arrive
        const message = await server.read()
        expect(error).not.to.equal(null)
        expect(message).not.to.include('\r\n.\r\n')
      })
    }
  }
})

describe('the connection of a mail', () => {
  const { signal } = new AbortController()

  for (const security of ['none', 'starttls', 'tls'] as const) {
    it(`is closed after the server refused it (${security})`, async () => {
      const { server, mailServer } = await startServer(security, (command) =>
        command.startsWith('RCPT') ? '550 no such user\r\n' : '250 ok\r\n',
      )
      const send = () => sendMail(mailServer, 'coffer.example.net', build(1), { signal })
      const open = () => readdirSync('/proc/self/fd').length
      await send()
      await wait(50)
      const before = open()
      for (let sent = 0; sent < 10; sent += 1) expect((await send()).isPermanent).to.equal(true)
      await wait(50) // for the ends of the connections to arrive
      expect(open()).to.be.at.most(before)
      server.close()
    })
  }

  it('ends with QUIT after the server accepted it', async () => {
    const quit = Promise.withResolvers<void>()
    let isMessage = false
    const { server, mailServer } = await startServer('tls', (command, session) => {
      if (command.startsWith('QUIT')) {
        quit.resolve()
        session.end('221 bye\r\n')
        return null
      }
      if (command.includes('DATA\r\n')) {
        isMessage = true
        return '354 go on\r\n'
      }
      if (isMessage && !command.endsWith('\r\n.\r\n')) return null
      isMessage = false
      return '250 ok\r\n'
    })
    expect((await sendMail(mailServer, 'coffer.example.net', build(1), { signal })).error).to.equal(null)
    await quit.promise
    server.close()
  })
})
