import { message } from '../../../shared/messages/message.ts'
import { chunksOf } from '../chunks.ts'
import { command } from '../command.ts'
import { writeContent } from '../content.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { dataOf } from '../pages.ts'
import { requireTenant } from '../require-tenant.ts'
import { saveFile } from '../save-file.ts'
import { readGivenBytes } from '../settings.ts'

const periods = ['daily', 'weekly', 'monthly'] as const

const outputOptions = {
  output: { type: 'string', short: 'o', value: 'FILE', description: 'output file; default: standard output' },
  force: { type: 'boolean', description: 'replace an existing file' },
} as const

export const previewReport = command({
  name: 'reports preview',
  summary: 'Show the report of a day, week or month without sending it',
  words: [{ name: 'PERIOD', oneOf: periods }],
  options: {
    to: { type: 'string', value: 'DAY', description: 'any day of the period; default: the latest ended period' },
    format: { type: 'string', value: 'FORMAT', oneOf: ['json', 'html', 'pdf'], description: 'default: pdf' },
    language: { type: 'string', value: 'LANGUAGE', oneOf: ['en', 'fr'], description: 'of html and pdf' },
    ...outputOptions,
  },
  examples: [['coffer reports preview monthly --tenant acme --output october.pdf', 'the last month']],
  async run({ words: [period = ''], values, connect, out }) {
    const { to, format = 'pdf', language, output } = values
    const connection = connect()
    const query = { tenant: await connection.tenantId(), period: parsePeriod(period), to, format, language }
    const { data } = await connection.api.GET('/api/reports/period', { params: { query }, parseAs: 'stream' })
    if (output === undefined || output === '-') return writeContent(data, out)
    out.notice(`${output}: ${await saveFile(output, chunksOf(data), values.force === true)} bytes`)
  },
})

function parsePeriod(word: string): (typeof periods)[number] {
  const period = periods.find((one) => one === word)
  if (period) return period
  throw new CommandError(
    exitCodes.unusable,
    message('option_not_one_of', { option: 'PERIOD', given: word, choices: [...periods] }),
  )
}

export const downloadReport = command({
  name: 'reports download',
  summary: 'Download a sent report with its stored figures',
  words: [{ name: 'ID' }],
  options: {
    format: { type: 'string', value: 'FORMAT', oneOf: ['html', 'pdf'], description: 'default: pdf' },
    ...outputOptions,
  },
  examples: [
    [
      'coffer reports download 01a2f8e0-5c00-7000-8000-000000000001 --output october.pdf',
      'the id is listed by coffer reports sent',
    ],
  ],
  async run({ words: [id = ''], values, connect, out }) {
    const { format, output } = values
    const connection = connect()
    const params = { path: { sent_report_id: id }, query: { tenant: await connection.tenantId(), format } }
    const { data } = await connection.api.GET('/api/sent-reports/{sent_report_id}/content', {
      params,
      parseAs: 'stream',
    })
    if (output === undefined || output === '-') return writeContent(data, out)
    out.notice(`${output}: ${await saveFile(output, chunksOf(data), values.force === true)} bytes`)
  },
})

export const reportLogo = command({
  name: 'reports logo',
  summary: 'Set, save or remove the logo of a customer’s reports',
  details: 'FILE is a PNG or JPEG image of at most 256 KiB. Requires --tenant.',
  words: [{ name: 'FILE', optional: true }],
  options: { remove: { type: 'boolean', description: 'remove the logo' }, ...outputOptions },
  examples: [['coffer reports logo acme.png --tenant acme', 'instead of the former logo']],
  async run({ words: [file], values, connect, out }) {
    const connection = connect()
    const params = { path: { customer_id: await requireTenant(connection) } }
    if (values.remove) {
      await connection.api.DELETE('/api/tenants/{customer_id}/logo', { params })
      return out.notice('logo removed')
    }
    if (file === undefined) {
      const { data } = await connection.api.GET('/api/tenants/{customer_id}/logo', { params, parseAs: 'stream' })
      if (values.output === undefined || values.output === '-') return writeContent(data, out)
      return out.notice(
        `${values.output}: ${await saveFile(values.output, chunksOf(data), values.force === true)} bytes`,
      )
    }
    const body = { data: readGivenBytes(file).toString('base64') }
    const logo = dataOf(await connection.api.PUT('/api/tenants/{customer_id}/logo', { params, body }))
    await out.thing(logo, () => `${logo.type}, ${logo.width} by ${logo.height} pixels\n`)
  },
})
