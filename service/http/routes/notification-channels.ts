import { type Request, Router } from 'express'
import type { ActionContext } from '../../domain/kernel/context.ts'
import type { ChannelPatch } from '../../domain/outbox/channels/channel-input.ts'
import { beginTest, endTest, listDeliveries, resendDelivery } from '../../domain/outbox/channels/deliveries.ts'
import { createChannel } from '../../domain/outbox/channels/create-channel.ts'
import { deleteChannel } from '../../domain/outbox/channels/delete-channel.ts'
import { getChannel, listChannels } from '../../domain/outbox/channels/list-channels.ts'
import { findPreviewDelivery, previewDelivery } from '../../domain/outbox/channels/preview-channel.ts'
import { sendDelivery } from '../../domain/outbox/channels/send-delivery.ts'
import { updateChannel } from '../../domain/outbox/channels/update-channel.ts'
import { acknowledgeEvent } from '../../domain/outbox/events/acknowledge-event.ts'
import { emitEvent } from '../../domain/outbox/events/emit-event.ts'
import { invalidFields } from '../../domain/kernel/domain-error.ts'
import type { NotificationChannel } from '../../store/models/notification-channel.ts'
import type { Dependencies } from '../../dependencies.ts'
import { requireMatch } from '../entity-tags.ts'
import { withIdempotency } from '../idempotency.ts'
import { localeOf } from '../locale.ts'
import { mailServerSeenBy } from '../mail-server-seen-by.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { Req, Res } from '../operation.ts'
import { decodeCursor, instantOf, paginate, uuidOf } from '../pagination.ts'
import { presentChannel, presentChannelDelivery, presentPreview } from '../present/notification-channel.ts'
import { type ScopedRequest, scoped } from '../scoped.ts'
import { sendDependencies } from '../send-dependencies.ts'

const object = 'notification_channel'

export function notificationChannelRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const { settingsKey } = dependencies.serviceKeys
  const path = '/api/notification-channels'
  routes.get(path, async (req: Req<'listNotificationChannels'>, res: Res<'listNotificationChannels'>) => {
    const filter = omitUndefined({ name: req.query.name })
    const channels = await scoped(dependencies, req, (context) => listChannels(context, filter))
    res.json(channels.map((channel) => presentChannel(channel, localeOf(req))))
  })
  routes.post(path, async (req: Req<'createNotificationChannel'>, res: Res<'createNotificationChannel'>) => {
    refuseAddresses(dependencies, req.body)
    const channel = await scoped(dependencies, req, (context) =>
      withIdempotency(dependencies, req, context, async () =>
        presentChannel(await createChannel(context, settingsKey, req.body), localeOf(req)),
      ),
    )
    res.status(201).json(channel)
  })
  routes.get(`${path}/:channel_id`, async (req: Req<'getNotificationChannel'>, res: Res<'getNotificationChannel'>) => {
    const channel = await scoped(dependencies, req, (context) => getChannel(context, req.params.channel_id))
    res.json(presentChannel(channel, localeOf(req)))
  })
  routes.patch(
    `${path}/:channel_id`,
    async (req: Req<'updateNotificationChannel'>, res: Res<'updateNotificationChannel'>) => {
      refuseAddresses(dependencies, req.body)
      const { channel_id: id } = req.params
      const channel = await scoped(dependencies, req, async (context) => {
        await requireChannel(req, context, id)
        return updateChannel(context, settingsKey, id, req.body)
      })
      res.json(presentChannel(channel, localeOf(req)))
    },
  )
  routes.delete(`${path}/:channel_id`, async (req: Req<'deleteNotificationChannel'>, res) => {
    const { channel_id: id } = req.params
    await scoped(dependencies, req, async (context) => {
      await requireChannel(req, context, id)
      await deleteChannel(context, object, id)
    })
    res.status(204).end()
  })
  addDeliveryRoutes(routes, dependencies, `${path}/:channel_id`)
  routes.post(
    '/api/events/:event_id/acknowledge',
    async (req: Req<'acknowledgeEvent'>, res: Res<'acknowledgeEvent'>) => {
      const { note = null } = req.body
      const event = await scoped(dependencies, req, (context) => acknowledgeEvent(context, req.params.event_id, note))
      res.json(emitEvent(event))
    },
  )
  return routes
}

