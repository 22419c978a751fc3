import type { Problem } from '../console/client/api.ts'
import { CommandEnd, type ExitCode, exitCodes } from './exit-codes.ts'
import { printable } from './printable.ts'

/** What a refusal means to the person who typed the command, and how the command ends. */
export function endOfProblem(problem: Problem, url: string): CommandEnd {
  return new CommandEnd(exitCodeOf(problem), wordsOf(problem), hintFor(problem, url), problem.code)
}

function exitCodeOf({ status }: Problem): ExitCode {
  if (status === 401) return exitCodes.notLoggedIn
  if (status === 403) return exitCodes.notPermitted
  if (status === 404) return exitCodes.notFound
  if (status === 0 || status === 429 || status >= 500) return exitCodes.notReached
  return exitCodes.refused
}

function wordsOf({ title, detail, status, errors = [] }: Problem): string {
  const fields = errors.map(({ path, message }) => `${path}: ${message}`)
  const isSaid = fields.length > 0 && detail === fields.join('; ')
  const lines = isSaid ? [title, ...fields.map((field) => `  ${field}`)] : [detail ? `${title}: ${detail}` : title]
  return printable(`${lines.join('\n')}${status === 0 ? '' : ` (${status})`}`)
}

function hintFor(
  { status, code, errors = [], missing, level, retry_after_seconds: seconds, request_id: id }: Problem,
  url: string,
) {
  if (status === 401) return url ? `log in: coffer login ${url}` : undefined
  if (
    code === 'role_without_tenant' ||
    errors.some(({ path, code: fault }) => path === 'tenant' && fault === 'unknown_field')
  )
    return 'this applies to no single customer: omit --tenant, and unset COFFER_TENANT'
  if (code === 'tenant_required' || code === 'role_needs_tenant')
    return 'add --tenant CUSTOMER; coffer customers lists them'
  if (missing === 'session') return 'an API token may not: coffer login, without COFFER_TOKEN'
  if (missing === 'confirmation') return 'this requires your password'
  if (missing === 'tenant') return 'your account is of another customer'
  if (missing) return `your role lacks the permission ${missing}: coffer whoami`
  if (level) return `the level ${level} says no: coffer api GET /api/restore/policy/${level}`
  if ((status === 429 || status === 503) && seconds) return `try again in ${seconds} s`
  if (status === 500) return `report it to the operator of the service, with the request ${id}`
  return undefined
}

/** What no answer means, in words for the person at the computer. */
export function explainNoAnswer(error: unknown, host: string): string {
  const { code = '', message } = innermost(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the name ${host} cannot be resolved: check it, and the DNS`
  if (code === 'ECONNREFUSED') return `${host} refuses the connection: check the port, and that the service runs`
  if (/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code)) {
    return `${host} cannot be reached: check route, firewall and proxy`
  }
  if (code === 'SILENT') return message
  if (code === 'ECONNRESET' || code === 'EPIPE')
    return `${host} closed the connection: check http or https, and the port`
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return `the certificate of ${host} is not valid now: check the clock of this computer, then the certificate`
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `the certificate of ${host} is for another name: ${message}`
  if (/CERT|SELF_SIGNED|ISSUER|VERIFY/.test(code)) {
    return `the certificate of ${host} is not trusted (${code}): give the authority that signed it with --ca-file`
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return `${host} does not speak TLS there (${code}): check http or https, and the port`
  }
  return `no answer of ${host}: ${message || code}`
}

/** A name with several addresses fails with all of their errors in one. */
function innermost(error: unknown): { code?: string; message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  return error as { code?: string; message: string }
}
