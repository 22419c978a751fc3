import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { limitOf, dataOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { readGivenFile } from '../settings.ts'
import type { Column } from '../table.ts'

type Entry = components['schemas']['EndOfLifeEntry']

export const endOfLife = command({
  name: 'end-of-life',
  summary: 'List when sales and support of products end',
  words: [],
  options: { limit: { type: 'string', value: 'N', description: 'maximum number; default all' } },
  examples: [['coffer end-of-life', 'the table that a platform administrator loaded']],
  async run({ values: { limit }, connect, out }) {
    const { api } = connect()
    const found = rowsOf<Entry>(
      (page) => api.GET('/api/end-of-life', { params: { query: page } }),
      limitOf(limit, Infinity),
    )
    await out.list(found, columns, 'no table is loaded')
  },
})

export const loadEndOfLife = command({
  name: 'end-of-life load',
  summary: 'Replace the table of ends of life, from CSV or JSON',
  details:
    'The columns are vendor, model, os_version, end_of_sale, end_of_support and source. A file whose name ends in .json ' +
    'contains an array of objects with these keys. A table with an error changes nothing.',
  words: [{ name: 'FILE' }],
  options: {},
  examples: [['coffer end-of-life load bulletins.csv', 'devices show the new dates immediately']],
  async run({ words: [file = ''], connect, out }) {
    const { api } = connect()
    const format = file.toLowerCase().endsWith('.json') ? 'json' : 'csv'
    const body = { format, source: readGivenFile(file) } as const
    const loaded = dataOf(await api.PUT('/api/end-of-life', { body }))
    const { entries, devices_changed: changed } = loaded
    await out.thing(loaded, () => `${printableLine(`loaded; entries: ${entries}, changed devices: ${changed}`)}\n`)
  },
})

const columns: Column<Entry>[] = [
  { title: 'VENDOR', of: ({ vendor }) => vendor },
  { title: 'MODEL', of: ({ model }) => model ?? '*' },
  { title: 'VERSION', of: ({ os_version: version }) => version ?? '*' },
  { title: 'SALES END', of: ({ end_of_sale: day }) => day ?? '' },
  { title: 'SUPPORT ENDS', of: ({ end_of_support: day }) => day },
  { title: 'SOURCE', of: ({ source }) => source ?? '' },
]
