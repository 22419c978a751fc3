import { openSealed, sealTo } from '../repository/seal.ts'
import type { Content } from '../repository/content.ts'
import type { EnvelopeBinding } from './envelope.ts'

/** A regular file of the previous tree. An unchanged file is not read again. */
export interface BaselineFile {
  /** The bytes of the path as latin1 text, without a leading slash. */
  path: string
  size: number
  seconds: number
  nanoseconds: number
  content: Content
}

/** Binding of a baseline's page: the lease and the position in the list. `after` is empty on the first page. */
export type BaselineBinding = Omit<EnvelopeBinding, 'kind'> & { after: string }

/** Seals a page of the previous tree to an agent process. */
export function sealBaseline(envelopeKey: Uint8Array, place: BaselineBinding, files: BaselineFile[]): Promise<Buffer> {
  return sealTo(envelopeKey, baselineInfo, placeText(place), Buffer.from(JSON.stringify(files)))
}

/** @throws SealDamaged if it belongs to another lease or page, or was altered */
export async function openBaseline(
  envelopePrivateKey: Uint8Array,
  place: BaselineBinding,
  sealed: Uint8Array,
): Promise<BaselineFile[]> {
  const json = await openSealed(envelopePrivateKey, baselineInfo, placeText(place), sealed)
  return JSON.parse(json.toString()) as BaselineFile[]
}

const baselineInfo = 'coffer baseline 1'

function placeText({ tenantId, agentId, sessionId, jobId, leaseId, after }: BaselineBinding): string {
  return ['coffer baseline', tenantId, agentId, sessionId, jobId, leaseId, after].join('\n')
}
