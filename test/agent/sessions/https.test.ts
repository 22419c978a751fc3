import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { message } from '../../../shared/messages/message.ts'
import { expect } from 'chai'
import { openHttps, type HttpsAnswer, type HttpsRequest, type HttpsSession } from '../../../agent/sessions/https.ts'
import type { Observed, TrustDecision } from '../../../agent/sessions/session.ts'
import type { TlsTarget, TlsTrust } from '../../../agent/sessions/tls.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { failureOf } from '../../support/failure-of.ts'
import { startRawServer } from './raw-server.ts'
import {
  startHttpsDevice,
  type Answerer,
  type HttpsDevice,
  type HttpsDeviceOptions,
} from '../../support/https-device.ts'

const text = 'hostname edge-1\n'.repeat(1000)
const run = promisify(execFile)
const tryHttps = join(import.meta.dirname, './try-https.ts')
const limits = { idleMs: 8_000, totalMs: 15_000, maxBytes: 1024 * 1024 }
const untrusted: TlsTrust = { acceptsAny: false, approved: [], checkFingerprint: () => Promise.resolve('refused') }

let device: HttpsDevice
const sessions: HttpsSession[] = []

describe('an HTTPS session', () => {
  afterEach(async () => {
    for (const session of sessions.splice(0)) await session.close()
    await device.close()
  })

  describe('trusts', () => {
    it('an approved self-signed certificate', async () => {
      await start()

      const session = await open({ ...untrusted, approved: [device.fingerprint] })

      expect(await bodyOf(await session.send(aRequest()))).to.equal(text)
      expect(session.facts.trusted).to.equal('approved')
    })

    it('an approved certificate that has expired, like that of every Nexus', async () => {
      await start({ certificate: makeCertificate({ notAfter: new Date(Date.UTC(2019, 5, 27)) }) })

      const session = await open({ ...untrusted, approved: [device.fingerprint] })

      expect((await session.send(aRequest())).status).to.equal(200)
    })

    it('only the pinned certificate, whatever else is approved', async () => {
      await start()
      const pin = makeCertificate().fingerprint

      const failure = await failureOf(open({ ...untrusted, pin, acceptsAny: true, approved: [device.fingerprint] }))

      expect(failure).to.include({ code: 'tls_untrusted' })
      expect(failure.message).to.contain(pin).and.contain(device.fingerprint)
      expect((await open({ ...untrusted, pin: device.fingerprint.toLowerCase() })).facts.trusted).to.equal('pinned')
      expect(device.requests).to.deep.equal([])
    })

    it('a certificate with a valid chain, only for the host that it names', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'coffer-test-https-'))
      try {
        const answers: Record<string, string> = {}
        for (const named of ['127.0.0.1', '192.0.2.1', 'other.example']) {
          const certificate = makeCertificate({ hosts: [named] })
          await start({ certificate })
          writeFileSync(join(folder, 'ca.pem'), certificate.cert)
          const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') }
          const tried = await run(process.execPath, [tryHttps, device.host, String(device.port)], { env })
          answers[named] = tried.stdout
          if (named !== 'other.example') await device.close()
        }

        expect(answers).to.deep.equal({
          '127.0.0.1': 'chain',
          '192.0.2.1': 'fingerprint_rejected',
          'other.example': 'fingerprint_rejected',
        })
      } finally {
        rmSync(folder, { recursive: true })
      }
    })

    it('any certificate if verification is off', async () => {
      await start()

      expect((await open({ ...untrusted, acceptsAny: true })).facts.trusted).to.equal('any')
    })

    it('what the service approves on request', async () => {
      await start()
      const asked: Observed[] = []
      const checkFingerprint = (observed: Observed): Promise<TrustDecision> => {
        asked.push(observed)
        return Promise.resolve('approved')
      }

      await open({ ...untrusted, checkFingerprint })

      const { host, port, fingerprint } = device
      expect(asked).to.deep.equal([{ kind: 'tls_certificate', algorithm: 'EC prime256v1', host, port, fingerprint }])
    })

    for (const [decision, code] of [
      ['pending', 'fingerprint_unapproved'],
      ['refused', 'fingerprint_rejected'],
    ] as const) {
      it(`nothing that is ${decision}, and sends no request then`, async () => {
        await start()

        const failure = await failureOf(open({ ...untrusted, checkFingerprint: () => Promise.resolve(decision) }))

        expect(failure).to.include({ code })
        expect(failure.message).to.contain(device.fingerprint)
        expect(device.requests).to.deep.equal([])
      })
    }

    it('no certificate that a user rejected, even if valid, pinned or unverified', async () => {
      const certificate = makeCertificate({ hosts: ['127.0.0.1'] })
      await start({ certificate })
      const { fingerprint } = device
      const trusting = [
        { ...untrusted, authorities: [certificate.cert] },
        { ...untrusted, pin: fingerprint },
        { ...untrusted, acceptsAny: true },
        { ...untrusted, approved: [fingerprint] },
      ]

      for (const trust of trusting) {
        await open(trust)
        const failure = await failureOf(open({ ...trust, rejected: [fingerprint] }))
        expect(failure).to.include({ code: 'fingerprint_rejected' })
      }
      expect(device.requests).to.deep.equal([])
    })

    it('each connection separately: sends nothing if the certificate has changed', async () => {
      await start()
      const session = await open({ ...untrusted, approved: [device.fingerprint] })
      device.breakAt({ kind: 'close' }, undefined, 1)
      await bodyOf(await session.send(aRequest()))
      device.changeCertificate()

      const failure = await failureOf(session.send(aRequest()))

      expect(failure).to.include({ code: 'fingerprint_rejected' })
      expect(device.requests).to.have.length(1)
    })
  })

  it('sends requests in sequence over one connection', async () => {
    await start()
    const session = await open()

    for (let round = 0; round < 3; round++) await bodyOf(await session.send(aRequest()))

    expect(device.requests).to.have.length(3)
    expect(device.connections()).to.equal(1)
  })

  it('repeats a read if the device had closed the reused connection', async () => {
    await start()
    const session = await open()
    await bodyOf(await session.send(aRequest()))
    device.breakAt({ kind: 'reset' }, undefined, 1)

    expect(await bodyOf(await session.send(aRequest()))).to.equal(text)
    expect(device.requests).to.have.length(3)
  })

  it('never repeats a request that changes something', async () => {
    await start()
    const session = await open()
    await bodyOf(await session.send(aRequest()))
    device.breakAt({ kind: 'reset' }, undefined, 1)

    const failure = await failureOf(session.send(aRequest({ method: 'POST', repeatable: false })))

    expect(failure).to.include({ code: 'connection_lost' })
    expect(device.requests).to.have.length(2)
  })

  it('reads a response that arrives byte by byte', async () => {
    await start()
    device.breakAt({ kind: 'slow', pieceBytes: 700 })

    expect(await bodyOf(await (await open()).send(aRequest()))).to.equal(text)
  })

  it('reports a truncated response as such, wherever it was cut', async () => {
    await start()
    const session = await open()
    for (const afterBytes of [0, 1, 1024, text.length - 1]) {
      device.breakAt({ kind: 'cut', afterBytes }, undefined, 1)

      const failure = await failureOf(session.send(aRequest()).then(bodyOf))

      expect(failure, `${afterBytes} bytes`).to.include({ code: 'connection_lost' })
    }
  })

  it('waits for a silent device until the timeout', async () => {
    await start()
    device.breakAt({ kind: 'silent' })

    const failure = await failureOf((await open()).send(aRequest({ limits: { ...limits, idleMs: 50 } })))

    expect(failure).to.include({ code: 'prompt_timeout' })
  })

  it('fails on a response that never ends', async () => {
    const flood = () => ({ status: 200, body: endless })
    await start({}, flood)

    const failure = await failureOf((await open()).send(aRequest()).then(bodyOf))

    expect(failure).to.include({ code: 'output_too_large' })
  })

  it('names method and path of a failed request, never the query', async () => {
    await start()
    device.breakAt({ kind: 'reset' })

    const failure = await failureOf((await open()).send(aRequest({ path: '/backup?vdom=secret' })))

    expect(failure.message).to.contain('reading it with GET /backup.').and.not.contain('vdom')
  })

  it('ends immediately when the job does', async () => {
    await start()
    device.breakAt({ kind: 'silent' })
    const stop = new AbortController()
    const session = await open(undefined, {}, stop.signal)
    const sent = session.send(aRequest())

    stop.abort(new Error('the lease is gone'))

    expect(await failureOf(sent)).to.be.an('error')
    expect(await failureOf(session.send(aRequest()))).to.include({ message: 'the lease is gone' })
  })

  it('reports an open port that sends nothing', async () => {
    await start()
    const silent = await startRawServer(() => undefined)

    const timeouts = { connectMs: 8_000, handshakeMs: 300 }
    const failure = await failureOf(open(undefined, { host: '127.0.0.1', port: silent.port, timeouts }))

    await silent.end()
    expect(failure).to.include({ code: 'protocol_error' })
    expect(failure.message).to.contain('an open port that sent nothing').and.not.contain('firewall')
  })

  it('reports a port that speaks plain HTTP', async () => {
    await start({ isPlain: true })

    const failure = await failureOf(open())

    expect(failure).to.include({ code: 'protocol_error' })
    expect(failure.message).to.contain('plain HTTP')
  })

  it('uses old TLS only with devices that allow it, and warns', async () => {
    await start({ tls: { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' } })

    const failure = await failureOf(open())
    const session = await open(undefined, { legacyAlgorithms: true })
    const trust = { ...untrusted, approved: [device.fingerprint], authorities: [makeCertificate({}).cert] }
    await open(trust, { legacyAlgorithms: true })

    expect(failure).to.include({ code: 'unsupported_algorithm' })
    expect(failure.message).to.contain('legacy_algorithms')
    expect(session.facts.legacyAlgorithms).to.deep.equal(['TLSv1'])
    expect(await bodyOf(await session.send(aRequest()))).to.equal(text)
  })

  it('connects to a device over IPv6', async () => {
    await start({ host: '::1' })

    await bodyOf(await (await open()).send(aRequest()))

    expect(device.requests[0]?.headers.host).to.equal(`[::1]:${device.port}`)
  })
})

const plain: Answerer = () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: text })

async function start(options: HttpsDeviceOptions = {}, answerer = plain): Promise<void> {
  device = await startHttpsDevice(answerer, options)
}

async function open(
  trust: TlsTrust = { ...untrusted, approved: [device.fingerprint] },
  changes: Partial<TlsTarget> = {},
  signal = new AbortController().signal,
): Promise<HttpsSession> {
  const { host, port } = device
  const timeouts = { connectMs: 8_000, handshakeMs: 8_000 }
  const session = await openHttps({ host, port, legacyAlgorithms: false, timeouts, trust, ...changes }, signal)
  sessions.push(session)
  return session
}

function aRequest(changes: Partial<HttpsRequest> = {}): HttpsRequest {
  return {
    method: 'GET',
    path: '/config',
    headers: {},
    repeatable: true,
    step: message('step_reading', { artifact: 'it' }),
    limits,
    secrets: [],
    ...changes,
  }
}

async function bodyOf({ body }: HttpsAnswer): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(64 * 1024, 'x')
}
