import path from 'node:path'
import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { chunksOf } from '../chunks.ts'
import { command } from '../command.ts'
import { writeContent } from '../content.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDevice } from '../find-device.ts'
import { dataOf } from '../pages.ts'
import { saveFile } from '../save-file.ts'
import { readGivenBytes, readGivenFile } from '../settings.ts'
import { tableOf } from '../table.ts'

type ImportReport = components['schemas']['ImportReport']

export const importInventory = command({
  name: 'import',
  summary: 'Import devices from a CSV or JSON file, or from NetBox',
  details: `FILE is .csv or .json, or - for standard input with --format. Exits with 8 if a line is rejected; other lines are
written. The file of another customer is imported into the customer of --tenant. See docs/inventory.md.`,
  words: [{ name: 'FILE', optional: true }],
  options: {
    'dry-run': { type: 'boolean', short: 'n', description: 'only show what would change' },
    format: {
      type: 'string',
      value: 'FORMAT',
      oneOf: ['csv', 'json'],
      description: 'format; default: from the file name',
    },
    'from-customer': {
      type: 'string',
      value: 'SHORT-NAME',
      description: 'of a file with several customers, the customer to import',
    },
    netbox: {
      type: 'string',
      value: 'URL',
      description: 'NetBox to import from instead of a file; prompts for its token',
    },
    'netbox-token-file': { type: 'string', value: 'FILE', description: 'file with the token' },
  },
  examples: [
    ['coffer import devices.csv --dry-run --tenant acme', 'shows what would change'],
    ['coffer import devices.csv --tenant acme', 'imports the devices'],
    ['coffer import all.json --tenant acme-2 --from-customer acme', 'imports into a customer with another name'],
  ],
  async run({ values, words, connect, out, terminal }) {
    const { netbox, 'netbox-token-file': tokenFile, format } = values
    if ((words[0] === undefined) === (netbox === undefined)) {
      throw new CommandError(exitCodes.unusable, message('import_source_missing'))
    }
    const from = values['from-customer']
    if (netbox !== undefined && from !== undefined) {
      throw new CommandError(exitCodes.unusable, message('netbox_without_customers'))
    }
    const { api, tenantId } = connect()
    const query = { tenant: await tenantId(), dry_run: values['dry-run'] }
    const params = { query: { ...query, from_customer: from } }
    const imported = async (): Promise<{ data?: ImportReport }> => {
      if (netbox !== undefined) {
        const token = tokenFile ? readGivenFile(tokenFile).trim() : await terminal.askSecret('NetBox token')
        return api.POST('/api/inventory/import/netbox', { params: { query }, body: { url: netbox, token } })
      }
      const file = words[0]!
      const bytes = file === '-' ? await terminal.input() : readGivenBytes(file)
      if (formatOf(file, format) === 'csv') {
        const form = new FormData()
        form.set('file', new Blob([new Uint8Array(bytes)]), path.basename(file))
        const body = { file: '' } // the form is sent instead
        return api.POST('/api/inventory/import/csv', { params, body, bodySerializer: () => form })
      }
      const body = { format: 'coffer-inventory', version: 1 } as const // the bytes of the file are sent instead
      return api.POST('/api/inventory/import/json', { params, body, bodySerializer: () => bytes })
    }
    const report = dataOf(await imported())
    await out.thing(report, () => textOf(report))
    return report.rejected.length > 0 ? exitCodes.notGood : exitCodes.done
  },
})

export const exportInventory = command({
  name: 'export',
  summary: 'Export devices as JSON or CSV, with names instead of ids and without secrets',
  words: [{ name: 'DEVICE', optional: true, isDevice: true }],
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      oneOf: ['json', 'csv'],
      description: 'default json; csv has every column of the import',
    },
    customers: { type: 'boolean', description: 'include the settings of the customer, or of all customers' },
    output: { type: 'string', short: 'o', value: 'FILE', description: 'output file; default: standard output' },
    force: { type: 'boolean', description: 'replace an existing file' },
  },
  examples: [
    ['coffer export --tenant acme --output devices.json', 'all devices of a customer'],
    ['coffer export --format csv > devices.csv', 'for a spreadsheet'],
  ],
  async run({ words: [name], values, connect, out }) {
    const connection = connect()
    const { api } = connection
    const tenant = await connection.tenantId()
    const { format, customers } = values
    if ((name !== undefined || customers) && format === 'csv') {
      throw new CommandError(exitCodes.unusable, message('table_has_devices_only'))
    }
    const { data } = await exported()
    if (values.output === undefined || values.output === '-') return writeContent(data, out)
    const size = await saveFile(values.output, chunksOf(data), values.force === true)
    out.notice(`${values.output}: ${size} bytes`)

    async function exported() {
      if (name !== undefined) {
        const { id, tenant_id: owner } = await findDevice(connection, name)
        const params = { path: { device_id: id }, query: { tenant: owner } }
        return api.GET('/api/devices/{device_id}/export', { params, parseAs: 'stream' })
      }
      if (customers) {
        const params = { query: { tenant, with_devices: true } }
        return api.GET('/api/tenants/export', { params, parseAs: 'stream' })
      }
      return api.GET('/api/devices/export', { params: { query: { tenant, format } }, parseAs: 'stream' })
    }
  },
})

function formatOf(file: string, given: 'csv' | 'json' | undefined): 'csv' | 'json' {
  const [, named] = /\.(csv|json)$/i.exec(file) ?? []
  const format = given ?? named?.toLowerCase()
  if (format === 'csv' || format === 'json') return format
  throw new CommandError(exitCodes.unusable, message('format_unknown', { file }))
}

function textOf(report: ImportReport): string {
  const { created, updated, rejected, warnings, pending_addresses: pending } = report
  const same = updated.filter(({ changed }) => changed.length === 0).length
  const counts = `${created.length} added, ${updated.length - same} changed, ${same} unchanged, ${rejected.length} rejected`
  const rejects = tableOf(rejected, rejectedColumns, null)
  const notes = tableOf(warnings, warningColumns, null)
  return [
    `${counts}${report.dry_run ? ' (nothing was written)' : ''}\n`,
    rejected.length > 0 ? `\n${rejects}` : '',
    warnings.length > 0 ? `\n${notes}` : '',
    pending > 0 ? `\n${awaitingApproval(pending)}; see: coffer addresses\n` : '',
  ].join('')
}

/** No backup sends a secret to an address before a user approves it. */
function awaitingApproval(count: number): string {
  return count === 1 ? '1 address awaits approval' : `${count} addresses await approval`
}

const rejectedColumns = [
  { title: 'ROW', of: ({ row }: ImportReport['rejected'][number]) => row, isNumber: true },
  { title: 'REJECTED', of: ({ name }: ImportReport['rejected'][number]) => name },
  { title: 'WHY', of: ({ reason }: ImportReport['rejected'][number]) => reason },
]

const warningColumns = [
  { title: 'ROW', of: ({ row }: ImportReport['warnings'][number]) => row, isNumber: true },
  { title: 'WARNING', of: ({ name }: ImportReport['warnings'][number]) => name },
  { title: 'WHAT', of: ({ message }: ImportReport['warnings'][number]) => message },
]
