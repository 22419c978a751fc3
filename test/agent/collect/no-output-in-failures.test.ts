import { expect } from 'chai'
import { english } from '../../../shared/messages/en/catalogue.ts'
import type { Recording } from '../../../agent/sessions/replay.ts'
import { openReplay } from '../../../agent/sessions/replay.ts'
import { apiLimits, collectOverApi } from '../../support/collect-over-api.ts'
import { startHttpsDevice, type Answerer, type DeviceAnswer } from '../../support/https-device.ts'
import { readNetconfCaptures, replayNetconf } from '../../support/netconf-captures.ts'
import { simulatedApis, type SimulatedApi } from './simulated-apis.ts'
import {
  collectOverSsh,
  cutSession,
  readSshCaptures,
  recordingOf,
  type SshCapture,
} from '../../support/ssh-captures.ts'

const planted = 'Hunter2-PlantedSecret'

/** Lines with a secret that interrupt an answer. */
const intruders = {
  'a log line': `*Mar  1 00:00:01.123: %PARSER-5-CFGLOG_LOGGEDCMD: User:adm  logged command:username bob password 0 ${planted}`,
  'a pager mark': ` --More-- \renable secret 9 ${planted}`,
  'a message of syslogd': `Message from syslogd@edge: password ${planted}`,
  'a zero byte': `password \0${planted}`,
  'a line of unknown origin': `snmp-server community ${planted}`,
}

/** Alterations of an answer. */
const changes: Record<string, (answer: DeviceAnswer) => DeviceAnswer> = {
  'of another type': (answer) => ({ ...answer, headers: { 'content-type': 'text/html' } }),
  'with status 403': (answer) => ({ ...answer, status: 403 }),
  'with status 500': (answer) => ({ ...answer, status: 500 }),
  'half as long': (answer) => ({ ...answer, body: cut(answer.body, 0.5) }),
  'a few bytes short': (answer) => ({ ...answer, body: cut(answer.body, 0.97) }),
}

describe('a failure and its log contain no device output', () => {
  for (const [platform, capture] of lastOf(readSshCaptures())) {
    it(`over SSH, wherever ${platform} is cut`, async () => {
      const lines = await linesOverSsh(capture)
      const total = recordingOf(capture).exchanges.reduce((sum, { received }) => sum + received.length, 0)
      for (let bytes = 0; bytes < total; bytes += Math.max(150, Math.floor(total / 30))) {
        const session = cutSession(openReplay(recordingOf(capture), refusing(capture)), bytes, 'ends')

        const output = await failureText(collectOverSsh(() => Promise.resolve(session), capture))

        expectNothingOf(lines, output)
      }
    })

    for (const [what, syslogLine] of Object.entries(intruders)) {
      it(`over SSH, when ${what} appears in the output of ${platform}`, async () => {
        const lines = await linesOverSsh(capture)
        const recording = disturbed(recordingOf(capture), syslogLine)
        const session = openReplay(recording, refusing(capture))

        const output = await failureText(
          collectOverSsh(() => Promise.resolve(session), capture, { shellLimits: { promptMs: 40, idleMs: 40 } }),
        )

        expectNothingOf(lines, output)
      })
    }
  }

  for (const [platform, capture] of lastOf(readNetconfCaptures())) {
    it(`over NETCONF, wherever ${platform} is cut`, async () => {
      const whole = await replayNetconf(capture)
      const lines = linesIn(whole.captured.texts)
      const total = lines.join('').length + 6_000
      for (let bytes = 100; bytes < total; bytes += Math.max(700, Math.floor(total / 25))) {
        const output = await failureText(replayNetconf(capture, { cut: { bytes, then: 'hangs up' } }))

        expectNothingOf(lines, output)
      }
    })
  }

  for (const api of simulatedApis()) {
    for (const [what, change] of Object.entries(changes)) {
      it(`over the API of ${api.platform}, when a response is ${what}`, async () => {
        const { lines, requests } = await linesOverApi(api)
        for (let broken = 0; broken < requests; broken++) {
          const output = await apiFailureText(api, broken, change)

          expectNothingOf(lines, output)
        }
      })
    }
  }
})

function cut(body: DeviceAnswer['body'], share: number): DeviceAnswer['body'] {
  if (body === undefined || typeof body === 'function') return body
  const bytes = Buffer.from(body)
  return bytes.subarray(0, Math.floor(bytes.length * share))
}

async function apiFailureText(api: SimulatedApi, broken: number, change: (answer: DeviceAnswer) => DeviceAnswer) {
  let count = 0
  const answerer = api.answerer()
  const answer: Answerer = (request) => {
    const whole = answerer(request)
    return count++ === broken ? change(whole) : whole
  }
  const device = await startHttpsDevice(answer)
  try {
    return await failureText(
      collectOverApi(device, api.platform, api.options, { requestLimits: { ...apiLimits, idleMs: 500 } }),
    )
  } finally {
    await device.close()
  }
}

async function linesOverApi({ platform, options, answerer }: SimulatedApi) {
  const device = await startHttpsDevice(answerer())
  try {
    const { captured } = await collectOverApi(device, platform, options)
    return { lines: linesIn(captured.texts), requests: Math.min(device.requests.length, 12) }
  } finally {
    await device.close()
  }
}

async function linesOverSsh(capture: SshCapture): Promise<string[]> {
  const session = openReplay(recordingOf(capture), refusing(capture))
  const { captured } = await collectOverSsh(() => Promise.resolve(session), capture)
  return linesIn(captured.texts)
}

/** Returns lines that are long enough to be distinct from our messages, without surrounding punctuation. */
function linesIn(texts: readonly { raw: Buffer }[]): string[] {
  const lines = texts.flatMap(({ raw }) => raw.toString('latin1').split('\n'))
  return [...new Set(lines.map((line) => line.trim()))].filter((line) => line.length >= 8)
}

async function failureText(
  run: Promise<{ captured: { failed: { message: string }[] }; log: string[] }>,
): Promise<string> {
  try {
    const { captured, log } = await run
    return [...log, ...captured.failed.map(({ message }) => message)].join('\n')
  } catch (error) {
    const { log, message } = error as Error & { log: string[] }
    return [...log, message].join('\n')
  }
}

const ownSentences = Object.values(english)

function expectNothingOf(lines: readonly string[], output: string): void {
  expect(output).to.not.contain(planted)
  const withoutAdvice = ownSentences.reduce((left, sentence) => left.replaceAll(sentence, ''), output)
  expect(lines.find((line) => withoutAdvice.includes(line))).to.equal(undefined, output)
}

/** Inserts a log line in the middle of each long answer. */
function disturbed(recording: Recording, syslogLine: string): Recording {
  const into = (said: Buffer) => {
    const lines = said.toString('latin1').split('\n')
    if (lines.length < 12) return said
    const end = lines[1]?.endsWith('\r') ? '\r' : ''
    return Buffer.from(lines.toSpliced(Math.floor(lines.length / 2), 0, syslogLine + end).join('\n'), 'latin1')
  }
  return {
    ...recording,
    exchanges: recording.exchanges.map((exchange) => ({ ...exchange, said: into(exchange.received) })),
  }
}

function refusing({ refusal }: SshCapture): { refusal?: string } {
  return refusal === undefined ? {} : { refusal }
}

/** Returns each platform's last successful capture. */
function lastOf<T extends { platform: string; failure?: unknown }>(captures: T[]): Map<string, T> {
  return new Map(captures.filter(({ failure }) => failure === undefined).map((one) => [one.platform, one]))
}
