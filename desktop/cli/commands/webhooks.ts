import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandEnd, exitCodes } from '../exit-codes.ts'
import { slugsOf } from '../find-tenant.ts'
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
] as const satisfies readonly Schemas['DeliveryStatus'][]

const secretOptions = {
  address: { type: 'string', value: 'FILE', tells: 'what is asked, which is a secret with many services' },
  secret: { type: 'string', value: 'FILE', tells: 'the key of the signature, 16 characters or more' },
  header: {
    type: 'string',
    multiple: true,
    value: 'NAME=FILE',
    tells: 'header of each delivery, with its value in a file; can be repeated',
  },
} as const

const filterOptions = {
  event: { type: 'string', multiple: true, value: 'EVENT', tells: 'only these, as run.failed; may come several times' },
  severity: { type: 'string', value: 'SEVERITY', oneOf: severities, tells: 'only from this one on' },
  site: { type: 'string', multiple: true, value: 'SITE', tells: 'only of devices at these sites' },
  tag: { type: 'string', multiple: true, value: 'TAG', tells: 'only of devices with one of these tags' },
  platform: { type: 'string', multiple: true, value: 'PLATFORM', tells: 'only of devices of these platforms' },
  digest: { type: 'string', value: 'MINUTES', tells: 'gather what happens for so long; 0 tells each at once' },
} as const

const nameWord = { name: 'NAME|ID' } as const

export const webhooks = command({
  name: 'webhooks',
  summary: 'List addresses that are told of events',
  words: [],
  options: {},
  examples: [['coffer webhooks', 'whether each can be reached']],
  async run({ connect, out }) {
    const connection = connect()
    const [all, slugs] = [await webhooksOf(connection), await slugsOf(connection.api)]
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
      'there is no webhook',
    )
  },
})

export const addWebhook = command({
  name: 'webhooks add',
  summary: 'Have an address told of events',
  details:
    'Address, secret and header values are read from files, or with - from a hidden prompt. Without --tenant, a webhook of a platform role receives the events of every customer.',
  words: [{ name: 'NAME' }],
  options: { ...secretOptions, ...filterOptions },
  examples: [
    [
      'coffer webhooks add "on call" --address hook.url --secret hook.secret --severity warning',
      'whatever needs somebody',
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
      throw new CommandEnd(exitCodes.unusable, message('options_missing', { options }))
    }
    const body = { name, url, secret, headers: headers.map(withValue), ...filtersIn(values) }
    const made = dataOf(await connection.api.POST('/api/webhooks', { params: { query: { tenant } }, body }))
    await out.thing(made, () =>
      line(`${made.name} is told at ${made.host}; try it: coffer webhooks test "${made.name}"`),
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
    name: { type: 'string', value: 'NAME', tells: 'another name' },
    enable: { type: 'boolean', tells: 'it is told again' },
    disable: { type: 'boolean', tells: 'it is not told' },
  },
  examples: [['coffer webhooks edit "on call" --enable', 'it goes on after the service has disabled it']],
  async run({ words: [named = ''], values, connect, terminal, out }) {
    if (values.enable && values.disable)
      throw new CommandEnd(exitCodes.unusable, message('options_exclusive', { options: ['--enable', '--disable'] }))
    const { url, secret, headers } = await readWebhookSecrets(values, terminal)
    const enabled = values.enable ? true : values.disable ? false : undefined
    const body = { name: values.name, url, secret, headers, enabled, ...filtersIn(values) }
    if (Object.values(body).every((value) => value === undefined)) {
      throw new CommandEnd(
        exitCodes.unusable,
        message('change_missing'),
        message('run_command', { command: 'coffer webhooks edit --help' }),
      )
    }
    const connection = connect()
    const params = paramsOf(await findWebhook(connection, named))
    const changed = dataOf(await connection.api.PATCH('/api/webhooks/{webhook_id}', { params, body }))
    await out.thing(changed, () => line(`${changed.name} is changed`))
  },
})

export const removeWebhook = command({
  name: 'webhooks remove',
  summary: 'Remove a webhook, with the log of what it was told',
  words: [nameWord],
  options: {},
  examples: [['coffer webhooks remove "on call"', 'what waits to be sent is not sent any more']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const webhook = await findWebhook(connection, named)
    await connection.api.DELETE('/api/webhooks/{webhook_id}', { params: paramsOf(webhook) })
    out.tell(printableLine(`${webhook.name} is removed`))
  },
})

export const testWebhook = command({
  name: 'webhooks test',
  summary: 'Send a trial to a webhook now; ends with 8 when it does not arrive',
  words: [nameWord],
  options: {},
  examples: [['coffer webhooks test "on call"', 'what its receiver answers']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const params = paramsOf(await findWebhook(connection, named))
    const sent = dataOf(await connection.api.POST('/api/webhooks/{webhook_id}/test', { params }))
    await out.thing(sent, () => line(`${sent.status}: ${outcomeOf(sent) ?? 'nothing was sent'}`))
    return sent.status === 'delivered' ? exitCodes.done : exitCodes.notGood
  },
})

export const deliveries = command({
  name: 'webhooks deliveries',
  summary: 'What a webhook was told in 30 days, and what came of it',
  words: [nameWord],
  options: {
    status: { type: 'string', value: 'STATUS', oneOf: deliveryStatuses, tells: 'only those in this state' },
    limit: { type: 'string', value: 'N', tells: 'how many at most, 50 unless told, or all' },
  },
  examples: [['coffer webhooks deliveries "on call" --status failed', 'what its receiver never heard']],
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
          title: 'TOLD',
          of: ({ kind, events }) => (kind === 'event' ? typeOf(events[0]) : `${kind} of ${events.length}`),
        },
        { title: 'TRIED', of: ({ attempts }) => attempts.length, isNumber: true },
        { title: 'AGAIN AT', of: ({ next_at: at }) => shortInstant(at) },
        { title: 'ID', of: ({ id }) => id },
        { title: 'ANSWER', of: outcomeOf },
      ],
      'there is no such delivery',
    )
  },
})

