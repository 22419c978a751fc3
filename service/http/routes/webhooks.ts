import { type Request, Router } from 'express'
import type { ActionContext } from '../../domain/kernel/context.ts'
import { beginTest, endTest, listDeliveries, resendDelivery } from '../../domain/outbox/channels/deliveries.ts'
import { invalidFields } from '../../domain/kernel/domain-error.ts'
import { sendWebhook } from '../../domain/outbox/channels/send-webhook.ts'
import { createWebhook } from '../../domain/outbox/channels/create-webhook.ts'
import { deleteChannel } from '../../domain/outbox/channels/delete-channel.ts'
import { getChannel, listChannels } from '../../domain/outbox/channels/list-channels.ts'
import { updateWebhook } from '../../domain/outbox/channels/update-webhook.ts'
import type { HeaderInput } from '../../domain/outbox/channels/webhook-headers.ts'
import type { Dependencies } from '../../dependencies.ts'
import { localeOf } from '../locale.ts'
import { omitUndefined } from '../omit-undefined.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import type { Req, Res } from '../operation.ts'
import { paginate, decodeCursor, instantOf, uuidOf } from '../pagination.ts'
import { presentDelivery, presentWebhook } from '../present/webhook.ts'
import { scoped } from '../scoped.ts'

const kind = 'webhook' as const

/** Channels of the kind `webhook`, as clients of earlier versions manage them. */
export function webhookRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const { settingsKey } = dependencies.serviceKeys
  routes.get('/api/webhooks', async (req: Req<'listWebhooks'>, res: Res<'listWebhooks'>) => {
    const { name } = req.query
    res.json(
      (await scoped(dependencies, req, (context) => listChannels(context, omitUndefined({ name, kind } as const)))).map(
        (one) => presentWebhook(one, localeOf(req)),
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
    const webhook = await scoped(dependencies, req, (context) => getChannel(context, req.params.webhook_id, { kind }))
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
      await deleteChannel(context, 'webhook', id)
    })
    res.status(204).end()
  })
  routes.post('/api/webhooks/:webhook_id/test', async (req: Req<'testWebhook'>, res: Res<'testWebhook'>) => {
    const { channel, delivery } = await scoped(dependencies, req, (context) =>
      beginTest(context, 'webhook', req.params.webhook_id),
    )
    const { outgoing, now } = dependencies
    const attempt = await sendWebhook({ outgoing, settingsKey, now }, channel, delivery)
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
            await scoped(dependencies, req, (context) => resendDelivery(context, 'webhook', webhookId, id)),
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
  return requireMatch(req, context, { table: 'notification_channels', id }, async () =>
    presentWebhook(await getChannel(context, id, { kind }), localeOf(req)),
  )
}
