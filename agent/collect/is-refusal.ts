import type { FailureCode } from '../../shared/contract/failures.ts'

/** Whether a failure says that the device does not do this for this account: another way of asking may do. */
export function isRefusal(code: FailureCode): boolean {
  return code === 'command_refused' || code === 'privilege_insufficient'
}
