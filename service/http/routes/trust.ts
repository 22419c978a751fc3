import { Router } from 'express'
import { approveFingerprint } from '../../domain/trust/approve-fingerprint.ts'
import { getFingerprint, listFingerprints } from '../../domain/trust/fingerprint-view.ts'
import { rejectFingerprint } from '../../domain/trust/reject-fingerprint.ts'
import type { Pieces } from '../../pieces.ts'
import type { Req, Res } from '../operation.ts'
import { cutPage, decodeCursor, instantOf, uuidOf } from '../pages.ts'
import { presentFingerprint } from '../present/fingerprint.ts'
import { scoped, scopedToTenant } from '../scoped.ts'

export function trustRoutes(pieces: Pieces): Router {
  const routes = Router()
  routes.get('/api/trust/fingerprints', async (req: Req<'listFingerprints'>, res: Res<'listFingerprints'>) => {
    const { limit = 100, cursor, pending_only: pendingOnly, device_id: deviceId, status, compared } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { firstSeenAt: instantOf(position[0]), id: uuidOf(position[1]) }
    const rows = await scoped(pieces, req, (call) =>
      listFingerprints(call, { pendingOnly, deviceId, status, compared }, { limit: limit + 1, after }),
    )
    const { page, link } = cutPage(req, rows, limit, (one) => [one.firstSeenAt.toISOString(), one.id])
    if (link) res.set('Link', link)
    res.json(page.map(presentFingerprint))
  })
  routes.get(
    '/api/trust/fingerprints/:fingerprint_id',
    async (req: Req<'getFingerprint'>, res: Res<'getFingerprint'>) => {
      const { fingerprint_id: id } = req.params
      res.json(presentFingerprint(await scoped(pieces, req, (call) => getFingerprint(call, id))))
    },
  )
  routes.post(
    '/api/trust/fingerprints/:fingerprint_id/approve',
    async (req: Req<'approveFingerprint'>, res: Res<'approveFingerprint'>) => {
      const { fingerprint_id: id } = req.params
      res.json(presentFingerprint(await scopedToTenant(pieces, req, (call) => approveFingerprint(call, id))))
    },
  )
  routes.post(
    '/api/trust/fingerprints/:fingerprint_id/reject',
    async (req: Req<'rejectFingerprint'>, res: Res<'rejectFingerprint'>) => {
      const { fingerprint_id: id } = req.params
      res.json(presentFingerprint(await scopedToTenant(pieces, req, (call) => rejectFingerprint(call, id))))
    },
  )
  return routes
}
