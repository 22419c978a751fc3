import { type Request, Router } from 'express'
import type { ActionContext } from '../../domain/kernel/context.ts'
import { beginTest, endTest, listDeliveries, resendDelivery } from '../../domain/outbox/webhooks/deliveries.ts'
import { invalidFields } from '../../domain/kernel/domain-error.ts'
import { sendDelivery } from '../../domain/outbox/webhooks/send-delivery.ts'
import { createWebhook } from '../../domain/outbox/webhooks/create-webhook.ts'
import { deleteWebhook } from '../../domain/outbox/webhooks/delete-webhook.ts'
import { getWebhook, listWebhooks } from '../../domain/outbox/webhooks/list-webhooks.ts'
import { updateWebhook } from '../../domain/outbox/webhooks/update-webhook.ts'
import type { HeaderInput } from '../../domain/outbox/webhooks/webhook-headers.ts'
import type { Dependencies } from '../../dependencies.ts'
import { localeOf } from '../locale.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, instantOf, uuidOf } from '../pagination.ts'
import { presentDelivery, presentWebhook } from '../present/webhook.ts'
import { scoped } from '../scoped.ts'

export function webhookRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const { settingsKey } = dependencies.serviceKeys
  routes.get('/api/webhooks', async (req: Req<'listWebhooks'>, res: Res<'listWebhooks'>) => {
    const { name } = req.query
    res.json(
      (await scoped(dependencies, req, (context) => listWebhooks(context, { name }))).map((one) =>
        presentWebhook(one, localeOf(req)),
      ),
    )
  })
  routes.post('/api/webhooks', async (req: Req<'createWebhook'>, res: Res<'createWebhook'>) => {
    const { name, url, secret, events = [], sites = [], tags = [], platforms = [], enabled = true } = req.body
    const { min_severity: minSeverity = 'info', digest_minutes: digestMinutes = 0 } = req.body
    const { headers = [] } = req.body
    seeHeaders(headers)
    const wanted = { name, url, secret, headers, events, minSeverity, sites, tags, platforms, digestMinutes, enabled }
    refuseAddress(url)
    const webhook = await scoped(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        presentWebhook(await createWebhook(context, settingsKey, wanted), localeOf(req)),
      ),
    )
    res.status(201).json(webhook)
  })
  routes.get('/api/webhooks/:webhook_id', async (req: Req<'getWebhook'>, res: Res<'getWebhook'>) => {
    const webhook = await scoped(dependencies, req, (context) => getWebhook(context, req.params.webhook_id))
    res.json(presentWebhook(webhook, localeOf(req)))
  })
  routes.patch('/api/webhooks/:webhook_id', async (req: Req<'updateWebhook'>, res: Res<'updateWebhook'>) => {
    const { min_severity: minSeverity, digest_minutes: digestMinutes, ...same } = req.body
    if (same.url !== undefined) refuseAddress(same.url)
    seeHeaders(same.headers)
    const change = omitUndefined({ ...same, minSeverity, digestMinutes })
    const { webhook_id: id } = req.params
    const webhook = await scoped(dependencies, req, async (context) => {
      await requireWebhook(req, context, id)
      return updateWebhook(context, settingsKey, id, change)
    })
    res.json(presentWebhook(webhook, localeOf(req)))
  })
  routes.delete('/api/webhooks/:webhook_id', async (req: Req<'deleteWebhook'>, res) => {
    const { webhook_id: id } = req.params
    await scoped(dependencies, req, async (context) => {
      await requireWebhook(req, context, id)
      await deleteWebhook(context, id)
    })
    res.status(204).end()
  })
  routes.post('/api/webhooks/:webhook_id/test', async (req: Req<'testWebhook'>, res: Res<'testWebhook'>) => {
    const { webhook, delivery } = await scoped(dependencies, req, (context) =>
      beginTest(context, req.params.webhook_id),
    )
    const { outgoing, now } = dependencies
    const attempt = await sendDelivery({ outgoing, settingsKey, now }, webhook, delivery)
    res.json(
      presentDelivery(await scoped(dependencies, req, (context) => endTest(context, delivery, attempt)), localeOf(req)),
    )
  })
  routes.get('/api/webhooks/:webhook_id/deliveries', async (req: Req<'listDeliveries'>, res: Res<'listDeliveries'>) => {
    const { limit = 100, cursor, status } = req.query
    const position = decodeCursor(cursor, 2)
    const after = position && { createdAt: instantOf(position[0]), id: uuidOf(position[1]) }
    const page = { limit: limit + 1, after }
    const rows = await scoped(dependencies, req, (context) =>
      listDeliveries(context, req.params.webhook_id, omitUndefined({ status }), page),
    )
    const cut = paginate(req, rows, limit, (row) => [row.createdAt.toISOString(), row.id])
    if (cut.link) res.set('Link', cut.link)
    res.json(cut.page.map((delivery) => presentDelivery(delivery, localeOf(req))))
  })
  routes.post(
    '/api/webhooks/:webhook_id/deliveries/:delivery_id/resend',
    async (req: Req<'resendDelivery'>, res: Res<'resendDelivery'>) => {
      const { webhook_id: webhookId, delivery_id: id } = req.params
      res
        .status(202)
        .json(
          presentDelivery(
            await scoped(dependencies, req, (context) => resendDelivery(context, webhookId, id)),
            localeOf(req),
          ),
        )
    },
  )
  return routes

  /** Adds the values to the log redactor. */
  function seeHeaders(headers: HeaderInput[] = []): void {
    for (const { value } of headers) if (value) dependencies.secrets?.addRecent(value)
  }

  /** @throws DomainError validation_failed for an address that is not allowed for deliveries */
  function refuseAddress(url: string): void {
    const error = dependencies.outgoing.findFault?.(url)
    if (error) throw invalidFields([{ path: 'url', error }])
  }
}

function requireWebhook(
  req: Pick<Request, 'get' | 'acceptsLanguages'>,
  context: ActionContext,
  id: string,
): Promise<void> {
  return requireMatch(req, context, { table: 'webhooks', id }, async () =>
    presentWebhook(await getWebhook(context, id), localeOf(req)),
  )
}
