import { setTimeout as sleep } from 'node:timers/promises'
import type { components } from '../../shared/contract/api-types.ts'
import { openBaseline } from '../../shared/agent-protocol/baseline.ts'
import { openPayload } from '../../shared/agent-protocol/payload.ts'
import { type ReportedLine, sealReport } from '../../shared/agent-protocol/report.ts'
import { message } from '../../shared/messages/message.ts'
import type { SealedPack } from '../../shared/repository/pack.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { JobLink } from '../job-link.ts'
import { JobAborted } from '../job-aborted.ts'
import { type Backoff, repeat, waitMs } from './backoff.ts'
import type { Exchange } from './exchange.ts'
import type { HttpClient } from './http.ts'
import type { Observed } from '../sessions/session.ts'
import { Refused } from './transport-error.ts'
import type { Numbers } from './request-counter.ts'
import { createPackUploader } from './pack-uploader.ts'
import { post, said } from './service.ts'

type Schemas = components['schemas']

/** Which lease the requests are made under, and what its envelope gave. */
export interface LinkedLease {
  tenantId: string
  agentId: string
  sessionId: string
  jobId: string
  leaseId: string
  reportKey: Buffer
  envelopePrivateKey: Uint8Array
}

export interface JobLinkSettings {
  exchange: Exchange
  http: HttpClient
  /** Of the session: jobs learn from each other which way packs go. */
  numbers: Pick<Numbers, 'isRelaying' | 'beginRelaying'>
  baseUrl: string
  lease: LinkedLease
  /** Aborted when the job is to stop. Its result is offered all the same, until `resultSignal` is. */
  signal: AbortSignal
  resultSignal: AbortSignal
  /** The service says that the lease is gone. */
  onLost: () => void
  /** For the agent's own log: what is repeated, and why. */
  onTrouble: (line: string) => void
  backoff: Backoff
}

/** Requests of a job: short ones, and a result, which may take long to verify. */
const timeouts = { askMs: 30_000, resultMs: 120_000 }

const committing = message('step_committing_result')

/** Of a run's log; the service takes no more at once. */
const linesOfBatch = 1_000

/** How often a pack is sent that arrives and is found wrong: something on the way alters it. */
const wrongAttempts = 8

/** An address is good for 15 minutes; this leaves a third of them for sending. */
const addressMs = 10 * 60 * 1000

/** A pack as the service expects it, at an address that it may be sent to until then, by the clock of `performance`. */
interface AnnouncedPack {
  address: Schemas['PackAddresses']['packs'][number]
  freshUntil: number
}

/** `away`: nobody took it. */
type PackEnd = { state: 'verified' } | { state: 'away' | 'missing' | 'wrong'; why: string }

