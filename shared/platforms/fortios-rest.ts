import { message } from '../messages/message.ts'
import { createFortiosInspector } from './fortios-text.ts'
import { memberAt, readJson } from './read-json.ts'
import { type ApiFacts, ArtifactUnavailable, type RequestsDescription, type TextRequest } from './requests.ts'

const backup = '/api/v2/monitor/system/config/backup'

/**
 * FortiOS over its REST API: the backup file, byte for byte. The token is sent in a header, never in the URL. The
 * method depends on the release: 6.x GET, 7.0 to 7.4 mostly both, 7.6 and later POST only (405 responses in the fortios
 * collection of Ansible, issues 361 and 414).
 */
export const fortiosRest: RequestsDescription = {
  driver: 'requests',
  port: 443,
  login: 'bearer',
  identify: () => [
    {
      method: 'GET',
      path: '/api/v2/monitor/system/status',
      repeatable: true,
      reads: [403], // a restricted profile may still create backups
      facts: (body, status) => (status === 403 ? {} : statusFacts(readJson(body))),
    },
  ],
  artifacts: {
    'full-configuration': {
      required: true,
      requests({ options, facts }) {
        const vdom = vdomIn(options['vdom'])
        const methods = isPostOnly(facts) ? (['POST', 'GET'] as const) : (['GET', 'POST'] as const)
        return methods.map((method) => backupRequest(method, vdom, facts))
      },
    },
  },
  advice: {
    auth_failed: message('advice_fortios_api_token'),
    privilege_insufficient: message('advice_fortios_api_super_admin'),
    protocol_error: message('advice_fortios_api_port'),
  },
  limits: {
    idleMs: 180_000, // large units build the whole file before the first byte
    totalMs: 1_800_000,
    maxBytes: 256 * 1024 * 1024,
    busyMs: 120_000,
    retryMs: 10_000,
  },
}

/** @throws ArtifactUnavailable for a response that is not a FortiGate's */
function statusFacts(answer: unknown): ApiFacts {
  const version = memberAt(answer, 'version')
  const serial = memberAt(answer, 'serial')
  if (typeof version !== 'string' || typeof serial !== 'string') {
    const expected = message('expected_fortigate_status')
    throw new ArtifactUnavailable({ kind: 'failed', code: 'protocol_error', expected, seen: 'JSON without them' })
  }
  return { version, serial }
}

/** `v7.6.0` and later. */
function isPostOnly({ version }: ApiFacts): boolean {
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(String(version)) ?? []
  return Number(major) > 7 || (Number(major) === 7 && Number(minor) >= 6)
}

/** @throws ArtifactUnavailable for a name that the API cannot request */
function vdomIn(option: unknown): string | undefined {
  if (typeof option !== 'string' || option === '') return undefined
  if (option !== 'global') return option
  const expected = message('expected_vdom_option')
  const advice = message('advice_fortios_global_over_ssh')
  throw new ArtifactUnavailable({ kind: 'failed', code: 'options_invalid', expected, seen: 'global', advice })
}

/** `scope=global` excludes `vdom`: the file would lack the administrators (issue 336 of that collection). */
function backupRequest(method: 'GET' | 'POST', vdom: string | undefined, { serial }: ApiFacts): TextRequest {
  const wanted: Record<string, string> = vdom === undefined ? { scope: 'global' } : { scope: 'vdom', vdom }
  const isGet = method === 'GET'
  return {
    method,
    path: isGet ? `${backup}?${new URLSearchParams(wanted).toString()}` : backup,
    ...(isGet ? {} : { body: JSON.stringify(wanted), headers: { 'content-type': 'application/json' } }),
    repeatable: true,
    checks: {
      firstLine: /^#config-version=(?!FMG|FAZ|FML)/, // managers and analysers respond alike
      lastLine: /^end$/,
      metadata: { model: /^#config-version=(?<value>[^:]+)/ },
    },
    inspect() {
      const inspector = createFortiosInspector(vdom)
      return {
        ...inspector,
        end() {
          const { metadata, warnings } = inspector.end()
          return { metadata: serial === undefined ? metadata : { serial, ...metadata }, warnings }
        },
      }
    },
  }
}
