import { message } from '../../../shared/messages/message.ts'
import { Readable } from 'node:stream'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findTenant, listTenants } from '../find-tenant.ts'
import { shortInstant } from '../instant.ts'
import { isUuid } from '../is-uuid.ts'
import { dataOf, rowsOf } from '../pages.ts'
import { saveFile } from '../save-file.ts'
import type { Terminal } from '../terminal.ts'

type Destruction = components['schemas']['Destruction']

const tenantWord = { name: 'CUSTOMER' } as const
const confirmOption = {
  confirm: { type: 'string', value: 'NAME', description: 'short name of the customer, if there is no terminal' },
} as const

export const destroyKeys = command({
  name: 'customers destroy-keys',
  summary: 'Request the destruction of a customer’s keys: its backups become unreadable',
  details: `Asks for the short name of the customer and your password. Takes effect after the delay in the
service's settings; until then you can withdraw it.`,
  words: [tenantWord],
  options: confirmOption,
  examples: [['coffer customers destroy-keys acme', 'asks for the short name and your password']],
  async run({ words: [named = ''], values, terminal, connect, out }) {
    const { api } = connect()
    const { id, slug } = await tenantOf(api, named)
    const confirm = values.confirm ?? (await askPhrase(terminal, slug))
    const params = { path: { customer_id: id } }
    const answer = dataOf(await api.POST('/api/tenants/{customer_id}/destroy-key', { params, body: { confirm } }))
    await out.thing(answer, () => `${sentenceOf(answer.destruction)}\n${answer.notice}\n`)
  },
})

export const deleteTenant = command({
  name: 'customers delete',
  summary: 'Request the deletion of a customer with its keys, backups and all records',
  details: `Asks for the short name of the customer and your password. Takes effect after the delay in the
service's settings; until then you can withdraw it. A signed certificate of the destruction is kept.`,
  words: [tenantWord],
  options: confirmOption,
  examples: [['coffer customers delete acme', 'asks for the short name and your password']],
  async run({ words: [named = ''], values, terminal, connect, out }) {
    const { api } = connect()
    const { id, slug } = await tenantOf(api, named)
    const confirm = values.confirm ?? (await askPhrase(terminal, slug))
    const params = { path: { customer_id: id }, query: { confirm } }
    const requested = dataOf(await api.DELETE('/api/tenants/{customer_id}', { params }))
    await out.thing(requested, () => `${sentenceOf(requested)}\n`)
  },
})

export const destructions = command({
  name: 'destructions',
  summary: 'List destructions of keys and deletions of customers',
  words: [],
  options: {},
  examples: [
    ['coffer destructions', 'pending ones with the time until which you can withdraw them, and completed ones'],
  ],
  async run({ connect, out }) {
    await out.list(
      destructionsOf(connect().api),
      [
        { title: 'CUSTOMER', of: ({ slug }) => slug },
        { title: 'WHAT', of: ({ kind }) => kind },
        { title: 'STATE', of: ({ state }) => state },
        { title: 'DUE', of: ({ due_at: at }) => shortInstant(at) },
        { title: 'REQUESTED BY', of: ({ requested_by: by }) => by },
        { title: 'ID', of: ({ id }) => id },
      ],
      'no destructions',
    )
  },
})

export const withdrawDestruction = command({
  name: 'destructions withdraw',
  summary: 'Withdraw a pending destruction',
  words: [{ name: 'CUSTOMER|ID' }],
  options: {},
  examples: [['coffer destructions withdraw acme', 'nothing is destroyed']],
  async run({ words: [named = ''], connect, out }) {
    const { api } = connect()
    const { id } = await findDestruction(api, named, 'pending')
    const withdrawn = dataOf(
      await api.DELETE('/api/destructions/{destruction_id}', { params: { path: { destruction_id: id } } }),
    )
    out.notice(`withdrawn: no data of ${withdrawn.slug} is destroyed`)
  },
})

export const certificate = command({
  name: 'destructions certificate',
  summary: 'Save the signed certificate of a completed destruction',
  words: [{ name: 'CUSTOMER|ID' }],
  options: {
    output: { type: 'string', short: 'o', value: 'FILE', description: 'output file; default: standard output' },
    force: { type: 'boolean', description: 'replace an existing file' },
  },
  examples: [['coffer destructions certificate acme --output acme.json', 'what was destroyed, by whom and when']],
  async run({ words: [named = ''], values, connect, out }) {
    const { api } = connect()
    const { id } = await findDestruction(api, named, 'done')
    const params = { path: { destruction_id: id } }
    const signed = dataOf(await api.GET('/api/destructions/{destruction_id}/certificate', { params }))
    const text = `${JSON.stringify(signed, null, 2)}\n`
    if (!values.output || values.output === '-') return out.write(text)
    await saveFile(values.output, Readable.from([Buffer.from(text)]), values.force ?? false)
    out.notice(`saved ${values.output}`)
  },
})

function sentenceOf({ kind, slug, state, due_at: due }: Destruction): string {
  const what = kind === 'keys' ? `the keys of ${slug}` : `the customer ${slug}`
  if (state !== 'pending') return `${what}: the keys are destroyed, the rest follows`
  return `${what} will be destroyed at ${shortInstant(due)}; until then: coffer destructions withdraw ${slug}`
}

async function tenantOf(api: Connection['api'], named: string): Promise<{ id: string; slug: string }> {
  const id = await findTenant(api, named)
  if (!isUuid(named)) return { id, slug: named }
  for await (const tenant of listTenants(api)) if (tenant.id === id) return tenant
  throw new CommandError(
    exitCodes.notFound,
    message('customer_not_found', { name: named }),
    message('run_command', { command: 'coffer customers' }),
  )
}

async function askPhrase(terminal: Terminal, slug: string): Promise<string> {
  if (!terminal.isInteractive) {
    throw new CommandError(
      exitCodes.unusable,
      message('slug_prompt_impossible'),
      message('add_option', { option: `--confirm ${slug}` }),
    )
  }
  return (await terminal.ask(`This cannot be undone after it takes effect. Type ${slug} to continue: `)).trim()
}

function destructionsOf(api: Connection['api']): AsyncGenerator<Destruction> {
  return rowsOf<Destruction>((page) => api.GET('/api/destructions', { params: { query: page } }))
}

/**
 * Returns the latest destruction in this state, by the tenant's short name or the destruction's id.
 * @throws CommandError
 */
async function findDestruction(
  api: Connection['api'],
  named: string,
  state: Destruction['state'],
): Promise<Destruction> {
  for await (const one of destructionsOf(api)) {
    if (one.id === named || (one.slug === named && one.state === state)) return one
  }
  throw new CommandError(
    exitCodes.notFound,
    message('destruction_not_found', { customer: named, state }),
    message('run_command', { command: 'coffer destructions' }),
  )
}
