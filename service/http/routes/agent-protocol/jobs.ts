import { sha256 } from '../../../domain/kernel/sha256.ts'
import { Router } from 'express'
import { sealBaseline } from '../../../../shared/agent-protocol/baseline.ts'
import { sealPayload } from '../../../../shared/agent-protocol/payload.ts'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import { baselineRoot } from '../../../domain/jobs/baseline.ts'
import { checkFingerprints } from '../../../domain/jobs/check-fingerprints.ts'
import { readPayloadPage } from '../../../domain/jobs/kinds/restore/read-payload.ts'
import { recordProgress } from '../../../domain/jobs/record-progress.ts'
import { leasedJob } from '../../../domain/jobs/lease-state.ts'
import { readBaselinePage } from '../../../domain/jobs/walk-baseline.ts'
import { missingChunks } from '../../../domain/repository/chunks/missing-chunks.ts'
import { platformPosture } from '../../../domain/policies/posture/effective-posture.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { inScope } from '../../../store/scope.ts'
import { agentOf, scopedToAgent, sessionOfAgent } from '../../agent-exchange.ts'
import type { Req, Res } from '../../operation.ts'
import { leaseClaim, runInAgentScope } from './agent-request.ts'
import { answerBatch } from './answer-batch.ts'
import { createJobRequests } from './job-requests.ts'

/** The endpoints by which an agent works on a job. Their responses are signed (agent-exchange.ts). */
export function agentJobRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const requests = createJobRequests(dependencies)

  routes.post('/api/agent/batches', async (req: Req<'agentBatch'>, res: Res<'agentBatch'>) => {
    res.json(await answerBatch(requests, req))
  })

  routes.post('/api/agent/jobs/:job_id/log', async (req: Req<'agentLog'>, res) => {
    await requests.log(req, req.params.job_id, req.body)
    res.status(204).send()
  })

  routes.post(
    '/api/agent/jobs/:job_id/fingerprints',
    async (req: Req<'agentFingerprints'>, res: Res<'agentFingerprints'>) => {
      const posture = await inScope(dependencies.forAgents.knex, { kind: 'platform' }, platformPosture)
      const decisions = await scopedToAgent(dependencies, req, (context) =>
        checkFingerprints(context, leaseClaim(req), req.body.observed, posture),
      )
      res.json({ decisions })
    },
  )

  routes.get('/api/agent/jobs/:job_id/baseline', async (req: Req<'agentBaseline'>, res: Res<'agentBaseline'>) => {
    const { agentId, tenantId } = agentOf(req)
    const { id: sessionId, envelopeKey } = sessionOfAgent(agentOf(req))
    const { lease_id: leaseId, after = '' } = req.query
    const jobId = req.params.job_id
    const root = await scopedToAgent(dependencies, req, (context) => baselineRoot(context, { agentId, jobId, leaseId }))
    if (!root) return void res.json({ sealed: null, next: null })
    const { files, next } = await readBaselinePage(dependencies.forAgents.repository.chunkReader(tenantId), root, after)
    const binding = { tenantId, agentId, sessionId, jobId, leaseId, after }
    res.json({ sealed: (await sealBaseline(envelopeKey, binding, files)).toString('base64'), next })
  })

  routes.post('/api/agent/jobs/:job_id/progress', async (req: Req<'agentProgress'>, res: Res<'agentProgress'>) => {
    const { lease_id: _lease, checkpoint, ...progress } = req.body
    const root = checkpoint === undefined ? null : Buffer.from(checkpoint, 'hex')
    await scopedToAgent(dependencies, req, (context) =>
      recordProgress(context, leaseClaim(req), { progress, checkpoint: root }),
    )
    res.status(204).end()
  })

  routes.get('/api/agent/jobs/:job_id/payload', async (req: Req<'agentPayload'>, res: Res<'agentPayload'>) => {
    const { agentId, tenantId } = agentOf(req)
    const { id: sessionId, envelopeKey } = sessionOfAgent(agentOf(req))
    const { lease_id: leaseId, after = 0 } = req.query
    const jobId = req.params.job_id
    const { repository } = dependencies.forAgents
    const claim = { agentId, jobId, leaseId }
    const { bytes, next } = await readPayloadPage(runInAgentScope(dependencies, req), repository, claim, after)
    const binding = { tenantId, agentId, sessionId, jobId, leaseId, after }
    res.json({ sealed: (await sealPayload(envelopeKey, binding, bytes)).toString('base64'), next })
  })

  routes.post('/api/agent/jobs/:job_id/artifacts/check', async (req: Req<'agentCheck'>, res: Res<'agentCheck'>) => {
    res.json(await requests.check(req, req.params.job_id, req.body))
  })

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
    res.json(await requests.announce(req, req.params.job_id, req.body))
  })

  routes.post(
    '/api/agent/jobs/:job_id/packs/confirm',
    async (req: Req<'agentConfirmPacks'>, res: Res<'agentConfirmPacks'>) => {
      res.json(await requests.confirm(req, req.params.job_id, req.body))
    },
  )

  routes.put('/api/agent/jobs/:job_id/result', async (req: Req<'agentResult'>, res: Res<'agentResult'>) => {
    res.json(await requests.commit(req, req.params.job_id, req.body, sha256(req.rawBody ?? '')))
  })
  return routes
}
