import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { openSsh } from '../../../agent/sessions/ssh.ts'
import { startIosSimulator } from '../../support/ios-simulator.ts'
import { targetOf } from '../../support/open-simulator.ts'
import { failureOf } from '../../support/failure-of.ts'
import { startRawServer } from './raw-server.ts'

const timeouts = { connectMs: 5_000, handshakeMs: 4_000, loginMs: 10_000, channelMs: 5_000, graceMs: 100 }
const { signal } = new AbortController()

describe('the first bytes of an SSH server', () => {
  const servers: { end(): Promise<void> }[] = []

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.end()
  })

  async function failureAt(serve: (socket: Socket) => void) {
    const server = await startRawServer(serve)
    servers.push(server)
    return failureOf(openSsh(targetOf(server, { timeouts }), signal))
  }

  const telnet = Buffer.from([0xff, 0xfb, 0x01, 0xff, 0xfb, 0x03, 0xff, 0xfd, 0x18])
  const foreign: Record<string, [(socket: Socket) => void, string]> = {
    'a telnet server, by its negotiation': [
      (socket) => socket.write(Buffer.concat([telnet, Buffer.from('\r\nUser Access Verification\r\n\r\nUsername: ')])),
      'a telnet server: “User Access Verification ⏎ Username:”',
    ],
    'a telnet server that negotiates nothing': [
      (socket) => socket.write('\r\nrouter login: '),
      'a login prompt without SSH, as of telnet or a console server: “router login:”',
    ],
    'an HTTP server that speaks first': [
      (socket) => socket.write('HTTP/1.1 503 Service Unavailable\r\n'),
      'an HTTP server: “HTTP/1.1 503 Service Unavailable”',
    ],
    'an HTTP server that is asked in another language': [
      (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
      'an HTTP server: “HTTP/1.1 400 Bad Request”',
    ],
    'SSH 1': [(socket) => socket.write('SSH-1.5-Cisco-1.25\n'), 'an SSH 1 server: SSH-1.5-Cisco-1.25'],
    'a TLS server': [
      (socket) => socket.once('data', () => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 10]))),
      'a TLS server',
    ],
    'an FTP server': [(socket) => socket.write('220 FTP ready\r\n'), 'an FTP or mail server: “220 FTP ready”'],
    'a silent port': [() => undefined, 'an open port that sent nothing'],
    'a greeting without an end': [
      (socket) => socket.write(`${'endless greeting\r\n'.repeat(200_000)}SSH-2.0-x\r\n`),
      '65536 bytes that are not SSH: “',
    ],
    'what forges lines': [
      (socket) => socket.end('nothing\u0007 here\r\nwarn: \u001b[31mred\r\n'),
      '31 bytes that are not SSH: “nothing here ⏎ warn: [31mred”',
    ],
  }
  for (const [name, [serve, seen]] of Object.entries(foreign)) {
    it(`identify ${name}`, async () => {
      const failure = await failureAt(serve)

      expect(failure).to.include({ code: 'protocol_error' })
      expect(failure).to.have.nested.property('expected.code', 'expected_ssh_server')
      expect(failure.message).to.contain(`Seen: ${seen}`)
      expect(failure).to.not.have.nested.property('advice.code', 'advice_lines_in_use')
    })
  }

  it('may arrive one by one, after greeting lines', async () => {
    const simulator = await startIosSimulator()
    const relay = await startRawServer((socket) => {
      const onward = connect(simulator.port, '127.0.0.1')
      let isFirst = true
      onward.on('error', () => undefined)
      onward.on('data', (data: Buffer) => {
        if (!isFirst) return void socket.write(data)
        isFirst = false
        onward.pause()
        void drip(socket, Buffer.concat([Buffer.from('Authorised use only\r\nLogin: by key\r\n'), data])).then(() =>
          onward.resume(),
        )
      })
      socket.pipe(onward)
      socket.once('close', () => onward.destroy())
    })
    servers.push(relay)

    const session = await openSsh(targetOf({ port: relay.port }, { timeouts }), signal)

    await session.close()
    await simulator.close()
    expect(session.facts.software).to.match(/^ssh2js/)
  })

  it('are answered with Coffer’s identification, once', async () => {
    let heard = ''
    await failureAt((socket) => {
      socket.on('data', (data: Buffer) => (heard += data.toString('latin1')))
      socket.write('SSH-2.0-old\r\n')
    })

    expect(heard.split('SSH-2.0-')).to.have.length(2)
    expect(heard).to.match(/^SSH-2\.0-Coffer\r\n/)
  })
})

describe('login banners', () => {
  it('are kept up to 64 KiB, with plain line ends', async () => {
    const banners = ['a\r\r\nb\r\n', ...Array.from({ length: 20 }, () => 'x'.repeat(30_000))]
    const simulator = await startIosSimulator({ loginBanners: banners })

    const session = await openSsh(targetOf(simulator, { timeouts }), signal)

    await session.close()
    await simulator.close()
    expect(session.facts.banner.length).to.be.within(64 * 1024 - 10, 64 * 1024)
    expect(session.facts.banner.slice(0, 6)).to.equal('a\nb\nxx')
  })

  it('without an end close the connection, without using CPU', async () => {
    const simulator = await startIosSimulator({ loginBanners: Array.from({ length: 100 }, () => '\r'.repeat(30_000)) })
    const before = process.cpuUsage().user

    const failure = await failureOf(openSsh(targetOf(simulator, { timeouts }), signal))

    await simulator.close()
    expect(failure).to.include({ code: 'protocol_error' })
    expect(failure.message).to.contain('bytes of login banners').and.contain('Shorten the login banner')
    expect(process.cpuUsage().user - before).to.be.lessThan(5_000_000) // a regular expression took 26 s
  })
})

async function drip(socket: Socket, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    socket.write(Buffer.from([byte]))
    await new Promise((resolve) => setImmediate(resolve))
  }
}
