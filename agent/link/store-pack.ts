import { setTimeout as sleep } from 'node:timers/promises'
import type { components } from '../../shared/contract/api-types.ts'
import { message } from '../../shared/messages/message.ts'
import type { SealedPack } from '../../shared/repository/pack.ts'
import { DeviceFailure } from '../device-failure.ts'
import { JobAborted } from '../job-aborted.ts'
import { waitMs } from './backoff.ts'
import { type LeaseRequests, timeouts } from './lease-requests.ts'
import type { PackUploader } from './pack-uploader.ts'

type Schemas = components['schemas']

/** How often a pack is sent that arrives and is found wrong: something on the way alters it. */
const wrongAttempts = 8

/** An address is valid for 15 minutes; this leaves a third of them for sending. */
const addressMs = 10 * 60 * 1000

/** A pack as the service expects it, at an address that it may be sent to until then, by the clock of `performance`. */
interface AnnouncedPack {
  address: Schemas['PackAddresses']['packs'][number]
  freshUntil: number
}

/** `away`: it was not accepted anywhere. */
type PackEnd = { state: 'verified' } | { state: 'away' | 'missing' | 'wrong'; why: string }

/**
 * Sends a pack until the service has verified it. A store that cannot be reached is retried until the job's deadline.
 * @throws DeviceFailure store_unreachable; what the job's signal was aborted with
 */
export async function storePack(requests: LeaseRequests, uploader: PackUploader, pack: SealedPack): Promise<void> {
  const { lease, signal, onTrouble, backoff } = requests.settings
  let seen: string | undefined
  let announced: AnnouncedPack | undefined
  try {
    for (let attempt = 1, wrong = 0; ; attempt++) {
      if (!announced || performance.now() > announced.freshUntil) announced = await announce(requests, pack)
      const sent = await sendPack(requests, uploader, pack, announced)
      if (sent.state === 'verified') return
      if (sent.state !== 'away') announced = undefined
      seen = sent.why
      onTrouble(`job ${lease.jobId}: a pack was not stored (${seen}); attempt ${attempt}`)
      if (sent.state === 'wrong' && ++wrong === wrongAttempts) throw unreachable(seen)
      await sleep(waitMs(backoff, attempt, Math.random), undefined, { signal })
    }
  } catch (error) {
    if (isDeadline(signal)) throw unreachable(seen)
    signal.throwIfAborted()
    throw error
  }
}

async function announce(requests: LeaseRequests, pack: SealedPack): Promise<AnnouncedPack> {
  const announced = { size: pack.bytes.length, sha256: base64(pack.sha256), md5: base64(pack.md5) }
  const at = performance.now()
  const { packs } = await requests.post<Schemas['PackAddresses']>('/packs', { packs: [announced] })
  if (!packs[0]) throw new Error('the service returned no address for a pack')
  return { address: packs[0], freshUntil: at + addressMs }
}

async function sendPack(
  requests: LeaseRequests,
  uploader: PackUploader,
  pack: SealedPack,
  { address }: AnnouncedPack,
): Promise<PackEnd> {
  const sent = await uploader.send(address, pack.bytes)
  if (!sent.isTaken) return { state: 'away', why: sent.why }
  const body = { packs: [address.id] }
  const states = await requests.post<Schemas['PackStates']>('/packs/confirm', body, timeouts.resultMs)
  const state = states.packs.find(({ id }) => id === address.id)
  if (state?.state === 'verified') return { state: 'verified' }
  // an acceptance that was not the store's own
  if (state?.state === 'missing' && sent.isDirect) uploader.avoidDirect('what it was sent is not there')
  const why = `it is ${state?.state ?? 'unknown'}: ${state?.reason ?? ''}`
  return { state: state?.state === 'wrong' ? 'wrong' : 'missing', why }
}

function unreachable(seen = 'it was never sent to its end'): DeviceFailure {
  const step = message('step_sending_packs')
  return new DeviceFailure('store_unreachable', { step, expected: message('expected_stored_pack'), seen })
}

function isDeadline({ reason }: AbortSignal): boolean {
  return reason instanceof JobAborted && reason.reason === 'deadline'
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64')
}
