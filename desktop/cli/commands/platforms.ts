import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { findDocument } from '../find-document.ts'
import { shortInstant } from '../instant.ts'
import { dataOf, rowsOf } from '../pages.ts'
import { printable, printableLine } from '../printable.ts'
import { tableOf } from '../table.ts'
import { numberOf } from '../whole-number.ts'

type Schemas = components['schemas']
type PlatformDocument = Schemas['PlatformDocument']
type Version = Schemas['PlatformDocumentVersion']

const platformWord = { name: 'PLATFORM' } as const

interface Listed {
  platform: string
  name: string
  of: 'product' | 'all customers' | 'customer'
  status: string
  version: number | null
  devices: number | null
}

export const platforms = command({
  name: 'platform list',
  summary: 'List the platforms that devices can have, and platform documents',
  words: [],
  options: { documents: { type: 'boolean', description: 'only documents of this installation' } },
  examples: [
    ['coffer platform list', 'platforms of the product, then stored documents'],
    ['coffer platform list --documents --tenant acme', 'documents that one customer can use'],
  ],
  async run({ values, connect, out }) {
    const connection = connect()
    const stored = await listDocuments(connection)
    const product = values.documents ? [] : await listProduct(connection, stored)
    await out.list(
      [...product, ...stored],
      [
        { title: 'PLATFORM', of: ({ platform }) => platform },
        { title: 'NAME', of: ({ name }) => name },
        { title: 'OF', of: ({ of }) => of },
        { title: 'STATUS', of: ({ status }) => status },
        { title: 'VERSION', of: ({ version }) => version, isNumber: true },
        { title: 'DEVICES', of: ({ devices }) => devices, isNumber: true },
      ],
      'no platform documents',
    )
  },
})

export const showPlatform = command({
  name: 'platform show',
  summary: 'Show a platform document with its versions',
  words: [platformWord],
  options: {},
  examples: [['coffer platform show acme_switch', 'status, versions and notes']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const { document, params } = await findDocument(connection, named)
    const read = dataOf(await connection.api.GET('/api/platforms/documents/{document_id}', { params }))
    const versions = await Array.fromAsync(
      rowsOf<Version>((page) =>
        connection.api.GET('/api/platforms/documents/{document_id}/versions', {
          params: { path: params.path, query: { ...params.query, ...page } },
        }),
      ),
    )
    await out.thing({ ...read, versions }, () => textOf(document, versions))
  },
})

export const diffPlatform = command({
  name: 'platform diff',
  summary: 'Compare two versions of a platform document',
  words: [platformWord],
  options: {
    from: { type: 'string', value: 'NUMBER', description: 'older version; default: the one before --to' },
    to: { type: 'string', value: 'NUMBER', description: 'newer version; default: the latest' },
  },
  examples: [['coffer platform diff acme_switch', 'what the latest version changed']],
  async run({ words: [named = ''], values, connect, out }) {
    const connection = connect()
    const { document, params } = await findDocument(connection, named)
    const to = numberOf('to', values.to) ?? document.version.number
    const from = numberOf('from', values.from) ?? Math.max(1, to - 1)
    const query = { ...params.query, from, to }
    const difference = dataOf(
      await connection.api.GET('/api/platforms/documents/{document_id}/diff', {
        params: { path: params.path, query },
      }),
    )
    await out.thing(difference, () => printable(difference.unified))
  },
})

export const platformSchema = command({
  name: 'platform schema',
  summary: 'Print the JSON Schema of platform documents, for editors',
  words: [],
  options: {},
  examples: [['coffer platform schema > platform.schema.json', 'for an editor that checks YAML']],
  async run({ connect, out }) {
    const schema = dataOf(await connect().api.GET('/api/platforms/schema'))
    await out.thing(schema, () => `${JSON.stringify(schema, null, 2)}\n`)
  },
})

async function listDocuments({ api, tenantId }: Connection): Promise<Listed[]> {
  const tenant = await tenantId()
  const documents = await Array.fromAsync(
    rowsOf<PlatformDocument>((page) => api.GET('/api/platforms/documents', { params: { query: { tenant, ...page } } })),
  )
  return documents.map((document) => ({
    platform: document.platform,
    name: document.name,
    of: document.tenant_id === null ? 'all customers' : 'customer',
    status: document.status,
    version: document.active_version ?? document.version.number,
    devices: document.devices_count,
  }))
}

async function listProduct({ api, tenantId }: Connection, stored: readonly Listed[]): Promise<Listed[]> {
  const all = dataOf(await api.GET('/api/platforms', { params: { query: { tenant: await tenantId() } } }))
  const own = new Set(stored.map(({ platform }) => platform))
  return all
    .filter(({ id }) => !own.has(id))
    .map(({ id, name }) => ({ platform: id, name, of: 'product', status: 'active', version: null, devices: null }))
}

function textOf({ platform, name, status, active_version: active }: PlatformDocument, versions: Version[]): string {
  const rows = tableOf(
    versions,
    [
      { title: 'VERSION', of: ({ number }) => `${number}${number === active ? ' (active)' : ''}` },
      { title: 'CREATED', of: ({ created_at: at }) => shortInstant(at) },
      { title: 'BY', of: ({ created_by: by }) => by },
      { title: 'TESTED', of: ({ tested_at: at }) => shortInstant(at) },
      { title: 'ACTIVATED', of: ({ activated_at: at }) => shortInstant(at) },
      { title: 'NOTE', of: ({ note }) => note },
    ],
    null,
  )
  return `${printableLine(`${platform}: ${name}, ${status}`)}\n\n${rows}`
}
