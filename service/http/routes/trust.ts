import { Router } from 'express'
import type { components } from '../../../shared/contract/api-types.ts'
import { listAddresses } from '../../domain/inventory/trust/address-view.ts'
import { approveAddress, approveAddresses } from '../../domain/inventory/trust/approve-addresses.ts'
import { type ComparisonEvidence, approveFingerprint } from '../../domain/inventory/trust/approve-fingerprint.ts'
import { getFingerprint, listFingerprints } from '../../domain/inventory/trust/fingerprint-view.ts'
import { rejectFingerprint } from '../../domain/inventory/trust/reject-fingerprint.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, instantOf, parseText, uuidOf } from '../pagination.ts'
import { presentAddress } from '../present/address.ts'
import { presentFingerprint } from '../present/fingerprint.ts'
import { scoped, scopedToTenant } from '../scoped.ts'
import { invalidField } from '../../domain/kernel/domain-error.ts'

export function trustRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/trust/fingerprints', async (req: Req<'listFingerprints'>, res: Res<'listFingerprints'>) => {
    const { limit = 100, cursor, pending_only: pendingOnly, device_id: deviceId, status, compared } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { firstSeenAt: instantOf(position[0]), id: uuidOf(position[1]) }
    const rows = await scoped(dependencies, req, (context) =>
      listFingerprints(context, { pendingOnly, deviceId, status, compared }, { limit: limit + 1, after }),
    )
    const { page, link } = paginate(req, rows, limit, (one) => [one.firstSeenAt.toISOString(), one.id])
    if (link) res.set('Link', link)
    res.json(page.map(presentFingerprint))
  })
  routes.get(
    '/api/trust/fingerprints/:fingerprint_id',
    async (req: Req<'getFingerprint'>, res: Res<'getFingerprint'>) => {
      const { fingerprint_id: id } = req.params
      res.json(presentFingerprint(await scoped(dependencies, req, (context) => getFingerprint(context, id))))
    },
  )
  routes.post(
    '/api/trust/fingerprints/:fingerprint_id/approve',
    async (req: Req<'approveFingerprint'>, res: Res<'approveFingerprint'>) => {
      const { fingerprint_id: id } = req.params
      res.json(
        presentFingerprint(
          await scopedToTenant(dependencies, req, (context) => approveFingerprint(context, id, evidenceIn(req.body))),
        ),
      )
    },
  )
  routes.post(
    '/api/trust/fingerprints/:fingerprint_id/reject',
    async (req: Req<'rejectFingerprint'>, res: Res<'rejectFingerprint'>) => {
      const { fingerprint_id: id } = req.params
      res.json(presentFingerprint(await scopedToTenant(dependencies, req, (context) => rejectFingerprint(context, id))))
    },
  )
  routes.get('/api/trust/addresses', async (req: Req<'listAddresses'>, res: Res<'listAddresses'>) => {
    const { limit = 100, cursor, pending_only: pendingOnly = true, device_id: deviceId } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { name: parseText(position[0]), id: uuidOf(position[1]) }
    const rows = await scoped(dependencies, req, (context) =>
      listAddresses(context, { pendingOnly, deviceId }, { limit: limit + 1, after }),
    )
    const { page, link } = paginate(req, rows, limit, ({ device }) => [device.name, device.id])
    if (link) res.set('Link', link)
    res.json(page.map(presentAddress))
  })
  routes.post('/api/trust/addresses/approve', async (req: Req<'approveAddresses'>, res: Res<'approveAddresses'>) => {
    const seen = req.body.addresses.map(({ device_id: deviceId, digest }) => ({ deviceId, digest }))
    res.json(await scopedToTenant(dependencies, req, (context) => approveAddresses(context, seen)))
  })
  routes.post(
    '/api/trust/addresses/:device_id/approve',
    async (req: Req<'approveAddress'>, res: Res<'approveAddress'>) => {
      const seen = { deviceId: req.params.device_id, digest: req.body.digest }
      res.json(presentAddress(await scopedToTenant(dependencies, req, (context) => approveAddress(context, seen))))
    },
  )
  return routes
}

/** @throws DomainError validation_failed for a confirmation without the method of comparison */
function evidenceIn(body: components['schemas']['FingerprintApproval'] | undefined): ComparisonEvidence {
  const { displayed, compared_out_of_band: isConfirmed = false, note = null } = body ?? {}
  if (displayed !== undefined) return { kind: 'displayed', displayed, note }
  if (!isConfirmed) return { kind: 'none' }
  if (note === null) throw invalidField('note', 'comparison_note_required')
  return { kind: 'out_of_band', note }
}
