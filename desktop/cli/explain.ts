import type { ClientCode } from '../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../shared/messages/message.ts'
import type { Problem } from '../console/client/api.ts'
import { CommandError, type ExitCode, exitCodes } from './exit-codes.ts'
import { printable } from './printable.ts'

/** Returns the explanation and exit code of a problem of the API. */
export function endOfProblem(problem: Problem, url: string): CommandError {
  return new CommandError(
    exitCodeOf(problem),
    message('service_problem', { problem: wordsOf(problem) }),
    hintFor(problem, url),
    problem.code,
  )
}

function exitCodeOf({ status }: Problem): ExitCode {
  if (status === 401) return exitCodes.notLoggedIn
  if (status === 403) return exitCodes.notPermitted
  if (status === 404) return exitCodes.notFound
  if (status === 0 || status === 429 || status >= 500) return exitCodes.notReached
  return exitCodes.refused
}

function wordsOf({ title, detail, status, errors = [], document_errors: faults = [] }: Problem): string {
  const fields = errors.map(({ path, message }) => `${path}: ${message}`)
  const isSaid = fields.length > 0 && detail === fields.join('; ')
  const lines = isSaid ? [title, ...fields.map((field) => `  ${field}`)] : [detail ? `${title}: ${detail}` : title]
  lines.push(...faults.map(({ line, column, path, message }) => `  ${line}:${column}: ${path}: ${message}`))
  return printable(`${lines.join('\n')}${status === 0 ? '' : ` (${status})`}`)
}

function hintFor(
  { status, code, errors = [], missing, level, retry_after_seconds: seconds, request_id: id }: Problem,
  url: string,
): MessageOf<ClientCode> | undefined {
  if (status === 401) return url ? message('run_command', { command: `coffer login ${url}` }) : undefined
  if (
    code === 'role_without_tenant' ||
    errors.some(({ path, code: fault }) => path === 'tenant' && fault === 'unknown_field')
  )
    return message('reach_no_single_customer')
  if (code === 'tenant_required' || code === 'role_needs_tenant') return message('name_customer')
  if (missing === 'session') return message('log_in_without_token')
  if (missing === 'confirmation') return message('password_required')
  if (code === 'approval_required') return message('approval_reason_needed')
  if (missing === 'approval') return message('run_command', { command: 'coffer approvals' })
  if (missing === 'tenant') return message('account_of_other_customer')
  if (missing) return message('permission_lacking', { permission: missing })
  if (level) return message('restore_policy_denies', { level })
  if ((status === 429 || status === 503) && seconds) return message('try_again_in', { seconds })
  if (status === 500) return message('report_request', { request_id: id })
  return undefined
}

/** Returns why the service did not respond. */
export function explainNoAnswer(error: unknown, host: string): MessageOf<'service_unreached'> {
  const { code = '', message: text, afterMs = 0 } = innermost(error)
  const cause = causeOf(code)
  const quoted = cause === 'certificate_untrusted' || cause === 'no_tls' ? code : text || code
  return message('service_unreached', { host, cause, error: quoted, timeout: afterMs / 1000 })
}

function causeOf(code: string): string {
  if (code === 'SILENT') return 'silent'
  if (code === 'NOT_ACCEPTED') return 'not_accepted'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name_unknown'
  if (code === 'ECONNREFUSED') return 'refused'
  if (/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return 'unreachable'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'closed'
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return 'certificate_time'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'certificate_name'
  if (/CERT|SELF_SIGNED|ISSUER|VERIFY/.test(code)) return 'certificate_untrusted'
  return code === 'EPROTO' || code.startsWith('ERR_SSL') ? 'no_tls' : 'other'
}

/** Returns the first of an aggregate's errors: a name with several addresses fails with one for each. */
function innermost(error: unknown): { code?: string; message: string; afterMs?: number } {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  return error as ReturnType<typeof innermost>
}
