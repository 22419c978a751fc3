import type { FailureCode } from '../../shared/contract/failures.ts'
import type { Transport } from '../../shared/platforms/platform.ts'
import type { DeviceFailure } from '../device-failure.ts'
import type { CredentialSecrets, JobSpec } from '../job-spec.ts'

/** How far a path was walked when it failed: `opening` until the device is ready to be read, `reading` after. */
export type Phase = 'opening' | 'reading'

/** A path that failed so was not opened to us; another may be. */
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
  'address_unapproved', // nothing was sent: the other path's fingerprint is gathered too
  'two_factor_required',
  'enable_failed',
  'privilege_insufficient',
  'prompt_timeout',
  'platform_unsupported',
]

/**
 * Whether the next path may be tried: only when this one failed to connect, authenticate or be authorised. An unapproved
 * fingerprint ends the run, a person has to look; a refused login goes on only with nothing that it may have
 * sent: the same secret would be refused, and counted, again.
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

/** Of all paths' failures the one that the run reports: a lasting one first, or a retry would repeat a refused login. */
export function failureToReport(
  list: readonly DeviceFailure[],
  lasting: (code: FailureCode) => boolean,
): DeviceFailure {
  const failure = list.find(({ code }) => lasting(code)) ?? list[0]
  if (!failure) throw new Error('no failure to report')
  return failure
}

/** A path takes what it needs of a credential: one shared secret is enough to be refused by it twice. */
function sharesSecret(one: CredentialSecrets | undefined, other: CredentialSecrets | undefined): boolean {
  if (!one || !other || one.username !== other.username) return false
  const secrets = ['password', 'api_token', 'ssh_private_key'] as const
  return secrets.some((secret) => one[secret] !== undefined && one[secret] === other[secret])
}
