import { expect } from 'chai'
import type { CapturedText } from '../../../agent/collect/captured.ts'
import { testConnection } from '../../../agent/collect/connection-test.ts'
import type { RequestLimits } from '../../../shared/platforms/requests.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { apiCredential, apiDeps, apiLimits, apiOrder, collectOverApi } from '../../support/collect-over-api.ts'
import { startHttpsDevice, type Fault, type HttpsDevice, type SeenRequest } from '../../support/https-device.ts'
import { simulatedApis, type SimulatedApi } from './simulated-apis.ts'

const otherCertificate = makeCertificate({ hosts: ['127.0.0.1'] })

/** Faults of every answer, and the expected end of the run. */
const lasting: Record<string, { fault: Fault; ends: string[]; limits?: Partial<RequestLimits> }> = {
  'exceeds the response timeout': {
    fault: { kind: 'trickle' },
    ends: ['prompt_timeout', 'output_truncated'],
    limits: { totalMs: 400 },
  },
  'never responds': { fault: { kind: 'silent' }, ends: ['prompt_timeout'] },
  'resets every connection': { fault: { kind: 'reset' }, ends: ['connection_lost'] },
  'stays overloaded': { fault: said(429, { 'retry-after': '0' }), ends: ['device_busy'] },
  'sends Retry-After of an hour': { fault: said(503, { 'retry-after': '3600' }), ends: ['device_busy'] },
  'sends Retry-After with a date': {
    fault: said(503, { 'retry-after': 'Sat, 03 Jan 1970 00:00:00 GMT' }),
    ends: ['device_busy'],
  },
  'responds with a gateway error': { fault: said(502), ends: ['device_busy'] },
  'responds with an internal error': {
    fault: said(500),
    ends: ['request_failed', 'command_refused', 'protocol_error'],
  },
  'rejects the login': { fault: said(401), ends: ['auth_failed'] },
  'denies permission': { fault: said(403), ends: ['privilege_insufficient'] },
  'does not know the path': { fault: said(404), ends: ['protocol_error'] },
  'responds with a web page': { fault: said(200, {}, '<html><title>Login</title></html>'), ends: ['protocol_error'] },
  'responds with an empty body': { fault: said(200, {}, ''), ends: ['protocol_error', 'output_truncated'] },
  'redirects elsewhere': { fault: said(302, { location: 'https://192.0.2.1/login?next=x' }), ends: ['protocol_error'] },
}

/** Faults of one answer, of any request, that a run tolerates. */
const passing: Record<string, Fault> = {
  'is slow': { kind: 'slow', pieceBytes: 900 },
  'closes the connection after a response': { kind: 'close' },
  'is briefly overloaded': said(429, { 'retry-after': '0' }),
  'restarts meanwhile': said(503),
}

