import type { ExpectationMessage } from '../messages/failure.ts'
import { message } from '../messages/message.ts'
import { canonicalJson } from './canonical-json.ts'
import { asList, memberAt, readJson } from './read-json.ts'
import {
  type ApiRequest,
  ArtifactUnavailable,
  type RequestsDescription,
  takeWhole,
  type TextChecks,
} from './requests.ts'

const json = 'application/yang-data+json' // RFC 8040 §11.3.2
const native = '/restconf/data/Cisco-IOS-XE-native:native'
const hardware = '/restconf/data/Cisco-IOS-XE-device-hardware-oper:device-hardware-data/device-hardware'
const cliText = '/restconf/operations/Cisco-IOS-XE-cli-rpc:get-modelled-config-clis'

const wholeConfig = (patterns: RegExp[]): TextChecks => ({ wholeAccount: { minLines: 20, requiredLines: patterns } })

/**
 * IOS XE over RESTCONF (Cisco's programmability guide 17.x; the YANG modules Cisco-IOS-XE-cli-rpc of 2024-07-01 and
 * Cisco-IOS-XE-device-hardware-oper). No request runs a show command: the content comes from the device's models.
 */
export const restconf: RequestsDescription = {
  driver: 'requests',
  port: 443,
  login: 'basic',
  identify: () => [
    {
      ...get(`${native}/version`),
      reads: [204, 404],
      facts(body, status) {
        if (status === 200) return { version: memberAt(readJson(body), 'Cisco-IOS-XE-native:version') }
        if (status === 204 || errorsOf(body).length > 0) return {}
        throw new ArtifactUnavailable({
          kind: 'failed',
          code: 'command_refused',
          expected: message('expected_restconf'),
          seen: '404',
        })
      },
    },
  ],
  artifacts: {
    'running-config': {
      required: true,
      requests: () => [
        {
          ...get(cliText),
          method: 'POST',
          body: JSON.stringify({ 'Cisco-IOS-XE-cli-rpc:input': { datastore: 'running' } }),
          headers: { accept: json, 'content-type': json },
          // an error if the module does not exist: before about 17.9
          extract: (status) => takeWhole((body) => Buffer.from(renderedConfig(refusingErrors(body, status)))),
          checks: wholeConfig([/^version /, /^hostname /]),
          form: 'rendered-from-model',
        },
        {
          ...get(`${native}?content=config`),
          extract: (status) => takeWhole((body) => Buffer.from(nativeModel(refusingErrors(body, status)))),
          checks: wholeConfig([/^ {2}"version": /, /^ {2}"hostname": /]),
          form: 'model-json',
        },
      ],
    },
    inventory: {
      requests: () => [
        {
          ...get(hardware),
          extract: (status) => takeWhole((body) => Buffer.from(inventory(refusingErrors(body, status)))),
          checks: { requiredLines: [/"hw-type": /] },
          form: 'model-json',
        },
      ],
    },
    version: {
      requests: () => [
        {
          ...get(hardware),
          extract: (status) => takeWhole((body) => Buffer.from(softwareVersion(refusingErrors(body, status)))),
          checks: { requiredLines: [/"software-version": /] },
          form: 'model-json',
        },
      ],
    },
  },
  advice: {
    protocol_error: message('advice_iosxe_restconf'),
    privilege_insufficient: message('advice_iosxe_privilege_15'),
    device_busy: message('advice_iosxe_synchronising'),
  },
  limits: {
    idleMs: 120_000, // rendering takes 17 s without output on a small router
    totalMs: 300_000,
    maxBytes: 16 * 1024 * 1024,
    busyMs: 90_000,
    retryMs: 30_000,
  },
}

function get(path: string): ApiRequest {
  const reads = [400, 404, 405, 409, 500, 501]
  return { method: 'GET', path, headers: { accept: json }, repeatable: true, reads, contentType: /json/ }
}