export const resendDelivery = command({
  name: 'webhooks resend',
  summary: 'Send something to a webhook again, under the same id',
  words: [nameWord, { name: 'DELIVERY' }],
  options: {},
  examples: [
    ['coffer webhooks resend "on call" 01a2f8e0-5c00-7000-8000-000000000001', 'an id that webhooks deliveries lists'],
  ],
  async run({ words: [named = '', delivery = ''], connect, out }) {
    const connection = connect()
    const { path, query } = paramsOf(await findWebhook(connection, named))
    const params = { path: { ...path, delivery_id: delivery }, query }
    const sent = dataOf(
      await connection.api.POST('/api/webhooks/{webhook_id}/deliveries/{delivery_id}/resend', { params }),
    )
    await out.thing(sent, () => 'it is sent again\n')
  },
})

async function webhooksOf(connection: Connection): Promise<Webhook[]> {
  const tenant = await connection.tenantId()
  return dataOf(await connection.api.GET('/api/webhooks', { params: { query: { tenant } } }))
}

/** @throws CommandEnd if none or several have the name */
async function findWebhook(connection: Connection, named: string): Promise<Webhook> {
  const same = (await webhooksOf(connection)).filter(({ id, name }) => id === named || name === named)
  const [one, another] = same
  if (!one)
    throw new CommandEnd(
      exitCodes.notFound,
      message('name_not_found', { kind: 'webhook', name: named }),
      message('run_command', { command: 'coffer webhooks' }),
    )
  if (another)
    throw new CommandEnd(
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

/** @throws CommandEnd for a header of a new webhook without a file */
function withValue({ name, value }: Schemas['WebhookHeaderPatch']): Schemas['NewWebhookHeader'] {
  if (value === undefined) throw new CommandEnd(exitCodes.unusable, message('header_value_missing', { header: name }))
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
  return since === null ? 'well' : `failing since ${shortInstant(since)}`
}

function outcomeOf({ attempts }: Delivery): string | null {
  const last = attempts.at(-1)
  if (!last) return null
  return last.error ?? `answered ${last.status}`
}

function typeOf(event: Record<string, unknown> | undefined): string {
  return String(event?.['type'] ?? '')
}

function line(words: string): string {
  return `${printableLine(words)}\n`
}