/** The agent's way to the service for one job: every request signed, every answer checked. */
export function createJobLink(settings: JobLinkSettings): JobLink {
  const { exchange, lease, signal, resultSignal, onLost, onTrouble, backoff } = settings
  const base = `/api/agent/jobs/${lease.jobId}`
  const place = { jobId: lease.jobId, leaseId: lease.leaseId }
  const underLease = <T extends object>(body: T) => ({ lease_id: lease.leaseId, ...body })
  let logged = 0
  const packUploader = createPackUploader(settings)
  const told = (error: Error) => onTrouble(`job ${lease.jobId}: ${error.message}; trying again`)

  async function ask<T>(action: () => Promise<T>, until: AbortSignal = signal): Promise<T> {
    try {
      return await repeat(action, backoff, until, told)
    } catch (error) {
      if (isLost(error)) onLost()
      throw error
    }
  }

  async function announce(pack: SealedPack): Promise<AnnouncedPack> {
    const announced = { size: pack.bytes.length, sha256: base64(pack.sha256), md5: base64(pack.md5) }
    const body = underLease({ packs: [announced] })
    const at = performance.now()
    const { packs } = await ask(async () =>
      said(await exchange.call<Schemas['PackAddresses']>({ ...post(`${base}/packs`, body, timeouts.askMs), signal })),
    )
    if (!packs[0]) throw new Error('the service gave no address for a pack')
    return { address: packs[0], freshUntil: at + addressMs }
  }

  async function sendPack(pack: SealedPack, { address }: AnnouncedPack): Promise<PackEnd> {
    const sent = await packUploader.send(address, pack.bytes)
    if (!sent.isTaken) return { state: 'away', why: sent.why }
    const confirm = post(`${base}/packs/confirm`, underLease({ packs: [address.id] }), timeouts.resultMs)
    const states = await ask(async () => said(await exchange.call<Schemas['PackStates']>({ ...confirm, signal })))
    const state = states.packs.find(({ id }) => id === address.id)
    if (state?.state === 'verified') return { state: 'verified' }
    // a yes that was not the store's own
    if (state?.state === 'missing' && sent.isDirect) packUploader.avoidDirect('what it was sent is not there')
    const why = `it is ${state?.state ?? 'unknown'}: ${state?.reason ?? ''}`
    return { state: state?.state === 'wrong' ? 'wrong' : 'missing', why }
  }

  /** Numbered: a batch whose answer was lost is sent again, and kept once. */
  async function sendLines(lines: ReportedLine[]) {
    const sealed = sealReport(lease.reportKey, { ...place, purpose: 'log' }, lines)
    const body = post(`${base}/log`, underLease({ first: logged, sealed }), timeouts.askMs)
    logged += lines.length
    await ask(() => exchange.call({ ...body, signal: resultSignal }), resultSignal)
  }

  return {
    async judge(observed) {
      const body = underLease({ observed: [observed] })
      const { decisions } = await ask(async () =>
        said(
          await exchange.call<Schemas['FingerprintDecisions']>({
            ...post(`${base}/fingerprints`, body, timeouts.askMs),
            signal,
          }),
        ),
      ).catch((error: unknown) => {
        throw error instanceof Refused && error.code === 'device_edited' ? superseded(observed) : error
      })
      const status = decisions.find(({ fingerprint }) => fingerprint === observed.fingerprint)?.status
      if (status === 'approved') return 'approved'
      return status === 'rejected' ? 'refused' : 'pending'
    },

    async *baseline() {
      for (let after: string | null = ''; after !== null;) {
        const query = new URLSearchParams({ lease_id: lease.leaseId, ...(after && { after }) })
        const path = `${base}/baseline?${query.toString()}`
        const page: Schemas['BaselinePage'] = await ask(async () =>
          said(await exchange.call({ method: 'GET', path, timeoutMs: timeouts.askMs, signal })),
        )
        if (page.sealed === null) return
        const sealed = Buffer.from(page.sealed, 'base64')
        yield await openBaseline(lease.envelopePrivateKey, { ...lease, after }, sealed)
        after = page.next
      }
    },

    async payload() {
      const pages: Buffer[] = []
      for (let after: number | null = 0; after !== null;) {
        const query = new URLSearchParams({ lease_id: lease.leaseId, after: String(after) })
        const path = `${base}/payload?${query.toString()}`
        const page: Schemas['RestorePayload'] = await ask(async () =>
          said(await exchange.call({ method: 'GET', path, timeoutMs: timeouts.askMs, signal })),
        )
        const sealed = Buffer.from(page.sealed, 'base64')
        pages.push(await openPayload(lease.envelopePrivateKey, { ...lease, after }, sealed))
        after = page.next
      }
      return Buffer.concat(pages)
    },

    async check(artifacts) {
      const body = post(`${base}/artifacts/check`, underLease({ artifacts }), timeouts.askMs)
      const answer = await ask(async () =>
        said(await exchange.call<Schemas['ArtifactCheckAnswer']>({ ...body, signal })),
      )
      const unchanged = new Set(
        answer.artifacts
          .filter(({ state }) => state === 'unchanged')
          .map(({ key, transport }) => `${key}/${transport}`),
      )
      const names = artifacts.map(({ key, transport }) => `${key}/${transport}`)
      return new Set(names.filter((name) => !unchanged.has(name)))
    },

    async missingChunks(ids) {
      const body = post(`${base}/chunks/missing`, underLease({ ids }), timeouts.askMs)
      const { missing } = await ask(async () =>
        said(await exchange.call<Schemas['MissingChunks']>({ ...body, signal })),
      )
      return new Set(missing.flatMap((index) => ids[index] ?? []))
    },

    /** A store that is away is waited for until the job's deadline. */
    async storePack(pack) {
      let seen = 'it was never sent to its end'
      const unreachable = () =>
        new DeviceFailure('store_unreachable', {
          step: message('step_sending_packs'),
          expected: message('expected_stored_pack'),
          seen,
        })
      let announced: AnnouncedPack | undefined
      try {
        for (let attempt = 1, wrong = 0; ; attempt++) {
          if (!announced || performance.now() > announced.freshUntil) announced = await announce(pack)
          const sent = await sendPack(pack, announced)
          if (sent.state === 'verified') return
          if (sent.state !== 'away') announced = undefined
          seen = sent.why
          onTrouble(`job ${lease.jobId}: a pack was not stored (${seen}); attempt ${attempt}`)
          if (sent.state === 'wrong' && ++wrong === wrongAttempts) throw unreachable()
          await sleep(waitMs(backoff, attempt, Math.random), undefined, { signal })
        }
      } catch (error) {
        if (isDeadline(signal)) throw unreachable()
        signal.throwIfAborted()
        throw error
      }
    },

    /** Not repeated, and no sign of a lost lease: a service of the version before knows no such request. */
    async reportProgress({ files, totalFiles, bytes, totalBytes, bytesPerSecond }, checkpoint) {
      const progress = {
        files,
        total_files: totalFiles,
        bytes,
        total_bytes: totalBytes,
        bytes_per_second: bytesPerSecond,
      }
      const body = underLease({ ...progress, ...(checkpoint && { checkpoint }) })
      await exchange.call({ ...post(`${base}/progress`, body, timeouts.askMs), signal }).catch(() => undefined)
    },

    async log(lines) {
      try {
        for (let at = 0; at < lines.length; at += linesOfBatch) await sendLines(lines.slice(at, at + linesOfBatch))
      } catch {
        // a run without its log is still a run
      }
    },

    async commit({ report, ...result }) {
      const sealed = sealReport(lease.reportKey, { ...place, purpose: 'result' }, report)
      // made once: the service tells a repeated result from another one by its bytes
      const body = Buffer.from(JSON.stringify(underLease({ ...result, sealed })))
      const call = { method: 'PUT' as const, path: `${base}/result`, body, timeoutMs: timeouts.resultMs }
      try {
        await ask(() => exchange.call({ ...call, signal: resultSignal }), resultSignal)
        return 'over'
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        if (error.status === 412 || error.code === 'not_unchanged') return 'again'
        if (error.status === 413) throw new DeviceFailure('output_too_large', { step: committing, seen: error.message })
        if (!isLost(error)) throw error
        onTrouble(`job ${lease.jobId}: ${error.message}`)
        return 'over'
      }
    },
  }
}

/** The order is of settings that the device has no more. */
function superseded({ host, port }: Observed): DeviceFailure {
  return new DeviceFailure('superseded', {
    step: message('step_connecting', { host, port }),
    seen: 'the device was edited',
  })
}

/** The service knows the job and says that it is no longer this agent's. */
export function isLost(error: unknown): boolean {
  return error instanceof Refused && (error.status === 404 || endings.includes(error.code ?? ''))
}

const endings = ['lease_lost', 'result_mismatch', 'session_ended', 'revoked']

function isDeadline({ reason }: AbortSignal): boolean {
  return reason instanceof JobAborted && reason.reason === 'deadline'
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64')
}
