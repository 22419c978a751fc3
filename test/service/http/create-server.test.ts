import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'
import { expect } from 'chai'
import { type Server, type ServerOptions, createServer } from '../../../service/http/create-server.ts'
import { packAddressMs } from '../../../service/domain/repository/chunks/pack-address.ts'

describe('the connections of the HTTP server', () => {
  const open: { sockets: Socket[]; servers: Server[] } = { sockets: [], servers: [] }
  afterEach(() => {
    for (const socket of open.sockets.splice(0)) socket.destroy()
    for (const server of open.servers.splice(0)) server.close()
  })

  it('allow a slow pack upload, and outlive the pause between two requests', () => {
    const server = createServer(() => undefined)

    expect(server.requestTimeout).to.equal(packAddressMs)
    expect(server.headersTimeout).to.equal(20_000)
    expect(server.keepAliveTimeout).to.be.above(60_000)
  })

  it('are closed if the client does not read the response, and its source ends', async () => {
    const { port, ended } = await streaming({ stalledMs: 50 })
    const socket = connect(port)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'readable') // and nothing is read

    await ended
  })

  it('stay open while a response takes time', async () => {
    let answer: (() => void) | undefined
    const port = await listening((_req, res) => (answer = () => res.end('late')), { stalledMs: 20 })
    const quiet = connect(port)
    const waiting = connect(port)
    waiting.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(quiet, 'close') // a connection without requests was closed for its silence

    answer?.()
    const [heard] = (await once(waiting, 'data')) as [Buffer]

    expect(heard.toString()).to.match(/^HTTP\/1.1 200 OK[\s\S]*late$/)
  })

  it('of one address are limited to half of all, so that others can connect', async () => {
    const turnedAway: string[] = []
    const port = await listening((_req, res) => res.end('in'), {
      maxConnections: 4,
      onTurnedAway: (address) => turnedAway.push(address),
    })
    for (let held = 0; held < 2; held++) await answered(connect(port))

    const third = connect(port)
    third.on('error', () => undefined)
    await once(third, 'close')
    const other = connect(port, '127.0.0.2')

    expect(await answered(other)).to.match(/in$/)
    expect(turnedAway).to.deep.equal(['127.0.0.1'])
  })

  it('of a proxy are not limited as one address', async () => {
    const port = await listening((_req, res) => res.end('in'), {
      maxConnections: 4,
      isProxy: (address) => address.endsWith('127.0.0.1'),
    })

    for (let held = 0; held < 4; held++) expect(await answered(connect(port))).to.match(/in$/)
  })

  it('free their slots when they end', async () => {
    const port = await listening((_req, res) => res.end('in'), { maxConnections: 2 })

    for (let turn = 0; turn < 3; turn++) {
      const socket = connect(port)
      expect(await answered(socket)).to.match(/in$/)
      const [server] = open.servers
      const gone = new Promise<void>((resolve) => whenEmpty(server, resolve))
      socket.destroy()
      await gone
    }
  })

  function whenEmpty(server: Server | undefined, then: () => void) {
    server?.getConnections((_error, count) => (count === 0 ? then() : setImmediate(() => whenEmpty(server, then))))
  }

  async function listening(app: RequestListener, options: ServerOptions): Promise<number> {
    const server = createServer(app, options)
    open.servers.push(server)
    server.listen(0, '0.0.0.0')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  /** A server with an endless answer; `ended` resolves when it is no longer needed. */
  async function streaming(options: ServerOptions) {
    let end: () => void
    const ended = new Promise<void>((resolve) => (end = resolve))
    const port = await listening((_req, res) => {
      const more = () => {
        while (res.write(Buffer.alloc(2 ** 20)));
      }
      res.on('drain', more)
      res.on('close', end)
      more()
    }, options)
    return { port, ended }
  }

  function connect(port: number, from?: string): Socket {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress: from })
    socket.on('error', () => undefined)
    open.sockets.push(socket)
    return socket
  }

  async function answered(socket: Socket): Promise<string> {
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const [heard] = (await once(socket, 'data')) as [Buffer]
    return heard.toString()
  }
})