/** RFC 8040 §7.1 */
function errorsOf(body: Buffer): unknown[] {
  try {
    return asList(memberAt(readJson(body), 'ietf-restconf:errors', 'error'))
  } catch {
    return []
  }
}

/** @throws ArtifactUnavailable for an error response, by its tag */
function refusingErrors(body: Buffer, status: number): unknown {
  if (status === 200) return readJson(body)
  const [error] = errorsOf(body)
  const tag = String(memberAt(error, 'error-tag') ?? '')
  const seen = [status, tag, memberAt(error, 'error-message')]
    .filter((part) => typeof part !== 'string' || part)
    .join(' ')
  const fail = (code: 'device_busy' | 'privilege_insufficient' | 'command_refused' | 'request_failed') =>
    new ArtifactUnavailable({ kind: 'failed', code, expected: message('expected_answer'), seen })
  if (/^(?:in-use|lock-denied|resource-denied)$/.test(tag) || /sync is in progress/i.test(seen))
    throw fail('device_busy')
  if (tag === 'access-denied') throw fail('privilege_insufficient')
  if (status === 409 || status === 503) throw fail('device_busy')
  throw fail(status < 500 || status === 501 ? 'command_refused' : 'request_failed')
}

/** @throws ArtifactUnavailable if the device reports that it could not render everything */
function renderedConfig(answer: unknown): string {
  const output = memberAt(answer, 'Cisco-IOS-XE-cli-rpc:output')
  const trouble = memberAt(output, 'error-message')
  if (typeof trouble === 'string' && trouble.trim() !== '') {
    const expected = message('expected_rendered_configuration')
    throw new ArtifactUnavailable({ kind: 'failed', code: 'output_truncated', expected, seen: trouble })
  }
  const result = memberAt(output, 'result')
  if (typeof result !== 'string') throw notThere(message('expected_member', { member: 'result' }))
  return `${result.replace(/\r+\n/g, '\n').replace(/^\n+/, '').trimEnd()}\n`
}

function nativeModel(answer: unknown): string {
  const model = memberAt(answer, 'Cisco-IOS-XE-native:native')
  if (typeof model !== 'object' || model === null)
    throw notThere(message('expected_member', { member: 'Cisco-IOS-XE-native:native' }))
  return canonicalJson(model)
}

/** Fields that identify a part. Sensors are listed inconsistently, and counters are not part of the inventory. */
const partFacts = [
  'hw-type',
  'hw-dev-index',
  'version',
  'part-number',
  'serial-number',
  'hw-description',
  'dev-name',
  'field-replaceable',
  'hw-class',
]

function inventory(answer: unknown): string {
  const parts = memberAt(answer, 'Cisco-IOS-XE-device-hardware-oper:device-hardware', 'device-inventory')
  if (!Array.isArray(parts)) throw notThere(message('expected_member', { member: 'device-inventory' }))
  const lasting = parts.filter((part) => !/sensor/i.test(String(memberAt(part, 'hw-type'))))
  return canonicalJson({ 'device-inventory': lasting.map((part) => pick(part, partFacts)) })
}

function softwareVersion(answer: unknown): string {
  const system = memberAt(answer, 'Cisco-IOS-XE-device-hardware-oper:device-hardware', 'device-system-data')
  if (typeof system !== 'object' || system === null)
    throw notThere(message('expected_member', { member: 'device-system-data' }))
  return canonicalJson(pick(system, ['software-version', 'rommon-version']))
}

function pick(value: unknown, names: readonly string[]): Record<string, unknown> {
  const found = names.map((name) => [name, memberAt(value, name)] as const)
  return Object.fromEntries(found.filter(([, member]) => member !== undefined))
}

function notThere(expected: ExpectationMessage): ArtifactUnavailable {
  return new ArtifactUnavailable({ kind: 'failed', code: 'output_truncated', expected, seen: 'an answer without it' })
}
