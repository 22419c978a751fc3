import { type MessageOf, message } from '../messages/message.ts'
import type { SuspicionCode } from '../messages/codes.ts'

type Metadata = Readonly<Record<string, unknown>>

/** Why a version is suspicious. */
export type Suspicion = MessageOf<SuspicionCode>

/**
 * Returns why a version is suspicious, from its metadata and that of the previous version. Each reason may have a valid
 * cause, such as a replaced unit.
 */
export function findSuspicions(before: Metadata, after: Metadata): Suspicion[] {
  const found: Suspicion[] = []
  const [serial, previousSerial] = [after['serial'], before['serial']]
  if (typeof serial === 'string' && typeof previousSerial === 'string' && serial !== previousSerial) {
    found.push(message('serial_number_changed', { serial, previous_serial: previousSerial }))
  }
  const [count, previousCount] = [after['device_groups'], before['device_groups']]
  if (typeof count === 'number' && typeof previousCount === 'number' && count < previousCount) {
    found.push(message('device_groups_fewer', { count, previous_count: previousCount }))
  }
  if (after['partial'] === true && before['partial'] !== true) found.push(message('capture_partial'))
  if (after['masked'] !== undefined && before['masked'] === undefined) found.push(message('secrets_masked'))
  return found
}
