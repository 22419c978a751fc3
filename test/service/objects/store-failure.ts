import { StoreUnreachable } from '../../../service/objects/object-store.ts'
import type { ReceivedMessage } from '../../../shared/messages/message.ts'

/** Returns why an operation of an object store failed; undefined for another error. */
export function causeOf(error: unknown): ReceivedMessage | undefined {
  if (!(error instanceof StoreUnreachable)) return undefined
  const reason: ReceivedMessage = error.reason
  return reason.code === 'store_operation_failed' ? (reason.params['reason'] as ReceivedMessage) : reason
}
