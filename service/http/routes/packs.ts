import { type RequestHandler, Router } from 'express'
import { invalidField, notFound } from '../../domain/kernel/domain-error.ts'
import type { Dependencies } from '../../dependencies.ts'

/** Milliseconds after which a silent upload ends. */
const idleMs = 30_000

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Accepts pack uploads if agents cannot reach the object store. The bytes are streamed, and the signed URL authorises
 * the upload. It must run before middleware that reads bodies or authenticates callers.
 */
export function packUploads(dependencies: Dependencies): RequestHandler {
  const routes = Router()
  routes.put('/api/agent/packs/:pack_id', async (req, res) => {
    const { pack_id: packId } = req.params
    if (!uuid.test(packId)) throw notFound()
    const { expires, signature } = req.query
    if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires)) throw invalidField('expires', 'must_be_integer')
    if (typeof signature !== 'string') throw invalidField('signature', 'is_required')
    req.setTimeout(idleMs, () => req.destroy())
    await dependencies.forAgents.repository.receivePack({ packId, expires: Number(expires), signature }, req)
    res.status(204).end()
  })
  return routes
}
