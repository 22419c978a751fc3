import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { components } from '../../shared/contract/api-types.ts'
import { message } from '../../shared/messages/message.ts'
import type { SealedPack } from '../../shared/repository/pack-builder.ts'
import { DeviceFailure } from '../device-failure.ts'
import { JobAborted } from '../job-aborted.ts'
import { waitMs } from './backoff.ts'
import { type LeaseRequests, timeouts } from './lease-requests.ts'
import type { PackUploader } from './pack-uploader.ts'

type Schemas = components['schemas']

/** Maximum number of times a pack is sent that fails verification because it is altered in transit. */
const wrongAttempts = 8

/** An upload address is valid for 15 minutes; this leaves 5 of them for sending. */
const addressMs = 10 * 60 * 1000

/** A pack that the service expects, and an address that accepts it until `until`, by the clock of `performance`. */
interface AnnouncedPack {
  address: Schemas['PackAddresses']['packs'][number]
  freshUntil: number
}

/** `away`: no destination accepted it. */
type PackEnd = { state: 'verified' } | { state: 'away' | 'missing' | 'wrong'; why: string }

/**
 * Sends a pack until the service has verified it. Retries an unreachable store until the job's deadline.
 * @throws DeviceFailure store_unreachable; the reason with which the job's signal was aborted
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
  const md5 = requests.settings.packMd5 ? { md5: hash('md5', pack.bytes, 'base64') } : {}
  const announced = { size: pack.bytes.length, sha256: base64(pack.sha256), ...md5 }
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
  // The accepted upload did not reach the store: something else accepted it.
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
