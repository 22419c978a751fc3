import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { writeChanged } from '../bulk-devices.ts'
import { command } from '../command.ts'
import { counted } from '../counted.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDevices } from '../find-device.ts'
import { shortInstant } from '../instant.ts'
import { dataOf } from '../pages.ts'
import { deviceOption, effectiveQuery, levelWord, policyTarget } from '../policy-level.ts'
import { numberOf } from '../whole-number.ts'

type Schemas = components['schemas']

export const retention = command({
  name: 'retention',
  summary: 'Show how long backups are kept, the level that sets it, and pending cuts',
  details: 'Shows a device with --device, otherwise the customer of --tenant, otherwise the platform.',
  words: [],
  options: { device: { type: 'string', value: 'DEVICE', description: 'show what applies to this device' } },
  examples: [['coffer retention --device edge1', 'days and number of versions, each with the level that sets it']],
  async run({ values, connect, out }) {
    const connection = connect()
    const query = await effectiveQuery(connection, values.device)
    const effective = dataOf(await connection.api.GET('/api/retention/effective', { params: { query } }))
    await out.thing(effective, () => effectiveLines(effective))
  },
})

export const setRetention = command({
  name: 'retention set',
  summary: 'Set how long backups are kept, at one level',
  details: `A version is deleted when neither value keeps it. A longer value takes effect immediately. A cut requires your
password and takes effect after the cooling-off period. Until then, you can withdraw it.`,
  words: [levelWord],
  options: {
    'keep-days': {
      type: 'string',
      value: 'DAYS',
      description: 'days to keep a version after it was last seen, or inherit',
    },
    'keep-last': {
      type: 'string',
      value: 'N',
      description: 'number of latest versions to keep of each lineage, or inherit',
    },
    device: { ...deviceOption, multiple: true, description: `${deviceOption.description}; can be repeated` },
    'dry-run': { type: 'boolean', description: 'only show what would be deleted' },
  },
  examples: [
    ['coffer retention set customer --keep-days 365 --tenant acme', 'of one customer'],
    ['coffer retention set device --device edge1 --keep-days inherit', 'use the value of the customer again'],
    ['coffer retention set device --device edge1 --device edge2 --keep-last 5 --dry-run', 'of several devices'],
  ],
  async run({ words: [level = ''], values, connect, out }) {
    const body = { keep_days: valueOf('keep-days', values['keep-days']), keep_last: valueOf('keep-last', values['keep-last']) } // prettier-ignore
    if (body.keep_days === undefined && body.keep_last === undefined) {
      throw new CommandError(
        exitCodes.unusable,
        message('change_missing'),
        message('run_command', { command: 'coffer retention set --help' }),
      )
    }
    const connection = connect()
    const { device: names = [], 'dry-run': dryRun } = values
    if (level === 'device' && names.length > 1) {
      const devices = await findDevices(connection, names)
      const selected = { ids: devices.map(({ id }) => id), change: body }
      const params = { query: { tenant: devices[0]?.tenant_id, dry_run: dryRun } }
      const changed = dataOf(await connection.api.PATCH('/api/retention/devices', { params, body: selected }))
      return writeChanged(out, changed, changed.preview && previewLine(changed.preview))
    }
    const { path, query } = await policyTarget(connection, level, names[0])
    const params = { path, query: { ...query, dry_run: dryRun } }
    const policy = dataOf(await connection.api.PUT('/api/retention/{level}', { params, body }))
    await out.thing(policy, () => (policy.preview ? previewLine(policy.preview) : effectiveLines(policy.effective)))
  },
})

export const withdrawCut = command({
  name: 'retention withdraw',
  summary: 'Withdraw a pending cut of retention',
  words: [levelWord],
  options: { device: deviceOption },
  examples: [['coffer retention withdraw customer --tenant acme', 'restores the previous values of the level']],
  async run({ words: [level = ''], values, connect, out }) {
    const connection = connect()
    const params = await policyTarget(connection, level, values.device)
    const { before_cut: body } = dataOf(await connection.api.GET('/api/retention/{level}', { params }))
    if (!body)
      throw new CommandError(
        exitCodes.notFound,
        message('cut_not_found', { level }),
        message('run_command', { command: 'coffer retention' }),
      )
    const policy = dataOf(await connection.api.PUT('/api/retention/{level}', { params, body }))
    await out.thing(policy, () => effectiveLines(policy.effective))
  },
})

function valueOf(option: string, given: string | undefined): number | null | undefined {
  return given === 'inherit' ? null : numberOf(option, given)
}

function effectiveLines(effective: Schemas['EffectiveRetention']): string {
  const { keep_days: days, keep_days_from: daysFrom, keep_last: last, keep_last_from: lastFrom } = effective
  const lines = [
    `kept for ${counted(days, 'day')} (${daysFrom})${pendingText(effective.keep_days_pending)}`,
    `at least ${counted(last, 'version')} of each lineage (${lastFrom})${pendingText(effective.keep_last_pending)}`,
  ]
  return `${lines.join('\n')}\n`
}

function pendingText(pending: Schemas['PendingCut'] | null): string {
  return pending ? `; reduced to ${pending.value} at ${shortInstant(pending.at)}` : ''
}

function previewLine({ totals }: Schemas['RetentionPreview']): string {
  const of = `${counted(totals.versions, 'version')} of ${counted(totals.lineages, 'lineage')}`
  return `dry run: ${of} would be deleted (${totals.size_bytes} bytes as collected)\n`
}
