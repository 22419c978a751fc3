import { expect } from 'chai'
import type { CapturedText } from '../../../agent/collect/captured.ts'
import { testConnection } from '../../../agent/collect/connection-test.ts'
import { answererOf, readApiCaptures, type ApiCapture } from '../../support/api-captures.ts'
import { apiCredential, apiDeps, apiLimits, apiOrder, collectOverApi } from '../../support/collect-over-api.ts'
import { startHttpsDevice, type Fault, type HttpsDevice, type SeenRequest } from '../../support/https-device.ts'

/** Of each platform the longest capture: what breaks it here breaks it on a device. */
const healthy = [
  ...new Map(
    readApiCaptures()
      .sort((a, b) => linesOf(a) - linesOf(b))
      .map((one) => [one.platform, one]),
  ).values(),
]

/** Faults of every answer, and how a run over such a device ends. */
const lasting: Record<string, { fault: Fault; ends: string[] }> = {
  'says nothing': { fault: { kind: 'silent' }, ends: ['prompt_timeout'] },
  'resets every connection': { fault: { kind: 'reset' }, ends: ['connection_lost'] },
  'is overloaded for good': { fault: said(429, { 'retry-after': '0' }), ends: ['device_busy'] },
  'wants to be asked in an hour': { fault: said(503, { 'retry-after': '3600' }), ends: ['device_busy'] },
  'wants to be asked tomorrow': {
    fault: said(503, { 'retry-after': 'Sat, 03 Jan 1970 00:00:00 GMT' }),
    ends: ['device_busy'],
  },
  'has a gateway without anybody behind it': { fault: said(502), ends: ['device_busy'] },
  'fails inside': { fault: said(500), ends: ['request_failed', 'command_refused', 'protocol_error'] },
  'refuses the login': { fault: said(401), ends: ['auth_failed'] },
  'refuses the right': { fault: said(403), ends: ['privilege_insufficient'] },
  'knows nothing of what is asked': { fault: said(404), ends: ['protocol_error'] },
  'answers by a page': { fault: said(200, {}, '<html><title>Login</title></html>'), ends: ['protocol_error'] },
  'answers by nothing': { fault: said(200, {}, ''), ends: ['protocol_error', 'output_truncated'] },
  'sends elsewhere': { fault: said(302, { location: 'https://192.0.2.1/login?next=x' }), ends: ['protocol_error'] },
}

/** Faults of one answer that a run gets over, whichever answer it is. */
const passing: Record<string, Fault> = {
  'is slow': { kind: 'slow', pieceBytes: 900 },
  'closes the connection after an answer': { kind: 'close' },
  'is overloaded for a moment': said(429, { 'retry-after': '0' }),
  'starts again meanwhile': said(503),
}

for (const capture of healthy) {
  describe(`the API of ${capture.platform}`, () => {
    let device: HttpsDevice

    beforeEach(async () => {
      device = await startHttpsDevice(answererOf(capture))
    })
    afterEach(() => device.close())

    for (const [does, { fault, ends }] of Object.entries(lasting)) {
      it(`fails clearly on a device that ${does}`, async () => {
        device.breakAt(fault)

        const failure = await failureOf(capture, device)

        expect(failure.code, failure.message).to.be.oneOf(ends)
        expectNoSecrets([...failure.log, failure.message])
      })
    }

    for (const [does, fault] of Object.entries(passing)) {
      it(`brings the same texts from a device that ${does}`, async () => {
        const whole = await textsOf(capture, device)
        const count = device.requests.length
        for (let broken = 0; broken < count; broken++) {
          device.breakAt(fault, nth(device, broken), 1)

          expect(await textsOf(capture, device), `request ${broken}`).to.deep.equal(whole)
        }
      })
    }

    it('stores nothing of an answer that was cut, wherever that was', async () => {
      const whole = await textsOf(capture, device)
      const count = device.requests.length
      for (let broken = 0; broken < count; broken++) {
        for (let afterBytes = 0, step = 1024; afterBytes < 600_000; afterBytes += step) {
          if (afterBytes > 16 * 1024) step *= 1.5 // of a long text not every kilobyte is tried
          device.breakAt({ kind: 'cut', afterBytes: Math.floor(afterBytes) }, nth(device, broken), 1)

          const run = await collectOverApi(device, capture.platform, capture.options).catch(codeOf)

          if (typeof run === 'string') expect(run).to.equal('connection_lost')
          else expect(run.captured.texts.map(({ raw }) => raw)).to.deep.equal(whole) // it was shorter than that
        }
      }
    })

    it('sends a refused secret once', async () => {
      device.breakAt(said(401))

      await failureOf(capture, device)

      expect(device.requests.filter(({ headers }) => headers.authorization !== undefined)).to.have.length(1)
    })

    it('sends nothing to a device whose certificate changed during the run', async () => {
      device.breakAt({ kind: 'close' }, () => {
        device.changeCertificate()
        return true
      })

      const failure = await failureOf(capture, device)

      expect(failure.code).to.equal('fingerprint_rejected')
      expect(device.requests).to.have.length(1)
    })

    it('names no query and no secret in its log', async () => {
      const { log } = await collectOverApi(device, capture.platform, capture.options)

      expect(log.join('\n')).to.not.contain('?')
      expectNoSecrets(log)
    })

    it('is tested by the road of a backup, and no artifact is read', async () => {
      const steps: string[] = []

      const tested = await testConnection(
        apiOrder(device, capture.platform, capture.options),
        apiDeps([]),
        ({ step }) => steps.push(step),
      )

      expect(tested.transport).to.equal('api')
      expect(steps).to.deep.equal(['connect', 'handshake', 'trust', 'login'])
    })
  })
}

function linesOf({ collected = {} }: ApiCapture): number {
  return Object.values(collected).reduce(
    (sum, one) => sum + (typeof one === 'object' && 'lines' in one ? one.lines : 0),
    0,
  )
}

function said(status: number, headers: Record<string, string> = {}, body = 'no'): Fault {
  return { kind: 'answer', answer: { status, headers: { 'content-type': 'text/html', ...headers }, body } }
}

/** The request after so many others, counted from now. */
function nth(device: HttpsDevice, count: number): (request: SeenRequest) => boolean {
  const wanted = device.requests.length + count
  return (request) => device.requests[wanted] === request
}

async function textsOf({ platform, options }: ApiCapture, device: HttpsDevice): Promise<Buffer[]> {
  const { captured } = await collectOverApi(device, platform, options)
  return captured.texts.map(({ raw }: CapturedText) => raw)
}

async function failureOf({ platform, options }: ApiCapture, device: HttpsDevice) {
  try {
    await collectOverApi(device, platform, options, { requestLimits: { ...apiLimits, idleMs: 300 } })
  } catch (error) {
    return error as Error & { code: string; log: string[] }
  }
  throw new Error('it should have failed')
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: string }
  if (code === undefined) throw error
  return code
}

function expectNoSecrets(lines: string[]): void {
  const { username, password, api_token: token } = apiCredential
  const encoded = Buffer.from(`${username}:${password}`).toString('base64')
  for (const secret of [password, token, encoded]) expect(lines.join('\n')).to.not.contain(secret)
}
