import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { slugsByTenantId } from '../find-tenant.ts'
import { readWebhookSecrets } from '../webhook-secrets.ts'
import { shortInstant } from '../instant.ts'
import { dataOf, limitOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { numberOf } from '../whole-number.ts'

type Schemas = components['schemas']
type Webhook = Schemas['Webhook']
type Delivery = Schemas['WebhookDelivery']

/** Every severity and state; a test compares them with the contract. */
export const severities = ['info', 'warning', 'critical'] as const satisfies readonly Schemas['Severity'][]
export const deliveryStatuses = [
  'waiting',
  'delivered',
  'failed',
  'merged',
] as const satisfies readonly Schemas['DeliveryStatus'][]

const secretOptions = {
  address: {
    type: 'string',
    value: 'FILE',
    description: 'file with the URL of the endpoint, which is a secret for many services',
  },
  secret: { type: 'string', value: 'FILE', description: 'file with the key of the signature, at least 16 characters' },
  header: {
    type: 'string',
    multiple: true,
    value: 'NAME=FILE',
    description: 'header of each delivery, with its value in a file; can be repeated',
  },
} as const

const filterOptions = {
  event: {
    type: 'string',
    multiple: true,
    value: 'EVENT',
    description: 'only this event, such as run.failed; can be repeated',
  },
  severity: { type: 'string', value: 'SEVERITY', oneOf: severities, description: 'minimum severity' },
  site: { type: 'string', multiple: true, value: 'SITE', description: 'only devices at this site; can be repeated' },
  tag: { type: 'string', multiple: true, value: 'TAG', description: 'only devices with this tag; can be repeated' },
  platform: {
    type: 'string',
    multiple: true,
    value: 'PLATFORM',
    description: 'only devices of this platform; can be repeated',
  },
  digest: {
    type: 'string',
    value: 'MINUTES',
    description: 'send the events of this interval together; 0 sends each at once',
  },
} as const

const nameWord = { name: 'NAME|ID' } as const

export const webhooks = command({
  name: 'webhooks',
  summary: 'List webhooks',
  words: [],
  options: {},
  examples: [['coffer webhooks', 'with the state of each']],
  async run({ connect, out }) {
    const connection = connect()
    const [all, slugs] = [await webhooksOf(connection), await slugsByTenantId(connection.api)]
    await out.list(
      all,
      [
        { title: 'NAME', of: ({ name }: Webhook) => name },
        { title: 'CUSTOMER', of: ({ tenant_id: id }) => (id === null ? 'all' : (slugs.get(id) ?? id)) },
        { title: 'HOST', of: ({ host }) => host },
        { title: 'FROM', of: ({ min_severity: severity }) => severity },
        { title: 'STATE', of: stateOf },
        { title: 'ID', of: ({ id }) => id },
      ],
      'no webhooks',
    )
  },
})

export const addWebhook = command({
  name: 'webhooks add',
  summary: 'Add a webhook that receives events',
  details:
    'Address, secret and header values are read from files, or with - from a hidden prompt. Without --tenant, a webhook of a platform role receives the events of every customer.',
  words: [{ name: 'NAME' }],
  options: { ...secretOptions, ...filterOptions },
  examples: [
    [
      'coffer webhooks add "on call" --address hook.url --secret hook.secret --severity warning',
      'all events that need attention',
    ],
    [
      'coffer webhooks add tickets --address hook.url --secret hook.secret --header Authorization=hook.auth',
      'each delivery carries the header Authorization',
    ],
  ],
  async run({ words: [name = ''], values, connect, terminal, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    const { url, secret, headers = [] } = await readWebhookSecrets(values, terminal)
    if (!url || !secret) {
      const options = [...(url ? [] : ['--address']), ...(secret ? [] : ['--secret'])]
      throw new CommandError(exitCodes.unusable, message('options_missing', { options }))
    }
    const body = { name, url, secret, headers: headers.map(withValue), ...filtersIn(values) }
    const made = dataOf(await connection.api.POST('/api/webhooks', { params: { query: { tenant } }, body }))
    await out.thing(made, () =>
      line(`${made.name} added for ${made.host}. Test it with: coffer webhooks test "${made.name}"`),
    )
  },
})

export const editWebhook = command({
  name: 'webhooks edit',
  summary: 'Change a webhook',
  details:
    'Other values are unchanged. Filters and headers are replaced as a whole; an empty value removes all. --header NAME without a file keeps the stored value.',
  words: [nameWord],
  options: {
    ...secretOptions,
    ...filterOptions,
    name: { type: 'string', value: 'NAME', description: 'another name' },
    enable: { type: 'boolean', description: 'resume deliveries' },
    disable: { type: 'boolean', description: 'stop deliveries' },
  },
  examples: [['coffer webhooks edit "on call" --enable', 'after the service has disabled it']],
  async run({ words: [named = ''], values, connect, terminal, out }) {
    if (values.enable && values.disable)
      throw new CommandError(exitCodes.unusable, message('options_exclusive', { options: ['--enable', '--disable'] }))
    const { url, secret, headers } = await readWebhookSecrets(values, terminal)
    const enabled = values.enable ? true : values.disable ? false : undefined
    const body = { name: values.name, url, secret, headers, enabled, ...filtersIn(values) }
    if (Object.values(body).every((value) => value === undefined)) {
      throw new CommandError(
        exitCodes.unusable,
        message('change_missing'),
        message('run_command', { command: 'coffer webhooks edit --help' }),
      )
    }
    const connection = connect()
    const params = paramsOf(await findWebhook(connection, named))
    const changed = dataOf(await connection.api.PATCH('/api/webhooks/{webhook_id}', { params, body }))
    await out.thing(changed, () => line(`${changed.name} changed`))
  },
})

export const removeWebhook = command({
  name: 'webhooks remove',
  summary: 'Remove a webhook and its deliveries',
  words: [nameWord],
  options: {},
  examples: [['coffer webhooks remove "on call"', 'pending deliveries are discarded']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const webhook = await findWebhook(connection, named)
    await connection.api.DELETE('/api/webhooks/{webhook_id}', { params: paramsOf(webhook) })
    out.notice(printableLine(`${webhook.name} removed`))
  },
})

export const testWebhook = command({
  name: 'webhooks test',
  summary: 'Send a test event to a webhook; exits with 8 if the delivery fails',
  words: [nameWord],
  options: {},
  examples: [['coffer webhooks test "on call"', 'with the response of the endpoint']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const params = paramsOf(await findWebhook(connection, named))
    const sent = dataOf(await connection.api.POST('/api/webhooks/{webhook_id}/test', { params }))
    await out.thing(sent, () => line(`${sent.status}: ${outcomeOf(sent) ?? 'not sent'}`))
    return sent.status === 'delivered' ? exitCodes.done : exitCodes.notGood
  },
})

export const deliveries = command({
  name: 'webhooks deliveries',
  summary: 'List the deliveries of a webhook in the last 30 days',
  words: [nameWord],
  options: {
    status: { type: 'string', value: 'STATUS', oneOf: deliveryStatuses, description: 'only deliveries in this state' },
    limit: { type: 'string', value: 'N', description: 'maximum number, or all; default 50' },
  },
  examples: [['coffer webhooks deliveries "on call" --status failed', 'failed deliveries']],
  async run({ words: [named = ''], values, connect, out }) {
    const connection = connect()
    const { path, query } = paramsOf(await findWebhook(connection, named))
    const found = rowsOf<Delivery>(
      (page) => {
        const params = { path, query: { ...query, status: values.status, ...page } }
        return connection.api.GET('/api/webhooks/{webhook_id}/deliveries', { params })
      },
      limitOf(values.limit, 50),
    )
    await out.list(
      found,
      [
        { title: 'WHEN', of: ({ created_at: at }: Delivery) => shortInstant(at) },
        { title: 'STATUS', of: ({ status }) => status },
        {
          title: 'EVENT',
          of: ({ kind, events }) => (kind === 'event' ? typeOf(events[0]) : `${kind} of ${events.length}`),
        },
        { title: 'ATTEMPTS', of: ({ attempts }) => attempts.length, isNumber: true },
        { title: 'NEXT ATTEMPT', of: ({ next_at: at }) => shortInstant(at) },
        { title: 'ID', of: ({ id }) => id },
        { title: 'RESULT', of: outcomeOf },
      ],
      'no deliveries match',
    )
  },
})

export const resendDelivery = command({
  name: 'webhooks resend',
  summary: 'Send a delivery of a webhook again, with the same id',
  words: [nameWord, { name: 'DELIVERY' }],
  options: {},
  examples: [
    [
      'coffer webhooks resend "on call" 01a2f8e0-5c00-7000-8000-000000000001',
      'the id is listed by coffer webhooks deliveries',
    ],
  ],
  async run({ words: [named = '', delivery = ''], connect, out }) {
    const connection = connect()
    const { path, query } = paramsOf(await findWebhook(connection, named))
    const params = { path: { ...path, delivery_id: delivery }, query }
    const sent = dataOf(
      await connection.api.POST('/api/webhooks/{webhook_id}/deliveries/{delivery_id}/resend', { params }),
    )
    await out.thing(sent, () => 'sent again\n')
  },
})

async function webhooksOf(connection: Connection): Promise<Webhook[]> {
  const tenant = await connection.tenantId()
  return dataOf(await connection.api.GET('/api/webhooks', { params: { query: { tenant } } }))
}

/** @throws CommandError if none or several have the name */
async function findWebhook(connection: Connection, named: string): Promise<Webhook> {
  const same = (await webhooksOf(connection)).filter(({ id, name }) => id === named || name === named)
  const [one, another] = same
  if (!one)
    throw new CommandError(
      exitCodes.notFound,
      message('name_not_found', { kind: 'webhook', name: named }),
      message('run_command', { command: 'coffer webhooks' }),
    )
  if (another)
    throw new CommandError(
      exitCodes.notFound,
      message('name_not_unique', { kind: 'webhook', name: named }),
      message('give_id'),
    )
  return one
}

/** A webhook of the platform has no tenant. */
function paramsOf({ id, tenant_id: tenant }: Webhook) {
  return { path: { webhook_id: id }, query: { tenant: tenant ?? undefined } }
}

/** @throws CommandError for a header of a new webhook without a file */
function withValue({ name, value }: Schemas['WebhookHeaderPatch']): Schemas['NewWebhookHeader'] {
  if (value === undefined) throw new CommandError(exitCodes.unusable, message('header_value_missing', { header: name }))
  return { name, value }
}

type Filters = { severity?: Schemas['Severity']; digest?: string } & {
  [name in 'event' | 'site' | 'tag' | 'platform']?: string[]
}

function filtersIn({ event, severity, site, tag, platform, digest }: Filters) {
  return {
    events: whole(event) as Schemas['EventType'][] | undefined,
    min_severity: severity,
    sites: whole(site),
    tags: whole(tag),
    platforms: whole(platform) as Schemas['PlatformId'][] | undefined,
    digest_minutes: numberOf('digest', digest),
  }
}

function whole(words: string[] | undefined): string[] | undefined {
  return words?.filter((word) => word !== '')
}

function stateOf({ enabled, failing_since: since, disabled_reason: reason }: Webhook): string {
  if (!enabled) return reason === null ? 'disabled' : `disabled: ${reason}`
  return since === null ? 'working' : `failing since ${shortInstant(since)}`
}

function outcomeOf({ attempts }: Delivery): string | null {
  const last = attempts.at(-1)
  if (!last) return null
  return last.error ?? `response ${last.status}`
}

function typeOf(event: Record<string, unknown> | undefined): string {
  return String(event?.['type'] ?? '')
}

function line(words: string): string {
  return `${printableLine(words)}\n`
}
