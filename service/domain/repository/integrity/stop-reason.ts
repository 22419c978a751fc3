import { message } from '../../../../shared/messages/message.ts'
import { KeysDestroyed } from '../../../keys/keyring.ts'
import { StoreUnreachable } from '../../../objects/object-store.ts'
import type { MaintenanceReason } from '../../kernel/maintenance-tasks/record-run.ts'
import { CheckStopped } from './integrity-dependencies.ts'

/** Returns why a check stopped without an error; null for errors. An unavailable store is not damage. */
export function stopReason(error: unknown): MaintenanceReason | null {
  if (error instanceof CheckStopped) return error.reason
  if (error instanceof StoreUnreachable) return message('store_not_answering', { detail: error.reason })
  if (error instanceof KeysDestroyed) return message('tenant_keys_destroyed')
  return null
}
