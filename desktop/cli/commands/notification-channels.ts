import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { slugsByTenantId } from '../find-tenant.ts'
import { shortInstant } from '../instant.ts'
import { dataOf, limitOf, rowsOf } from '../pages.ts'
import { parseObject } from '../parse-object.ts'
import { printableLine } from '../printable.ts'
import { readGivenFile } from '../settings.ts'
import { deliveryStatuses } from './webhooks.ts'

type Schemas = components['schemas']
type Channel = Schemas['NotificationChannel']
type Delivery = Schemas['NotificationDelivery']

const nameWord = { name: 'NAME|ID' } as const

export const channels = command({
  name: 'channels',
  summary: 'List notification channels, which include webhooks',
  words: [],
  options: {},
  examples: [['coffer channels --tenant acme', 'with the state of each']],
  async run({ connect, out }) {
    const connection = connect()
    const [all, slugs] = [await channelsOf(connection), await slugsByTenantId(connection.api)]
    await out.list(
      all,
      [
        { title: 'NAME', of: ({ name }: Channel) => name },
        { title: 'CUSTOMER', of: ({ tenant_id: id }) => (id === null ? 'all' : (slugs.get(id) ?? id)) },
        { title: 'KIND', of: ({ kind }) => kind },
        { title: 'DESTINATION', of: ({ destination }) => destination },
        { title: 'STATE', of: stateOf },
        { title: 'ID', of: ({ id }) => id },
      ],
      'no notification channels',
    )
  },
})

export const addChannel = command({
  name: 'channels add',
  summary: 'Add a notification channel',
  details: `Reads a JSON object with the fields of the API: kind, the destination in the field with the name of the kind, rules,
quiet_hours, escalation and others. Without --tenant, a channel of a platform role receives the events of every customer.`,
  words: [{ name: 'NAME' }, { name: 'FILE' }],
  options: {},
  examples: [['coffer channels add operations slack.json --tenant acme', 'the file contains the address']],
  async run({ words: [name = '', file = ''], connect, out }) {
    const connection = connect()
    const query = { tenant: await connection.tenantId() }
    const given = parseObject(file, readGivenFile(file)) as unknown as Schemas['NewNotificationChannel']
    const body = { ...given, name }
    const made = dataOf(await connection.api.POST('/api/notification-channels', { params: { query }, body }))
    await out.thing(made, () =>
      line(`${made.name} added for ${made.destination}. Test it with: coffer channels test "${made.name}"`),
    )
  },
})

export const editChannel = command({
  name: 'channels edit',
  summary: 'Change a notification channel',
  details: `The fields of the file replace those of the channel; others are unchanged. A secret that the destination in the
file lacks keeps its stored value.`,
  words: [nameWord],
  options: {
    file: { type: 'string', value: 'FILE', description: 'JSON object with the fields to change' },
    name: { type: 'string', value: 'NAME', description: 'another name' },
    enable: { type: 'boolean', description: 'resume deliveries' },
    disable: { type: 'boolean', description: 'stop deliveries' },
  },
  examples: [['coffer channels edit operations --enable', 'after the service has disabled it']],
  async run({ words: [named = ''], values, connect, out }) {
    if (values.enable && values.disable)
      throw new CommandError(exitCodes.unusable, message('options_exclusive', { options: ['--enable', '--disable'] }))
    const given = values.file === undefined ? {} : parseObject(values.file, readGivenFile(values.file))
    const body: Schemas['NotificationChannelPatch'] = {
      ...given,
      ...(values.name !== undefined && { name: values.name }),
      ...((values.enable || values.disable) && { enabled: values.enable === true }),
    }
    if (Object.keys(body).length === 0) {
      const help = message('run_command', { command: 'coffer channels edit --help' })
      throw new CommandError(exitCodes.unusable, message('change_missing'), help)
    }
    const connection = connect()
    const params = paramsOf(await findChannel(connection, named))
    const changed = dataOf(await connection.api.PATCH('/api/notification-channels/{channel_id}', { params, body }))
    await out.thing(changed, () => line(`${changed.name} changed`))
  },
})

export const removeChannel = command({
  name: 'channels remove',
  summary: 'Remove a notification channel and its deliveries',
  words: [nameWord],
  options: {},
  examples: [['coffer channels remove operations', 'pending deliveries are discarded']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const channel = await findChannel(connection, named)
    await connection.api.DELETE('/api/notification-channels/{channel_id}', { params: paramsOf(channel) })
    out.notice(printableLine(`${channel.name} removed`))
  },
})

export const testChannel = command({
  name: 'channels test',
  summary: 'Send a test message through a notification channel; exits with 8 if the delivery fails',
  words: [nameWord],
  options: {},
  examples: [['coffer channels test operations', 'with the response of the receiver']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const params = paramsOf(await findChannel(connection, named))
    const sent = dataOf(await connection.api.POST('/api/notification-channels/{channel_id}/test', { params }))
    await out.thing(sent, () => line([sent.status, outcomeOf(sent)].filter((word) => word !== null).join(': ')))
    return sent.status === 'delivered' ? exitCodes.done : exitCodes.notGood
  },
})

