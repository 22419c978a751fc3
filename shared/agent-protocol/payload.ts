import { openSealed, sealTo } from '../repository/seal.ts'
import type { EnvelopeBinding } from './envelope.ts'

/** Binding of a page of a restore's text: the lease and the byte offset. */
export type PayloadBinding = Omit<EnvelopeBinding, 'kind'> & { after: number }

/** Seals a page of a restore's text to an agent process. */
export function sealPayload(envelopeKey: Uint8Array, place: PayloadBinding, bytes: Uint8Array): Promise<Buffer> {
  return sealTo(envelopeKey, payloadInfo, placeText(place), bytes)
}

/** @throws SealDamaged if it belongs to another lease or page, or was altered */
export function openPayload(
  envelopePrivateKey: Uint8Array,
  place: PayloadBinding,
  sealed: Uint8Array,
): Promise<Buffer> {
  return openSealed(envelopePrivateKey, payloadInfo, placeText(place), sealed)
}

const payloadInfo = 'coffer payload 1'

function placeText({ tenantId, agentId, sessionId, jobId, leaseId, after }: PayloadBinding): string {
  return ['coffer payload', tenantId, agentId, sessionId, jobId, leaseId, after].join('\n')
}
