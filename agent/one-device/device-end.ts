import { type FailureCode, failures } from '../../shared/contract/failures.ts'
import { deviceExitCodes } from '../device-exit-codes.ts'
import type { DeviceFailure } from '../device-failure.ts'
import { CommandEnd, exitCodes } from '../exit-codes.ts'

/** The end of a command that a device is the reason of. */
export function deviceEnd(failure: DeviceFailure): CommandEnd {
  return new CommandEnd(exitCodeOf(failure.code), `${failure.code}: ${failure.message}`)
}

/** Who can mend a failure: whoever has the device, the network between, the account, or this command. */
export function menderOf(code: FailureCode): string {
  return menders.find(([codes]) => codes.test(code))?.[1] ?? `whoever runs this agent (${failures[code].advice})`
}

function exitCodeOf(code: FailureCode): number {
  const codes: Partial<Record<FailureCode, number>> = deviceExitCodes
  return codes[code] ?? exitCodes.unexpected
}

const menders: [RegExp, string][] = [
  [/^dns_failure$/, 'whoever keeps the DNS that this computer asks'],
  [
    /^(connection_timeout|host_unreachable)$/,
    'whoever keeps the network and its firewalls between here and the device',
  ],
  [/^(connection_refused|connection_lost|protocol_error)$/, 'whoever keeps the device: its service, lines and filters'],
  [/^(unsupported_algorithm|device_|rsync_|shell_)/, 'whoever keeps the device'],
  [/^(fingerprint_|tls_)/, 'whoever can look at the device itself and compare the fingerprint'],
  [
    /^(auth_|enable_|privilege_|two_factor_|command_refused|archive_refused)/,
    'whoever keeps the account on the device',
  ],
  [/^(credential_|options_|path_|tree_)/, 'whoever gave this command: a secret, an option or a path is not right'],
]