for (const capture of simulatedApis()) {
  describe(`the API of ${capture.platform}`, () => {
    let device: HttpsDevice
    let ownWords: string[]

    before(async () => {
      const well = await startHttpsDevice(capture.answerer())
      ownWords = linesIn(await textsOf(capture, well))
      await well.close()
    })
    beforeEach(async () => {
      device = await startHttpsDevice(capture.answerer())
    })
    afterEach(() => device.close())

    for (const [does, { fault, ends, limits }] of Object.entries(lasting)) {
      it(`fails clearly on a device that ${does}`, async () => {
        device.breakAt(fault)

        const failure = await failureOf(capture, device, limits)

        expect(failure.code, failure.message).to.be.oneOf(ends)
        expectNoSecrets([...failure.log, failure.message])
        expect(ownWords.filter((line) => [...failure.log, failure.message].join('\n').includes(line))).to.deep.equal([])
      })
    }

    it('stores only texts when all responses have another content type', async () => {
      const whole = await textsOf(capture, device)
      device.breakAt({ kind: 'type', contentType: 'text/html' })

      const ended = await textsOf(capture, device).catch(codeOf)

      if (typeof ended === 'string') expect(ended).to.equal('protocol_error')
      else expect(ended).to.deep.equal(whole)
    })

    it('never quotes a response with another content type', async () => {
      const whole = await textsOf(capture, device)
      const count = device.requests.length
      for (let broken = 0; broken < count; broken++) {
        device.breakAt({ kind: 'type', contentType: 'text/html' }, nth(device, broken), 1)

        expect(quotedIn(await failureLines(capture, device), whole), `request ${broken}`).to.deep.equal([])
      }
    })

    for (const [does, fault] of Object.entries(passing)) {
      it(`collects the same texts from a device that ${does}`, async () => {
        const whole = await textsOf(capture, device)
        const count = device.requests.length
        for (let broken = 0; broken < count; broken++) {
          device.breakAt(fault, nth(device, broken), 1)

          expect(await textsOf(capture, device), `request ${broken}`).to.deep.equal(whole)
        }
      })
    }

    it('stores nothing of a truncated response', async () => {
      const { captured } = await collectOverApi(device, capture.platform, capture.options)
      const whole = captured.texts.map(({ raw }) => raw)
      const others = captured.archives.length + captured.failed.length
      const count = device.requests.length
      for (let broken = 0; broken < count; broken++) {
        for (let afterBytes = 0, step = 1024; afterBytes < 600_000; afterBytes += step) {
          if (afterBytes > 16 * 1024) step *= 1.5 // skips positions of a long text
          device.breakAt({ kind: 'cut', afterBytes: Math.floor(afterBytes) }, nth(device, broken), 1)

          const run = await collectOverApi(device, capture.platform, capture.options).catch(codeOf)

          if (typeof run === 'string') expect(run).to.equal('connection_lost')
          else {
            // The answer was shorter, or it was an archive, which fails separately.
            expect(run.captured.texts.map(({ raw }) => raw)).to.deep.equal(whole)
            expect(run.captured.archives.length + run.captured.failed.length).to.equal(others)
          }
        }
      }
    })

    it('sends a refused secret once', async () => {
      device.breakAt(said(401))

      await failureOf(capture, device)

      const secrets = [apiCredential.password, apiCredential.api_token, basicOf(apiCredential)]
      const times = secrets.map((secret) => device.requests.filter((request) => holds(request, secret)).length)
      expect(Math.max(...times)).to.equal(1)
    })

    it('sends nothing after the certificate changed, at any point of the run', async () => {
      const whole = await textsOf(capture, device)
      const count = Math.min(device.requests.length, 8)
      for (let before = 0; before < count; before++) {
        const changing = await startHttpsDevice(capture.answerer())
        const isThen = nth(changing, before)
        changing.breakAt({ kind: 'close' }, (request) => {
          if (isThen(request)) changing.changeCertificate(otherCertificate)
          return isThen(request)
        })

        const ended = await textsOf(capture, changing).catch(codeOf)

        await changing.close()
        // only the logout follows the last text
        if (typeof ended === 'string') expect(ended).to.equal('fingerprint_rejected')
        else expect(ended).to.deep.equal(whole)
        expect(changing.requests).to.have.length(before + 1)
      }
    })

    it(`${capture.renews ? 'logs in again' : 'stops'} when its login expires, at any point of the run`, async () => {
      const whole = await textsOf(capture, device)
      const count = device.requests.length
      for (let broken = 1; broken < count; broken++) {
        device.breakAt(said(401), nth(device, broken), 1)

        const ended = await textsOf(capture, device).catch(codeOf)

        // captured devices support no second login
        if (!capture.renews && typeof ended === 'string') expect(ended).to.be.oneOf(['auth_failed', 'command_refused'])
        else if (capture.renews) expect(ended, `request ${broken}`).to.deep.equal(whole)
        else expect(whole, `request ${broken}`).to.include.deep.members(ended as Buffer[])
      }
    })

    it('logs neither queries nor secrets', async () => {
      const { log } = await collectOverApi(device, capture.platform, capture.options)

      expect(log.join('\n')).to.not.contain('?')
      expectNoSecrets(log)
    })

    it('runs the steps of a backup in a connection test, without reading artifacts', async () => {
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

function basicOf({ username, password }: typeof apiCredential): string {
  return Buffer.from(`${username}:${password}`).toString('base64')
}

function holds({ headers, body }: SeenRequest, secret: string): boolean {
  return body.includes(secret) || Object.values(headers).some((value) => value?.includes(secret))
}

/** Lines that are long enough to be distinct from our messages. */
function linesIn(texts: Buffer[]): string[] {
  const lines = texts.flatMap((text) => text.toString('latin1').split('\n'))
  return [...new Set(lines.map((line) => line.trim()))].filter((line) => line.length > 30)
}

/** Everything that a run reports: its log and its failures. */
async function failureLines({ platform, options }: SimulatedApi, device: HttpsDevice): Promise<string[]> {
  try {
    const { captured, log } = await collectOverApi(device, platform, options)
    return [...log, ...captured.failed.map(({ message }) => message)]
  } catch (error) {
    const { log, message } = error as Error & { log: string[] }
    return [...log, message]
  }
}

/** Returns the lines of the texts that a report contains, even in part: an answer may be one long line. */
function quotedIn(reported: string[], texts: Buffer[]): string[] {
  const own = texts.map((text) => text.toString('latin1')).join('\n')
  return reported.flatMap((line) => {
    const windows = Array.from({ length: Math.max(0, line.length - 23) }, (_, at) => line.slice(at, at + 24))
    return windows.filter((window) => /[\w$]{4}/.test(window) && own.includes(window)).slice(0, 1)
  })
}

function said(status: number, headers: Record<string, string> = {}, body = 'no'): Fault {
  return { kind: 'answer', answer: { status, headers: { 'content-type': 'text/html', ...headers }, body } }
}

/** Selects the request after `count` others, counted from now. */
function nth(device: HttpsDevice, count: number): (request: SeenRequest) => boolean {
  const wanted = device.requests.length + count
  return (request) => device.requests[wanted] === request
}

async function textsOf({ platform, options }: SimulatedApi, device: HttpsDevice): Promise<Buffer[]> {
  const { captured } = await collectOverApi(device, platform, options)
  return captured.texts.map(({ raw }: CapturedText) => raw)
}

async function failureOf(
  { platform, options }: SimulatedApi,
  device: HttpsDevice,
  limits: Partial<RequestLimits> = { idleMs: 300 },
) {
  try {
    await collectOverApi(device, platform, options, { requestLimits: { ...apiLimits, ...limits } })
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
  const { password, api_token: token } = apiCredential
  for (const secret of [password, token, basicOf(apiCredential)]) expect(lines.join('\n')).to.not.contain(secret)
}
