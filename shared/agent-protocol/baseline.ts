import { openSealed, sealTo } from '../repository/seal.ts'
import type { Content } from '../repository/content.ts'
import type { EnvelopeBinding } from './envelope.ts'

/** A regular file of the previous tree, so that an unchanged one need not be read again. */
export interface BaselineFile {
  /** The path's bytes as latin1 text, without a leading slash. */
  path: string
  size: number
  seconds: number
  nanoseconds: number
  content: Content
}

/** What a baseline's page is bound to: the lease, and the place in the whole. `after` is empty on the first page. */
export type BaselineBinding = Omit<EnvelopeBinding, 'kind'> & { after: string }

/** Seals a page of the previous tree to an agent's process. */
export function sealBaseline(envelopeKey: Uint8Array, place: BaselineBinding, files: BaselineFile[]): Promise<Buffer> {
  return sealTo(envelopeKey, baselineInfo, placeText(place), Buffer.from(JSON.stringify(files)))
}

/** @throws SealDamaged when it is another lease's, another page, or altered */
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
