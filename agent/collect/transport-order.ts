import type { FailureCode } from '../../shared/contract/failures.ts'
import type { Transport } from '../../shared/platforms/platform.ts'
import type { DeviceFailure } from '../device-failure.ts'
import type { CredentialSecrets, JobSpec } from '../job-spec.ts'

/** The phase in which a transport failed: `opening` until the device is ready to be read, `reading` after. */
export type Phase = 'opening' | 'reading'

/** Failures of a transport that did not open; another one may. */
const notOpened: readonly FailureCode[] = [
  'dns_failure',
  'connection_refused',
  'connection_timeout',
  'connection_lost',
  'host_unreachable',
  'unsupported_algorithm',
  'protocol_error',
  'auth_failed',
  'credential_missing',
  'credential_unusable',
  'address_unapproved', // nothing was sent; the other transport's fingerprint is also recorded
  'two_factor_required',
  'enable_failed',
  'privilege_insufficient',
  'prompt_timeout',
  'platform_unsupported',
]

/**
 * Whether the next transport may be tried: only if this one failed to connect, authenticate or authorise. An unapproved
 * fingerprint ends the run, because a user must decide. After a refused login, only a transport without any of the same
 * secrets is tried: the same secret would be refused, and counted, again.
 */
export function mayTryNext(
  failure: DeviceFailure,
  phase: Phase,
  job: JobSpec,
  failed: Transport,
  next: Transport,
): boolean {
  if (failure.code === 'privilege_insufficient') return true
  if (phase === 'reading' || !notOpened.includes(failure.code)) return false
  return failure.code !== 'auth_failed' || !sharesSecret(job.credentials[failed], job.credentials[next])
}

/** Returns the failure to report. A permanent one comes first, otherwise a retry would repeat a refused login. */
export function failureToReport(
  list: readonly DeviceFailure[],
  lasting: (code: FailureCode) => boolean,
): DeviceFailure {
  const failure = list.find(({ code }) => lasting(code)) ?? list[0]
  if (!failure) throw new Error('no failure to report')
  return failure
}

/** Whether the credentials share a secret. One is enough for it to be refused twice. */
function sharesSecret(one: CredentialSecrets | undefined, other: CredentialSecrets | undefined): boolean {
  if (!one || !other || one.username !== other.username) return false
  const secrets = ['password', 'api_token', 'ssh_private_key'] as const
  return secrets.some((secret) => one[secret] !== undefined && one[secret] === other[secret])
}
