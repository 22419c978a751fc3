import { message } from '../messages/message.ts'
import { takePanosElement, type WantedElement } from './panos-answer.ts'
import { readPanosSystem, type PanosSystem } from './panos-system.ts'
import { createPanosInspector, shownFacts } from './panos-text.ts'
import { panosSystem, vsysIn, wantedVsys, wholeConfiguration } from './panos-expected.ts'
import {
  type ArchiveRequest,
  ArtifactUnavailable,
  type RequestContext,
  type RequestsDescription,
  type TextRequest,
} from './requests.ts'

/**
 * The XML API of PAN-OS. Requests are POST forms, so that URLs contain nothing. Errors have status 200; newer releases
 * add 403. `action=show` returns the running configuration and `action=get` the candidate (oxidized, issue 2759:
 * `type=export` also returns the candidate, contrary to the vendor's articles).
 */
export function panosApi(product: PanosSystem['product']): RequestsDescription {
  const deviceState: RequestsDescription['artifacts'] =
    product === 'firewall' ? { 'device-state': { archive: exportedState } } : {}
  return {
    driver: 'requests',
    port: 443,
    login: 'panos-key',
    identify: () => [
      {
        ...post({ type: 'op', cmd: '<show><system><info></info></system></show>' }),
        facts(body, status) {
          const extractor = takePanosElement(panosSystem, status)
          return readPanosSystem(Buffer.concat([extractor.push(body), extractor.end()]), product)
        },
      },
    ],
    artifacts: {
      'running-config': { required: true, requests: (context) => [configuration('show', product, context)] },
      'candidate-config': { requests: (context) => [configuration('get', product, context)] },
      ...deviceState,
    },
    advice: {
      auth_failed: message('advice_panos_credential'),
      archive_refused: message('advice_panos_superuser_api'),
      privilege_insufficient: message('advice_panos_superuser_api'),
      protocol_error: message('advice_panos_api_port'),
    },
    limits: {
      idleMs: 60_000,
      totalMs: 3_600_000,
      maxBytes: 1024 * 1024 * 1024,
      busyMs: 180_000,
      retryMs: 15_000,
    },
  }
}

function configuration(
  action: 'show' | 'get',
  product: PanosSystem['product'],
  { options, facts }: RequestContext,
): TextRequest {
  const vsys = vsysIn(options['vsys'], facts)
  const within = "/config/devices/entry[@name='localhost.localdomain']/vsys"
  const xpath = vsys === undefined ? '/config' : `${within}/entry[@name='${vsys}']`
  const wanted = vsys === undefined ? wholeConfiguration : wantedVsys(vsys, ['response', 'result', 'entry'])
  return {
    ...post({ type: 'config', action, xpath }),
    idleMs: 300_000,
    extract: (status) => takePanosElement(wanted, status),
    checks: {},
    inspect: () => createPanosInspector({ product, isCandidate: action === 'get', vsys, facts }),
  }
}

/** The file and an error have different content types, which distinguishes them before a byte is stored. */
function exportedState({ options, facts }: RequestContext): ArchiveRequest {
  if (vsysIn(options['vsys'], facts) !== undefined) {
    throw new ArtifactUnavailable({
      kind: 'absent',
      reason: message('artifact_not_of_vsys'),
    })
  }
  return {
    ...post({ type: 'export', category: 'device-state' }),
    idleMs: 600_000, // the timeout of the vendor's Ansible modules
    contentType: /octet-stream|gzip|compressed|\bx?-?tar\b/i,
    magic: Buffer.from([0x1f, 0x8b]),
    refusal: (status) => takePanosElement(noState, status),
    metadata: shownFacts(facts),
  }
}

/** An export has no wanted element: any XML in its place is an error. */
const noState: WantedElement = {
  path: ['response', 'result', 'device-state'],
  missing: { kind: 'failed', code: 'archive_refused', expected: message('expected_archive'), seen: 'XML in its place' },
}

function post(form: Record<string, string>) {
  return {
    method: 'POST',
    path: '/api/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    repeatable: true,
    reads: [400, 403],
    contentType: /\bxml\b/i,
  } as const
}
