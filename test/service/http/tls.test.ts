import { once } from 'node:events'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import { StartupError } from '../../../service/store/startup-error.ts'
import { pino } from 'pino'
import { type Server, createServer } from '../../../service/http/create-server.ts'
import { type FollowedIdentity, followTlsIdentity } from '../../../service/http/follow-tls-identity.ts'
import { readTlsIdentity } from '../../../service/tls-identity.ts'
import { makeCertificate } from '../../support/certificate.ts'

describe('the TLS certificate of the service', () => {
  let folder: string
  let files: { certFile: string; keyFile: string }
  let lines: string[]
  let server: Server | undefined
  let following: FollowedIdentity | undefined

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-tls-'))
    files = { certFile: path.join(folder, 'cert.pem'), keyFile: path.join(folder, 'key.pem') }
    lines = []
  })
  afterEach(() => {
    following?.stop()
    server?.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('is read from its file', async () => {
    const { fingerprint } = put(makeCertificate({ hosts: ['localhost'] }))
    const { port } = await start()

    const shown = await show(port)

    expect(shown).to.equal(fingerprint)
  })

  it('is shown over TLS 1.2 and later only', async () => {
    put(makeCertificate({ hosts: ['localhost'] }))
    const { port } = await start()
    const ciphers = 'DEFAULT@SECLEVEL=0' // the client would offer TLS 1.1
    const socket = tls.connect({ port, rejectUnauthorized: false, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers })

    const [error] = (await once(socket, 'error')) as [Error & { code?: string }]

    socket.destroy()
    expect(error.code).to.match(/PROTOCOL_VERSION|ECONNRESET/)
  })

  it('is replaced for new connections when its files change, and open ones stay', async () => {
    const before = put(makeCertificate({ hosts: ['localhost'] }))
    const { port } = await start()
    const old = await connect(port)
    const after = put(makeCertificate({ hosts: ['localhost'] }))

    following?.look()
    const shown = await show(port)
    old.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [heard] = (await once(old, 'data')) as [Buffer]
    old.destroy()

    expect(shown).to.equal(after.fingerprint).and.not.equal(before.fingerprint)
    expect(heard.toString()).to.match(/^HTTP\/1.1 200 OK/)
    expect(lines.join('')).to.match(/shows the certificate of .*localhost, until 2049/)
  })

  it('is kept while its files do not match, with a warning', async () => {
    const { fingerprint } = put(makeCertificate())
    const { port } = await start()
    fs.writeFileSync(files.certFile, makeCertificate().cert)

    following?.look()
    const half = await show(port)
    fs.rmSync(files.keyFile)
    following?.look()
    const gone = await show(port)

    expect([half, gone]).to.deep.equal([fingerprint, fingerprint])
    const warned = lines.join('')
    const names = { certificate_file: files.certFile, key_file: files.keyFile }
    expect(warned).to.include(render(message('tls_files_mismatch', names), 'en'))
    expect(warned).to.include(render(message('tls_file_unreadable', { file: files.keyFile, reason: 'ENOENT' }), 'en'))
  })

  it('is warned about when it expires soon or has expired', async () => {
    put(makeCertificate({ notAfter: new Date(Date.UTC(2030, 5, 10)) }))

    await start(new Date(Date.UTC(2030, 4, 20)))
    const early = [...lines]
    following?.stop()
    follow(new Date(Date.UTC(2030, 5, 1)))
    following?.stop()
    follow(new Date(Date.UTC(2030, 5, 11)))

    expect(early).to.deep.equal([])
    expect(lines.join('')).to.match(/ends on 2030-06-10/)
    expect(lines.join('')).to.match(/ended on 2030-06-10.*clients that check it cannot connect/)
  })

  for (const [what, spoil, words] of [
    ['an invalid certificate', () => fs.writeFileSync(files.certFile, 'nothing'), 'tls_certificate_invalid'],
    ['an invalid key', () => fs.writeFileSync(files.keyFile, 'nothing'), 'tls_key_invalid'],
    ['a certificate without its key', () => fs.rmSync(files.keyFile), 'tls_file_unreadable'],
    [
      'the key of another certificate',
      () => fs.writeFileSync(files.keyFile, makeCertificate().key),
      'tls_files_mismatch',
    ],
    ['an encrypted key', () => fs.writeFileSync(files.keyFile, locked), 'tls_key_encrypted'],
  ] as const) {
    it(`reports ${what} in one line`, () => {
      put(makeCertificate())
      spoil()

      expect(() => readTlsIdentity(files))
        .to.throw(StartupError)
        .with.nested.property('startup.code', words)
    })
  }

  const locked = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----\n'

  function put(certificate: ReturnType<typeof makeCertificate>) {
    fs.writeFileSync(files.certFile, certificate.cert)
    fs.writeFileSync(files.keyFile, certificate.key)
    return certificate
  }

  function follow(at?: Date) {
    const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
    const now = at && (() => at)
    following = followTlsIdentity(server as tls.Server, files, { first: readTlsIdentity(files), log, now })
  }

  async function start(at?: Date) {
    server = createServer((_req, res) => res.end('in'), { identity: readTlsIdentity(files) })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    follow(at)
    return server.address() as AddressInfo
  }

  async function connect(port: number) {
    const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    return socket
  }

  async function show(port: number): Promise<string | undefined> {
    const socket = await connect(port)
    const { fingerprint256 } = socket.getPeerCertificate()
    socket.destroy()
    return fingerprint256
  }
})
