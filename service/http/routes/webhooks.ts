import { type Request, Router } from 'express'
import type { Call } from '../../domain/kernel/context.ts'
import { beginTest, endTest, listDeliveries, resendDelivery } from '../../domain/outbox/webhooks/deliveries.ts'
import { invalidFields } from '../../domain/kernel/domain-error.ts'
import { sendDelivery } from '../../domain/outbox/webhooks/send-delivery.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
} from '../../domain/outbox/webhooks/webhooks.ts'
import type { HeaderInput } from '../../domain/outbox/webhooks/webhook-headers.ts'
import type { Pieces } from '../../dependencies.ts'
import { defined } from '../omit-undefined.ts'
import { requireMatch } from '../entity-tags.ts'
import { once } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { cutPage, decodeCursor, instantOf, uuidOf } from '../pagination.ts'
import { presentDelivery, presentWebhook } from '../present/webhook.ts'
import { scoped } from '../scoped.ts'

export function webhookRoutes(pieces: Pieces): Router {
  const routes = Router()
  const { settingsKey } = pieces.serviceKeys
  routes.get('/api/webhooks', async (req: Req<'listWebhooks'>, res: Res<'listWebhooks'>) => {
    const { name } = req.query
    res.json((await scoped(pieces, req, (call) => listWebhooks(call, { name }))).map(presentWebhook))
  })
  routes.post('/api/webhooks', async (req: Req<'createWebhook'>, res: Res<'createWebhook'>) => {
    const { name, url, secret, events = [], sites = [], tags = [], platforms = [], enabled = true } = req.body
    const { min_severity: minSeverity = 'info', digest_minutes: digestMinutes = 0 } = req.body
    const { headers = [] } = req.body
    seeHeaders(headers)
    const wanted = { name, url, secret, headers, events, minSeverity, sites, tags, platforms, digestMinutes, enabled }
    refuseAddress(url)
    const webhook = await scoped(pieces, req, (call) =>
      once(pieces, req, call, async () => presentWebhook(await createWebhook(call, settingsKey, wanted))),
    )
    res.status(201).json(webhook)
  })
  routes.get('/api/webhooks/:webhook_id', async (req: Req<'getWebhook'>, res: Res<'getWebhook'>) => {
    res.json(presentWebhook(await scoped(pieces, req, (call) => getWebhook(call, req.params.webhook_id))))
  })
  routes.patch('/api/webhooks/:webhook_id', async (req: Req<'updateWebhook'>, res: Res<'updateWebhook'>) => {
    const { min_severity: minSeverity, digest_minutes: digestMinutes, ...same } = req.body
    if (same.url !== undefined) refuseAddress(same.url)
    seeHeaders(same.headers)
    const change = defined({ ...same, minSeverity, digestMinutes })
    const { webhook_id: id } = req.params
    const webhook = await scoped(pieces, req, async (call) => {
      await requireWebhook(req, call, id)
      return updateWebhook(call, settingsKey, id, change)
    })
    res.json(presentWebhook(webhook))
  })
  routes.delete('/api/webhooks/:webhook_id', async (req: Req<'deleteWebhook'>, res) => {
    const { webhook_id: id } = req.params
    await scoped(pieces, req, async (call) => {
      await requireWebhook(req, call, id)
      await deleteWebhook(call, id)
    })
    res.status(204).end()
  })
  routes.post('/api/webhooks/:webhook_id/test', async (req: Req<'testWebhook'>, res: Res<'testWebhook'>) => {
    const { webhook, delivery } = await scoped(pieces, req, (call) => beginTest(call, req.params.webhook_id))
    const { outgoing, now } = pieces
    const attempt = await sendDelivery({ outgoing, settingsKey, now }, webhook, delivery)
    res.json(presentDelivery(await scoped(pieces, req, (call) => endTest(call, delivery, attempt))))
  })
  routes.get('/api/webhooks/:webhook_id/deliveries', async (req: Req<'listDeliveries'>, res: Res<'listDeliveries'>) => {
    const { limit = 100, cursor, status } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { createdAt: instantOf(position[0]), id: uuidOf(position[1]) }
    const page = { limit: limit + 1, after }
    const rows = await scoped(pieces, req, (call) =>
      listDeliveries(call, req.params.webhook_id, defined({ status }), page),
    )
    const cut = cutPage(req, rows, limit, (row) => [row.createdAt.toISOString(), row.id])
    if (cut.link) res.set('Link', cut.link)
    res.json(cut.page.map(presentDelivery))
  })
  routes.post(
    '/api/webhooks/:webhook_id/deliveries/:delivery_id/resend',
    async (req: Req<'resendDelivery'>, res: Res<'resendDelivery'>) => {
      const { webhook_id: webhookId, delivery_id: id } = req.params
      res.status(202).json(presentDelivery(await scoped(pieces, req, (call) => resendDelivery(call, webhookId, id))))
    },
  )
  return routes

  /** No log line quotes their values. */
  function seeHeaders(headers: HeaderInput[] = []): void {
    for (const { value } of headers) if (value) pieces.secrets?.see(value)
  }

  /** @throws Refusal 422 for an address that no delivery would go to */
  function refuseAddress(url: string): void {
    const error = pieces.outgoing.findFault?.(url)
    if (error) throw invalidFields([{ path: 'url', error }])
  }
}

function requireWebhook(req: Pick<Request, 'get'>, call: Call, id: string): Promise<void> {
  return requireMatch(req, call, { table: 'webhooks', id }, async () => presentWebhook(await getWebhook(call, id)))
}
