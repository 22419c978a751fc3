import type { FailureCode } from '../../shared/contract/failures.ts'
import { defaultAdvice } from '../../shared/messages/failure.ts'
import { render } from '../../shared/messages/render.ts'
import { deviceExitCodes } from '../device-exit-codes.ts'
import type { DeviceFailure } from '../device-failure.ts'
import { type CommandError, endWith, exitCodes } from '../exit-codes.ts'

/** Returns the end of a command that failed because of a device. */
export function deviceEnd(failure: DeviceFailure): CommandError {
  return endWith(exitCodeOf(failure.code), 'device_failed', { failure: failure.code, reason: failure.message })
}

/**
 * Returns who can correct a failure, and how: the device's, the network's or the account's administrator, or the user
 * of this command.
 */
export function responsibleParty(code: FailureCode): string {
  return menders.find(([codes]) => codes.test(code))?.[1] ?? render(defaultAdvice(code), 'en')
}

function exitCodeOf(code: FailureCode): number {
  const codes: Partial<Record<FailureCode, number>> = deviceExitCodes
  return codes[code] ?? exitCodes.unexpected
}

const menders: [RegExp, string][] = [
  [/^dns_failure$/, 'ask the administrator of the DNS that this computer uses'],
  [
    /^(connection_timeout|host_unreachable)$/,
    'ask the administrator of the network and the firewalls between this computer and the device',
  ],
  [
    /^(connection_refused|connection_lost|protocol_error)$/,
    'on the device, check the SSH or HTTPS service, its lines (vty) and its filters',
  ],
  [/^(unsupported_algorithm|device_|rsync_|shell_)/, 'ask the administrator of the device'],
  [/^(fingerprint_|tls_)/, 'compare the fingerprint with the one that the device itself shows'],
  [
    /^(auth_|enable_|privilege_|two_factor_|command_refused|archive_refused)/,
    'ask the administrator of the account on the device',
  ],
  [/^(credential_|options_|path_|tree_)/, 'check the secrets, options and paths of this command'],
]