function addDeliveryRoutes(routes: Router, dependencies: Dependencies, path: string): void {
  routes.post(`${path}/test`, async (req: Req<'testNotificationChannel'>, res: Res<'testNotificationChannel'>) => {
    const { channel, delivery } = await scoped(dependencies, req, (context) =>
      beginTest(context, object, req.params.channel_id),
    )
    const attempt = await sendDelivery(sendDependencies(dependencies), channel, delivery)
    const ended = await scoped(dependencies, req, (context) => endTest(context, delivery, attempt))
    res.json(presentChannelDelivery(ended, localeOf(req), seenBy(req, channel)))
  })
  routes.get(
    `${path}/preview`,
    async (req: Req<'previewNotificationChannel'>, res: Res<'previewNotificationChannel'>) => {
      const found = await scoped(dependencies, req, (context) =>
        findPreviewDelivery(context, req.params.channel_id, req.query.event_id),
      )
      const parts = await previewDelivery(sendDependencies(dependencies), found.channel, found.delivery)
      res.json(presentPreview(found, parts))
    },
  )
  routes.get(
    `${path}/deliveries`,
    async (req: Req<'listNotificationDeliveries'>, res: Res<'listNotificationDeliveries'>) => {
      const { limit = 100, cursor, status } = req.query
      const position = decodeCursor(cursor, 2)
      const after = position && { createdAt: instantOf(position[0]), id: uuidOf(position[1]) }
      const { channel_id: id } = req.params
      const { rows, channel } = await scoped(dependencies, req, async (context) => ({
        channel: await getChannel(context, id),
        rows: await listDeliveries(context, id, omitUndefined({ status }), { limit: limit + 1, after }),
      }))
      const cut = paginate(req, rows, limit, (row) => [row.createdAt.toISOString(), row.id])
      if (cut.link) res.set('Link', cut.link)
      res.json(cut.page.map((delivery) => presentChannelDelivery(delivery, localeOf(req), seenBy(req, channel))))
    },
  )
  routes.post(
    `${path}/deliveries/:delivery_id/resend`,
    async (req: Req<'resendNotificationDelivery'>, res: Res<'resendNotificationDelivery'>) => {
      const { channel_id: channelId, delivery_id: id } = req.params
      const { delivery, channel } = await scoped(dependencies, req, async (context) => ({
        channel: await getChannel(context, channelId),
        delivery: await resendDelivery(context, object, channelId, id),
      }))
      res.status(202).json(presentChannelDelivery(delivery, localeOf(req), seenBy(req, channel)))
    },
  )
}

function seenBy(req: ScopedRequest, { kind }: NotificationChannel): { isMailServerHidden: boolean } {
  return kind === 'mail' ? mailServerSeenBy(req) : { isMailServerHidden: false }
}

/**
 * Adds the secrets to the log redactor.
 * @throws DomainError validation_failed for an address that is not allowed for deliveries
 */
function refuseAddresses({ secrets, outgoing }: Dependencies, body: ChannelPatch): void {
  const { webhook, http, ntfy, pagerduty, snmp } = body
  for (const { value } of [...(webhook?.headers ?? []), ...(http?.headers ?? [])]) if (value) secrets?.addRecent(value)
  const values = [
    ntfy?.topic,
    ntfy?.token,
    pagerduty?.routing_key,
    snmp?.community,
    snmp?.auth_password,
    snmp?.priv_password,
  ]
  for (const value of values) if (value) secrets?.addRecent(value)
  const urls = (['webhook', 'http', 'slack', 'teams', 'mattermost'] as const).map((kind) => [`${kind}.url`, body[kind]?.url] as const) // prettier-ignore
  for (const [path, url] of [...urls, ['ntfy.server', ntfy?.server] as const]) {
    const error = url === undefined ? null : outgoing.findFault?.(url)
    if (error) throw invalidFields([{ path, error }])
  }
}

function requireChannel(
  req: Pick<Request, 'get' | 'acceptsLanguages'>,
  context: ActionContext,
  id: string,
): Promise<void> {
  return requireMatch(req, context, { table: 'notification_channels', id }, async () =>
    presentChannel(await getChannel(context, id), localeOf(req)),
  )
}
