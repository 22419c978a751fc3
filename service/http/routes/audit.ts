import { Router } from 'express'
import { listAudit } from '../../domain/kernel/audit/list-audit.ts'
import { holds } from '../../domain/kernel/holds.ts'
import type { Dependencies } from '../../dependencies.ts'
import { listOf } from '../list-of.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, instantOf, timeOrderOf, uuidOf } from '../pagination.ts'
import { presentAuditRecord } from '../present/audit-record.ts'
import { callerOf, scoped } from '../scoped.ts'

export function auditRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/audit', async (req: Req<'listAudit'>, res: Res<'listAudit'>) => {
    const { limit = 100, cross_tenant_only: crossTenantOnly, action, actor, cursor } = req.query
    const { readings_only: readingsOnly, object, object_id: objectId, outcome } = req.query
    const { since, until, sort } = req.query
    const { device_id: deviceId, device_name: deviceName, artifact_key: artifactKey } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { ts: instantOf(position[0]), id: uuidOf(position[1]) }
    const filter = {
      crossTenantOnly,
      actions: listOf(action),
      actors: listOf(actor),
      readingsOnly,
      objects: listOf(object),
      objectId,
      outcomes: listOf(outcome),
      deviceId,
      deviceName,
      artifactKey,
      since: since === undefined ? undefined : new Date(since),
      until: until === undefined ? undefined : new Date(until),
    }
    const wanted = { limit: limit + 1, after, order: timeOrderOf(sort) }
    const rows = await scoped(dependencies, req, (context) => listAudit(context, filter, wanted))
    const { page, link } = paginate(req, rows, limit, (row) => [row.ts.toISOString(), row.id])
    if (link) res.set('Link', link)
    const { actor: caller } = callerOf(req)
    const reader = { actorId: caller.id, showsPatterns: holds(caller, 'secret:read') }
    res.json(page.map((row) => presentAuditRecord(row, reader)))
  })
  return routes
}
