import type { components } from '../../shared/contract/api-types.ts'
import type { HttpClient } from './http.ts'
import { NoAnswer } from './transport-error.ts'
import type { Numbers } from './request-counter.ts'

export type PackAddress = components['schemas']['PackAddresses']['packs'][number]

/** The outcome of sending a pack. `isDirect`: it was sent to the object store instead of through the service. */
export type SentPack = { isTaken: true; isDirect: boolean } | { isTaken: false; why: string }

/** Sends packs to the object store or, if that is unreachable, through the service. */
export interface PackUploader {
  /** Sends a pack once. The service verifies whether it arrived intact. */
  send(address: PackAddress, bytes: Uint8Array): Promise<SentPack>
  /** Sends all later packs of the session through the service. */
  avoidDirect(why: string): void
}

export interface PackUploaderSettings {
  http: HttpClient
  baseUrl: string
  numbers: Pick<Numbers, 'isRelaying' | 'beginRelaying'>
  signal: AbortSignal
  /** For the agent's own log. */
  onTrouble: (line: string) => void
}

/** Timeouts for sending a pack, and for connecting to a store. */
const timeouts = { packMs: 300_000, connectMs: 10_000 }

export function createPackUploader({ http, baseUrl, numbers, signal, onTrouble }: PackUploaderSettings): PackUploader {
  async function put(url: string, headers: Record<string, string>, body: Uint8Array, connectMs?: number) {
    const all = { 'content-type': 'application/octet-stream', ...headers }
    const request = { method: 'PUT', url, headers: all, body, timeoutMs: timeouts.packMs, connectMs, signal }
    try {
      const { status } = await http.send(request)
      return { status, why: `the store answered ${status}` }
    } catch (error) {
      if (error instanceof NoAnswer && error.kind !== 'aborted') return { status: undefined, why: error.message }
      throw error
    }
  }

  function avoidDirect(why: string) {
    if (numbers.beginRelaying())
      onTrouble(`the object store cannot be reached from here (${why}): packs go through the service`)
  }

  return {
    async send({ url, headers, relay }, bytes) {
      const mayGoDirect = url !== relay && !numbers.isRelaying()
      const direct = mayGoDirect && (await put(url, headers, bytes, timeouts.connectMs))
      if (direct && isTaken(direct.status)) return { isTaken: true, isDirect: true }
      if (direct && isTheStoresOwn(direct.status)) return { isTaken: false, why: direct.why }
      const relayed = await put(`${baseUrl}${relay}`, {}, bytes)
      if (!isTaken(relayed.status)) return { isTaken: false, why: relayed.why }
      if (direct) avoidDirect(direct.why)
      return { isTaken: true, isDirect: false }
    },
    avoidDirect,
  }
}

function isTaken(status: number | undefined): boolean {
  return status !== undefined && status < 300
}

/**
 * Whether the store itself is busy or broken, or received other bytes than announced. Sending through the service would
 * fail in the same way.
 */
function isTheStoresOwn(status: number | undefined): boolean {
  return status !== undefined && (status === 400 || status === 429 || status === 500 || status === 503)
}
