import { createHash } from 'node:crypto'
import type { JobLink, LinkSignals } from '../../../../agent/cloud-work.ts'
import { type ReportedLine, reportKeyOf, sealReport } from '../../../../shared/agent-protocol/report.ts'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { SealedPack } from '../../../../shared/repository/pack-builder.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { appendLog } from '../append-log.ts'
import { checkArtifacts } from '../check-artifacts.ts'
import { commitResult } from '../commit-result.ts'
import { type LeaseClaim, leasedJob } from '../lease-state.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { missingChunks } from '../../repository/chunks/missing-chunks.ts'
import type { CloudDependencies } from './cloud-dependencies.ts'
import { retryWithBackoff } from './retry-with-backoff.ts'
import type { RunInTransaction } from '../../kernel/context.ts'

/** Under which lease, for whom, and until when. */
export interface CloudLease extends LinkSignals {
  tenantId: string
  claim: LeaseClaim
  keys: TenantKeys
  within: RunInTransaction
}

/** How often a pack is stored that is not found whole afterwards. */
const packTries = 5

/** Lines of a run's log that are taken at once. */
const linesOfBatch = 1_000

/** A job's way to the service from inside it: what an agent asks by signed requests is asked of the domain. */
export function createCloudLink(dependencies: CloudDependencies, lease: CloudLease): JobLink {
  const { repository, workers, kinds, intervals, timeZone, alarm } = dependencies
  const { tenantId, claim, keys, within, signal, resultSignal, onLost } = lease
  const { jobId, leaseId } = claim
  const reportKey = reportKeyOf(keys.dataKey, leaseId)
  let logged = 0

  async function ask<T>(action: () => Promise<T>, until = signal): Promise<T> {
    try {
      return await retryWithBackoff(action, until)
    } catch (error) {
      if (isLost(error)) onLost()
      throw error
    }
  }

  /** @returns undefined when it is stored and whole, otherwise why it is not */
  async function storeOnce(pack: SealedPack): Promise<string | undefined> {
    const announced = { size: pack.bytes.length, sha256: Buffer.from(pack.sha256), md5: null }
    const [address] = await ask(() => within((context) => repository.announcePacks(context, claim, [announced])))
    if (!address) throw new Error('no place was given for a pack')
    await ask(() => repository.receivePack(packParts(address), piecesOf(pack.bytes)))
    const { state, reason } = await ask(() => repository.verifyPack(tenantId, address.id))
    return state === 'verified' ? undefined : `it is ${state}: ${reason ?? ''}`
  }

  async function log(lines: ReportedLine[]) {
    try {
      for (let at = 0; at < lines.length; at += linesOfBatch) {
        const batch = lines.slice(at, at + linesOfBatch)
        const sealed = sealReport(reportKey, { jobId, leaseId, purpose: 'log' }, batch)
        const first = logged
        logged += batch.length
        await ask(() => within((context) => appendLog(context, claim, { first, sealed }, keys)), resultSignal)
      }
    } catch {
      // a run without its log is still a run
    }
  }

  return {
    checkFingerprint: () => Promise.reject(new Error('cloud connections require no fingerprint approval')),
    // a cloud has no tree before
    async *baseline() {},
    payload: () => Promise.reject(new Error('nothing is given back to a cloud')),
    async check(artifacts) {
      const reader = repository.chunkReader(tenantId)
      const states = await ask(() => checkArtifacts(within, claim, artifacts, { keys, reader, workers }))
      return new Set(
        states.filter(({ state }) => state === 'needed').map(({ key, transport }) => `${key}/${transport}`),
      )
    },
    async missingChunks(ids) {
      const missing = await ask(() =>
        within(async (context) => {
          await leasedJob(context, claim)
          return missingChunks(context, ids)
        }),
      )
      return new Set(missing.flatMap((index): ChunkId[] => (ids[index] ? [ids[index]] : [])))
    },
    async storePack(pack) {
      let seen: string | undefined
      for (let left = packTries; left > 0; left--) {
        seen = await storeOnce(pack)
        if (seen === undefined) return
        alarm('pack not stored', { jobId, seen })
      }
      throw new Error(`a pack was stored ${packTries} times, and ${seen}`)
    },
    log,
    async commit({ report, ...rest }, lines) {
      await log(lines)
      const sealed = sealReport(reportKey, { jobId, leaseId, purpose: 'result' }, report)
      const result = { lease_id: leaseId, ...rest, sealed }
      const bodyHash = createHash('sha256').update(JSON.stringify(result)).digest()
      const dependencies = { within, keys, repository, workers, kinds, intervals, timeZone, alarm }
      try {
        await ask(() => commitResult(dependencies, { claim, result, bodyHash }), resultSignal)
        return 'over'
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        if (error.status === 412 || error.fields.code === 'not_unchanged') return 'again'
        if (!isLost(error)) throw error
        alarm('result not taken', { jobId, code: error.fields.code })
        return 'over'
      }
    },
  }
}

function isLost(error: unknown): boolean {
  return error instanceof DomainError && ['lease_lost', 'result_mismatch'].includes(error.fields.code ?? '')
}

/** The parts of an address that the service has signed for itself. */
function packParts({ id, relay }: { id: string; relay: string }) {
  const { searchParams } = new URL(relay, 'https://service')
  return { packId: id, expires: Number(searchParams.get('expires')), signature: searchParams.get('signature') ?? '' }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
