import { type Request, type Response, Router } from 'express'
import { findDeviceId } from '../../domain/inventory/devices/find-device-id.ts'
import type { ActionContext } from '../../domain/kernel/context.ts'
import { findDeviceConfig } from '../../domain/repository/versions/find-device-config.ts'
import { readVersionContent, recordUnchanged } from '../../domain/repository/versions/read-version-content.ts'
import type { Dependencies } from '../../dependencies.ts'
import { createContentContext } from '../content-context.ts'
import { isNotModified } from '../entity-tags.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req } from '../operation.ts'
import type { ScopedRequest } from '../scoped.ts'
import { sendBytes } from '../send-bytes.ts'

export function deviceConfigRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  routes.get('/api/devices/config', (req: Req<'readNamedDeviceConfig'>, res) =>
    sendConfig(dependencies, req, res, req.query, (context) => findDeviceId(context, req.query.name)),
  )
  routes.get('/api/devices/:device_id/config', (req: Req<'readDeviceConfig'>, res) =>
    sendConfig(dependencies, req, res, req.query, () => Promise.resolve(req.params.device_id)),
  )
  return routes
}

async function sendConfig(
  dependencies: Dependencies,
  req: ScopedRequest & Pick<Request, 'get' | 'log'>,
  res: Response,
  { artifact: key, transport, at, normalised = false }: Req<'readDeviceConfig'>['query'],
  deviceId: (context: ActionContext) => Promise<string>,
): Promise<void> {
  const contentContext = createContentContext(dependencies, req, res)
  const choice = omitUndefined({ key, transport, at: at === undefined ? undefined : new Date(at) })
  const { version, artifact } = await contentContext.inTransaction(async (context) =>
    findDeviceConfig(context, await deviceId(context), choice),
  )
  const tag = `"${version.id}${normalised ? '-normalised' : ''}${contentContext.readsSecrets ? '' : '-masked'}"`
  const isKnown = isNotModified(req.get('If-None-Match'), tag)
  const content = isKnown
    ? await recordUnchanged(contentContext, version)
    : await readVersionContent(contentContext, version.id, { download: false, normalised })
  res.set({
    ETag: tag,
    'X-Coffer-Version': version.id,
    'X-Coffer-Artifact': `${artifact.key} over ${artifact.transport}`,
    'X-Coffer-Captured-At': version.capturedAt.toISOString(),
    'X-Coffer-Last-Seen-At': version.lastSeenAt.toISOString(),
  })
  if (content) await sendBytes(res, content)
  else res.status(304).end()
}
