import type { Request } from 'express'
import type { components } from '../../../../shared/contract/api-types.ts'
import type { LeaseClaim } from '../../../domain/jobs/lease-state.ts'
import { invalidField } from '../../../domain/kernel/domain-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { agentOf } from '../../agent-exchange.ts'
import { originOf } from '../../authorise.ts'
import { createJobBatches } from './job-batches.ts'

type Schemas = components['schemas']

/**
 * The requests of an agent's jobs that may arrive alone or in a batch. Each resolves with the body of the response;
 * undefined for status 204.
 */
export interface JobRequests {
  /** @throws DomainError lease_lost, validation_failed */
  log(req: Request, jobId: string, body: Schemas['SealedLog']): Promise<undefined>
  /** @throws DomainError lease_lost */
  check(req: Request, jobId: string, body: Schemas['ArtifactCheck']): Promise<Schemas['ArtifactCheckAnswer']>
  /** @throws DomainError lease_lost, validation_failed, too_many_packs */
  announce(req: Request, jobId: string, body: Schemas['NewPacks']): Promise<Schemas['PackAddresses']>
  /** @throws DomainError lease_lost */
  confirm(req: Request, jobId: string, body: Schemas['PackIds']): Promise<Schemas['PackStates']>
  /**
   * @param bodyHash SHA-256 of the body as the agent sends it alone
   * @throws DomainError as `commitResult`
   */
  commit(req: Request, jobId: string, body: Schemas['JobResult'], bodyHash: Buffer): Promise<Schemas['ResultAnswer']>
}

export function createJobRequests(dependencies: Dependencies): JobRequests {
  const batches = createJobBatches(dependencies)
  const { repository } = dependencies.forAgents

  return {
    async log(req, jobId, body) {
      await batches.appendLog(req, { claim: claimOf(req, jobId, body), batch: body })
      return undefined
    },

    async check(req, jobId, body) {
      const { artifacts } = body
      return { artifacts: await batches.checkArtifacts(req, { claim: claimOf(req, jobId, body), artifacts }) }
    },

    async announce(req, jobId, body) {
      const packs = body.packs.map(({ size, sha256, md5 }, at) => ({
        size,
        sha256: parseDigest(sha256, 32, `packs.${at}.sha256`),
        md5: md5 === undefined ? null : parseDigest(md5, 16, `packs.${at}.md5`),
      }))
      return { packs: await batches.announcePacks(req, { owner: claimOf(req, jobId, body), packs }) }
    },

    async confirm(req, jobId, body) {
      const { tenantId } = agentOf(req)
      const own = await batches.findOwnPacks(req, { claim: claimOf(req, jobId, body), ids: body.packs })
      const states = body.packs.map((id) => {
        const pack = own.get(id)
        return pack ? repository.verifyPack(tenantId, id, pack) : { id, state: 'missing' as const }
      })
      const packs = await Promise.all(states)
      await dependencies.failpoint?.('after_packs')
      return { packs }
    },

    commit: (req, jobId, body, bodyHash) =>
      batches.commitResult(req, { claim: claimOf(req, jobId, body), result: body, bodyHash, origin: originOf(req) }),
  }
}

function claimOf(req: Request, jobId: string, { lease_id: leaseId }: { lease_id: string }): LeaseClaim {
  return { agentId: agentOf(req).agentId, jobId, leaseId }
}

function parseDigest(text: string, length: number, path: string): Buffer {
  const digest = Buffer.from(text, 'base64')
  if (digest.length !== length) throw invalidField(path, 'wrong_length', { expected: length, actual: digest.length })
  return digest
}
