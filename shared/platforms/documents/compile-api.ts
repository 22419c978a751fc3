import { message } from '../../messages/message.ts'
import { ArtifactUnavailable, type RequestedArtifact, type RequestsDescription } from '../requests.ts'
import { compileChecks, compileInspector } from './compile-checks.ts'
import type { ApiSection, PlatformDocument, RequestSection } from './document.ts'
import { documentPattern } from './document-pattern.ts'

/** Compiles the requests of a document. All are GET requests with fixed paths. */
export function compileApi(document: PlatformDocument, api: ApiSection): RequestsDescription {
  const { port = 443, login, check, requests, timeouts = {} } = api
  const expected = check.contains === undefined ? undefined : documentPattern(check.contains)
  return {
    driver: 'requests',
    port,
    login,
    identify: () => [
      {
        method: 'GET',
        path: check.path,
        repeatable: true,
        facts(body) {
          if (expected?.test(body.toString('latin1')) === false) throw otherDevice(expected)
          return {}
        },
      },
    ],
    artifacts: Object.fromEntries(
      Object.entries(requests).map(([key, request]) => [key, compileRequest(document, key, request)]),
    ),
    limits: {
      idleMs: (timeouts.silence ?? 60) * 1_000,
      totalMs: (timeouts.output ?? 300) * 1_000,
      maxBytes: 64 * 1024 * 1024,
      busyMs: 60_000,
      retryMs: 10_000,
    },
  }
}

function compileRequest(document: PlatformDocument, key: string, request: RequestSection): RequestedArtifact {
  const { path, required, headers, type, ...complete } = request
  const checks = compileChecks(document, key, complete)
  const contentType = type === undefined ? {} : { contentType: documentPattern(type) }
  return {
    ...(required && { required }),
    requests: () => [
      {
        method: 'GET',
        path,
        repeatable: true,
        ...(headers && { headers }),
        ...contentType,
        checks,
        ...compileInspector(complete),
      },
    ],
  }
}

function otherDevice(expected: RegExp): ArtifactUnavailable {
  return new ArtifactUnavailable({
    kind: 'failed',
    code: 'protocol_error',
    expected: message('expected_line', { pattern: expected.source }),
    seen: '',
    advice: message('advice_check_platform'),
  })
}
