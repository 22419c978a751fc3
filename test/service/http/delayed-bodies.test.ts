import { once } from 'node:events'
import net from 'node:net'
import { expect } from 'chai'
import { type TestService, startTestService } from '../../support/service.ts'

const kib = 1024

describe('bodies that unverified senders delay', () => {
  let service: TestService
  let sockets: net.Socket[]
  beforeEach(async () => {
    service = await startTestService({ environment: { BKP_TRUST_PROXY: 'loopback' } })
    sockets = []
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await service.close()
  })

  /** Sends a login without its last bytes, from an address of its own. */
  async function withhold(sentBytes: number): Promise<net.Socket> {
    const { hostname, port } = new URL(service.url)
    const from = `10.${sockets.length >> 8}.${sockets.length & 255}.1`
    const socket = net.connect(Number(port), hostname)
    sockets.push(socket)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    const head = `Host: ${hostname}\r\nContent-Type: application/json\r\nX-Forwarded-For: ${from}`
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\n${head}\r\nContent-Length: ${8 * kib}\r\n\r\n${' '.repeat(sentBytes)}`,
    )
    return socket
  }

  it('block no login: when they fill the budget, the oldest are aborted', async () => {
    const email = 'honest@example.net'
    const password = 'a password of some length'
    const admin = await service.as('platform_admin')
    await admin.post('/api/users', { email, name: 'Honest', role: 'platform_operator', password })
    const full = 4096 * kib
    const each = 8 * kib - 8
    const count = Math.floor(full / each)
    let firstAnswer = ''
    const listen = (socket: net.Socket) => socket.once('data', (answer: Buffer) => (firstAnswer ||= answer.toString()))
    for (let sent = 0; sent < count; sent++) listen(await withhold(each))
    listen(await withhold(full - count * each))
    listen(await withhold(1))
    while (!firstAnswer) listen(await withhold(each)) // a slow machine has already ended the first ones
    expect(firstAnswer.slice(9, 12)).to.equal('503') // the budget is full

    const answers = await Promise.all(
      Array.from({ length: 3 }, () => service.anonymous.post('/api/auth/login', { email, password })),
    )

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200])
  })
})
