import { Router } from 'express'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import { leasedJob } from '../../../domain/jobs/lease-state.ts'
import { invalidField } from '../../../domain/kernel/domain-error.ts'
import { missingChunks } from '../../../domain/repository/chunks/missing-chunks.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { agentOf, scopedToAgent } from '../../agent-exchange.ts'
import type { Req, Res } from '../../operation.ts'
import { leaseClaim } from './agent-request.ts'
import { createJobBatches } from './job-batches.ts'

/** The endpoints by which an agent uploads the content of a job. Their responses are signed (agent-exchange.ts). */
export function agentPackRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const batches = createJobBatches(dependencies)

  routes.post(
    '/api/agent/jobs/:job_id/chunks/missing',
    async (req: Req<'agentMissingChunks'>, res: Res<'agentMissingChunks'>) => {
      const missing = await scopedToAgent(dependencies, req, async (context) => {
        await leasedJob(context, leaseClaim(req))
        return missingChunks(context, req.body.ids as ChunkId[])
      })
      res.json({ missing })
    },
  )

  routes.post('/api/agent/jobs/:job_id/packs', async (req: Req<'agentPacks'>, res: Res<'agentPacks'>) => {
    const packs = req.body.packs.map(({ size, sha256, md5 }, at) => ({
      size,
      sha256: parseDigest(sha256, 32, `packs.${at}.sha256`),
      md5: parseDigest(md5, 16, `packs.${at}.md5`),
    }))
    const addresses = await batches.announcePacks(req, { owner: leaseClaim(req), packs })
    res.json({ packs: addresses })
  })

  routes.post(
    '/api/agent/jobs/:job_id/packs/confirm',
    async (req: Req<'agentConfirmPacks'>, res: Res<'agentConfirmPacks'>) => {
      const { tenantId } = agentOf(req)
      const wanted = req.body.packs
      const own = await batches.findOwnPacks(req, { claim: leaseClaim(req), ids: wanted })
      const states = wanted.map((id) => {
        const pack = own.get(id)
        return pack
          ? dependencies.forAgents.repository.verifyPack(tenantId, id, pack)
          : { id, state: 'missing' as const }
      })
      const packs = await Promise.all(states)
      await dependencies.failpoint?.('after_packs')
      res.json({ packs })
    },
  )
  return routes
}

function parseDigest(text: string, length: number, path: string): Buffer {
  const digest = Buffer.from(text, 'base64')
  if (digest.length !== length) throw invalidField(path, 'wrong_length', { expected: length, actual: digest.length })
  return digest
}