export const previewChannel = command({
  name: 'channels preview',
  summary: 'Show what a notification channel would send, without sending it',
  details: 'Renders the latest event that matches the rules, or the event given with --event.',
  words: [nameWord],
  options: { event: { type: 'string', value: 'ID', description: 'an event that the channel may receive' } },
  examples: [['coffer channels preview operations', 'without addresses and tokens']],
  async run({ words: [named = ''], values, connect, out }) {
    const connection = connect()
    const { path, query } = paramsOf(await findChannel(connection, named))
    const params = { path, query: { ...query, event_id: values.event } }
    const preview = dataOf(await connection.api.GET('/api/notification-channels/{channel_id}/preview', { params }))
    await out.thing(preview, () =>
      preview.parts.map(({ name, text }) => `${name}:\n${text.split('\n').map(printableLine).join('\n')}\n`).join('\n'),
    )
  },
})

export const channelDeliveries = command({
  name: 'channels deliveries',
  summary: 'List the deliveries of a notification channel in the last 30 days',
  words: [nameWord],
  options: {
    status: { type: 'string', value: 'STATUS', oneOf: deliveryStatuses, description: 'only deliveries in this state' },
    limit: { type: 'string', value: 'N', description: 'maximum number, or all; default 50' },
  },
  examples: [['coffer channels deliveries operations --status failed', 'failed deliveries']],
  async run({ words: [named = ''], values, connect, out }) {
    const connection = connect()
    const { path, query } = paramsOf(await findChannel(connection, named))
    const found = rowsOf<Delivery>(
      (page) => {
        const params = { path, query: { ...query, status: values.status, ...page } }
        return connection.api.GET('/api/notification-channels/{channel_id}/deliveries', { params })
      },
      limitOf(values.limit, 50),
    )
    await out.list(
      found,
      [
        { title: 'WHEN', of: ({ created_at: at }: Delivery) => shortInstant(at) },
        { title: 'STATUS', of: ({ status }) => status },
        { title: 'KIND', of: ({ kind }) => kind },
        { title: 'EVENTS', of: ({ events }) => events.length, isNumber: true },
        { title: 'ATTEMPTS', of: ({ attempts }) => attempts.length, isNumber: true },
        { title: 'NEXT ATTEMPT', of: ({ next_at: at }) => shortInstant(at) },
        { title: 'ID', of: ({ id }) => id },
        { title: 'RESULT', of: outcomeOf },
      ],
      'no deliveries match',
    )
  },
})

export const resendChannelDelivery = command({
  name: 'channels resend',
  summary: 'Send a delivery of a notification channel again, with the same id',
  words: [nameWord, { name: 'DELIVERY' }],
  options: {},
  examples: [
    [
      'coffer channels resend operations 01a2f8e0-5c00-7000-8000-000000000001',
      'the id is listed by coffer channels deliveries',
    ],
  ],
  async run({ words: [named = '', delivery = ''], connect, out }) {
    const connection = connect()
    const { path, query } = paramsOf(await findChannel(connection, named))
    const params = { path: { ...path, delivery_id: delivery }, query }
    const sent = dataOf(
      await connection.api.POST('/api/notification-channels/{channel_id}/deliveries/{delivery_id}/resend', { params }),
    )
    await out.thing(sent, () => 'sent again\n')
  },
})

export const acknowledgeEvent = command({
  name: 'events acknowledge',
  summary: 'Acknowledge an event, so that no notification channel escalates it',
  words: [{ name: 'EVENT' }],
  options: { note: { type: 'string', value: 'TEXT', description: 'what you are doing about it' } },
  examples: [
    ['coffer events acknowledge 01a2f8e0-5c00-7000-8000-000000000001 --note "on my way"', 'the id is in the message'],
  ],
  async run({ words: [id = ''], values, connect, out }) {
    const connection = connect()
    const params = { path: { event_id: id }, query: { tenant: await connection.tenantId() } }
    const body = { note: values.note }
    const event = dataOf(await connection.api.POST('/api/events/{event_id}/acknowledge', { params, body }))
    await out.thing(event, () => line(`${event.type} acknowledged by ${event.acknowledgement?.by ?? ''}`))
  },
})

async function channelsOf(connection: Connection): Promise<Channel[]> {
  const tenant = await connection.tenantId()
  return dataOf(await connection.api.GET('/api/notification-channels', { params: { query: { tenant } } }))
}

/** @throws CommandError if none or several have the name */
async function findChannel(connection: Connection, named: string): Promise<Channel> {
  const [one, another] = (await channelsOf(connection)).filter(({ id, name }) => id === named || name === named)
  const words = { kind: 'channel', name: named }
  if (!one) {
    const list = message('run_command', { command: 'coffer channels' })
    throw new CommandError(exitCodes.notFound, message('name_not_found', words), list)
  }
  if (another) throw new CommandError(exitCodes.notFound, message('name_not_unique', words), message('give_id'))
  return one
}

/** A channel of the platform has no tenant. */
function paramsOf({ id, tenant_id: tenant }: Channel) {
  return { path: { channel_id: id }, query: { tenant: tenant ?? undefined } }
}

function stateOf({ enabled, failing_since: since, disabled_reason: reason }: Channel): string {
  if (!enabled) return reason === null ? 'disabled' : `disabled: ${reason}`
  return since === null ? 'working' : `failing since ${shortInstant(since)}`
}

function outcomeOf({ attempts }: Delivery): string | null {
  const last = attempts.at(-1)
  if (!last) return null
  const { error, refused_recipients: refused } = last
  if (refused.length > 0) return `${error === null ? '' : `${error} `}refused: ${refused.join(', ')}`
  return error ?? (last.status === null ? 'accepted' : `response ${last.status}`)
}

function line(words: string): string {
  return `${printableLine(words)}\n`
}
