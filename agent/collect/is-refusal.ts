import type { FailureCode } from '../../shared/contract/failures.ts'

/** Whether a failure means that the device does not support this for this account. Another request may succeed. */
export function isRefusal(code: FailureCode): boolean {
  return code === 'command_refused' || code === 'privilege_insufficient'
}
