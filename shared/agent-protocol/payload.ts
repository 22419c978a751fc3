import { openSealed, sealTo } from '../repository/seal.ts'
import type { EnvelopeBinding } from './envelope.ts'

/** What a page of a restore's text is bound to: the lease, and the byte at which it begins. */
export type PayloadBinding = Omit<EnvelopeBinding, 'kind'> & { after: number }

/** Seals a page of the text that a restore gives back to an agent's process. */
export function sealPayload(envelopeKey: Uint8Array, place: PayloadBinding, bytes: Uint8Array): Promise<Buffer> {
  return sealTo(envelopeKey, payloadInfo, placeText(place), bytes)
}

/** @throws SealDamaged when it is another lease's, another page, or altered */
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
