import { Router } from 'express'
import { recordAudit } from '../../domain/audit/record-audit.ts'
import { takeSample } from '../../domain/storage/sample.ts'
import { readUsage } from '../../domain/storage/usage.ts'
import type { Pieces } from '../../pieces.ts'
import type { Req, Res } from '../operation.ts'
import { presentUsage } from '../present/storage.ts'
import { roomOf } from '../room.ts'
import { scoped } from '../scoped.ts'

export function storageRoutes(pieces: Pieces): Router {
  const routes = Router()
  routes.get('/api/storage/usage', async (req: Req<'storageUsage'>, res: Res<'storageUsage'>) => {
    const room = await roomOf(pieces)
    res.json(presentUsage(await scoped(pieces, req, (call) => readUsage(call, room))))
  })
  routes.post('/api/storage/sample', async (req: Req<'sampleStorage'>, res: Res<'sampleStorage'>) => {
    const room = await roomOf(pieces)
    const usage = await scoped(pieces, req, async (call) => {
      const detail = await takeSample(call, call.tenantId)
      await recordAudit(call, 'storage.sample', { kind: 'storage', detail })
      return readUsage(call, room)
    })
    res.json(presentUsage(usage))
  })
  return routes
}
