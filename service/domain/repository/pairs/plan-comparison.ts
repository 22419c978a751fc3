import type { DevicePairCode } from '../../../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import type { PairSide, PairSides } from './find-sides.ts'

export type PairReason = MessageOf<DevicePairCode>

/** The versions to compare, or why there are none. */
export type PlannedComparison =
  { kind: 'compare'; firstVersionId: string; secondVersionId: string } | { kind: 'unknown'; reason: PairReason }

/**
 * Decides whether the two sides of a pair can be compared.
 * @param limitBytes maximum size of a compared text
 */
export function planComparison({ first, second }: PairSides, key: string, limitBytes: number): PlannedComparison {
  for (const side of [first, second]) {
    const reason = reasonOf(side, key, limitBytes)
    if (reason) return { kind: 'unknown', reason }
  }
  return { kind: 'compare', firstVersionId: first.version_id!, secondVersionId: second.version_id! }
}

function reasonOf(side: PairSide, key: string, limit: number): PairReason | null {
  const { name: device, version_id: versionId, size_bytes: size } = side
  if (side.decommissioned) return message('pair_device_decommissioned', { device })
  if (versionId === null) return message('pair_without_version', { device, key })
  if (side.kind !== 'text') return message('pair_without_text', { device })
  if (side.suspicious) return message('pair_version_suspicious', { device })
  if (size !== null && size > limit) return message('pair_text_too_large', { device, size, limit })
  return null
}
