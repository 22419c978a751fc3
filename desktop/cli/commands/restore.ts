import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { runColumns } from '../await-runs.ts'
import { command } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDevice } from '../find-device.ts'
import { good, selectVersion } from '../find-good.ts'
import { findLineage } from '../find-version.ts'
import { dataOf } from '../pages.ts'
import { deviceOption, effectiveQuery, levelWord, policyTarget } from '../policy-level.ts'
import { printableLine } from '../printable.ts'
import { numberOf } from '../whole-number.ts'
import { at, nameOf } from './versions.ts'

/** The confirmation that the API requires literally. */
const phrase = 'LOAD OVERRIDE'

export const restore = command({
  name: 'restore',
  summary: 'Write a version of a configuration back to a Junos device',
  details: `The device rolls back automatically unless you confirm the restore in time: coffer restore confirm DEVICE. Asks for
the phrase LOAD OVERRIDE. Other platforms cannot be restored: use coffer download.`,
  words: [{ name: 'DEVICE', isDevice: true }],
  options: {
    at,
    good,
    minutes: {
      type: 'string',
      value: 'MINUTES',
      description: 'confirmation window in minutes; default 10, at most 60',
    },
    confirm: { type: 'string', value: 'PHRASE', description: 'the phrase, if there is no terminal' },
  },
  examples: [
    ['coffer restore edge1 --at ~1 --minutes 5', 'the version before the latest'],
    ['coffer restore edge1 --good', 'the last known good version'],
  ],
  async run({ words: [name = ''], values, terminal, connect, out, now }) {
    const minutes = numberOf('minutes', values.minutes)
    const connection = connect()
    const device = await findDevice(connection, name)
    const lineage = await findLineage(connection, device, { key: 'configuration-conf', transport: 'ssh' })
    const version = await selectVersion(connection, device, lineage, values, { out, now: now(), mustBeGood: true })
    if (values.confirm === undefined && !terminal.isInteractive) {
      throw new CommandError(
        exitCodes.unusable,
        message('phrase_prompt_impossible'),
        message('add_option', { option: `--confirm '${phrase}'` }),
      )
    }
    const what = printableLine(`${nameOf(version)} of ${device.name}`)
    const question = `This replaces the whole configuration of ${device.name} with ${what}. Type ${phrase} to continue: `
    const confirm = values.confirm ?? (await terminal.ask(question)).trim()
    const params = { path: { version_id: version.id }, query: { tenant: device.tenant_id } }
    const body = { confirm, confirm_minutes: minutes }
    const run = dataOf(await connection.api.POST('/api/artifacts/versions/{version_id}/restore', { params, body }))
    await out.list([run], runColumns, '')
    out.notice(
      `follow it with: coffer runs show ${run.id}; then confirm it with: coffer restore confirm ${device.name}`,
    )
  },
})

export const confirmRestore = command({
  name: 'restore confirm',
  summary: 'Confirm a restore, so that the device keeps the configuration',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: {},
  examples: [['coffer restore confirm edge1', 'within the confirmation window']],
  async run({ words: [name = ''], connect, out }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const params = { path: { device_id: device.id }, query: { tenant: device.tenant_id } }
    const run = dataOf(await connection.api.POST('/api/devices/{device_id}/restore/confirm', { params }))
    await out.list([run], runColumns, '')
  },
})

export const restorePolicy = command({
  name: 'restore policy',
  summary: 'Show whether restores are allowed, and which level decides',
  words: [],
  options: { device: { type: 'string', value: 'DEVICE', description: 'show what applies to this device' } },
  examples: [['coffer restore policy --device edge1', 'all levels must allow restores']],
  async run({ values, connect, out }) {
    const connection = connect()
    const query = await effectiveQuery(connection, values.device)
    const effective = dataOf(await connection.api.GET('/api/restore/effective', { params: { query } }))
    await out.thing(effective, () => policyLine(effective))
  },
})

export const setRestorePolicy = command({
  name: 'restore set-policy',
  summary: 'Allow or deny restores at one level',
  words: [levelWord, { name: 'POLICY', oneOf: ['allow', 'deny', 'inherit'] }],
  options: { device: deviceOption },
  examples: [['coffer restore set-policy customer allow --tenant acme', 'takes effect when all levels allow restores']],
  async run({ words: [level = '', policy = ''], values, connect, out }) {
    if (policy !== 'allow' && policy !== 'deny' && policy !== 'inherit') {
      throw new CommandError(
        exitCodes.unusable,
        message('option_not_one_of', { option: 'POLICY', given: policy, choices: ['allow', 'deny', 'inherit'] }),
      )
    }
    const connection = connect()
    const params = await policyTarget(connection, level, values.device)
    const body = { restore_policy: policy === 'inherit' ? null : policy } as const
    const set = dataOf(await connection.api.PUT('/api/restore/policy/{level}', { params, body }))
    await out.thing(set, () => policyLine(set.effective))
  },
})

function policyLine({ restore_policy: policy, restore_policy_from: from }: components['schemas']['EffectiveRestore']) {
  return `restores are ${policy === 'allow' ? 'allowed' : 'denied'} (${from})\n`
}
