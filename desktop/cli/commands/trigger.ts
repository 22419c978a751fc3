import { message } from '../../../shared/messages/message.ts'
import { type Run, awaitRuns, exitCodeOfRuns, runColumns, stepLine } from '../await-runs.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { counted } from '../counted.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { type Device, findDevice, findDevices } from '../find-device.ts'
import { dataOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { backupsUnderWay, earlierRunsOf } from '../runs-under-way.ts'
import { timeoutOption, timeoutSeconds } from '../timeout-option.ts'

const waiting = {
  wait: { type: 'boolean', short: 'w', description: 'wait until the runs end; exits with 8 unless all succeed' },
  timeout: timeoutOption,
} as const

export const trigger = command({
  name: 'trigger',
  summary: 'Start backups now',
  details: 'A device with a running backup gets no second one; --wait waits for the first.',
  words: [{ name: 'DEVICE', many: true, optional: true, isDevice: true }],
  options: {
    all: { type: 'boolean', description: 'all devices of the customer' },
    failed: { type: 'boolean', description: 'all devices whose last backup failed or was blocked' },
    'error-code': { type: 'string', value: 'CODE', description: 'with --failed: only this cause (coffer runs causes)' },
    platform: { type: 'string', value: 'PLATFORM', description: 'all devices of this platform' },
    tag: {
      type: 'string',
      value: 'TAG',
      multiple: true,
      description: 'all devices with this tag; can be repeated',
    },
    site: { type: 'string', value: 'SITE', multiple: true, description: 'all devices at this site; can be repeated' },
    ...waiting,
  },
  examples: [
    ['coffer trigger edge1 --wait', 'back up a device and show the result'],
    ['coffer trigger --failed --error-code connection_refused --wait', 'retry all failures with one cause'],
    ['coffer trigger --tag core --tag edge --site lyon', 'devices with either tag at one site'],
    ['coffer trigger --all --platform netco_iosxe --tenant acme', 'all routers of a customer'],
  ],
  async run({ words, values, connect, out }) {
    const connection = connect()
    const platform = values.platform as Device['platform'] | undefined
    const errorCode = values['error-code']
    if (errorCode !== undefined && !values.failed) {
      throw new CommandError(
        exitCodes.unusable,
        message('options_missing', { options: ['--failed'] }),
        message('error_code_selects_failed'),
      )
    }
    if (values.all && values.failed) {
      throw new CommandError(exitCodes.unusable, message('options_exclusive', { options: ['--all', '--failed'] }))
    }
    const { tag, site } = values
    const isFiltered = tag !== undefined || site !== undefined
    if (isFiltered && (values.all || values.failed)) {
      throw new CommandError(
        exitCodes.unusable,
        message('options_exclusive', {
          options: [tag === undefined ? '--site' : '--tag', values.all ? '--all' : '--failed'],
        }),
      )
    }
    if (words.length === 0 && !values.all && !values.failed && !platform && !isFiltered) {
      throw new CommandError(exitCodes.unusable, message('no_device_selected'))
    }
    if (words.length > 0 && (values.all || values.failed || platform || isFiltered)) {
      throw new CommandError(exitCodes.unusable, message('devices_named_and_selected'))
    }
    const devices = await findDevices(connection, words)
    const tenant = devices[0]?.tenant_id ?? (await connection.tenantId())
    const isNamed = devices.length > 0
    const ofKind = values.failed
      ? { failed: true, error_code: errorCode, platform }
      : isFiltered
        ? { filter: { tag, site }, platform }
        : { all_devices: true, platform }
    const body = isNamed ? { device_ids: devices.map(({ id }) => id) } : ofKind
    const isAwaited = values.wait === true && !isNamed && !values.failed
    // also read before: a running backup may end before the response arrives, and still counts for its device
    const filter = { platform, tag, site }
    const before = isAwaited ? await backupsUnderWay(connection, tenant, filter) : []
    const begun = dataOf(await connection.api.POST('/api/backups/trigger', { params: { query: { tenant } }, body }))
    const meanwhile = isAwaited ? await backupsUnderWay(connection, tenant, filter) : []
    const earlier = isNamed
      ? await earlierRunsOf(connection, devices, begun)
      : withoutTwice(before, meanwhile).filter(({ id }) => begun.every((run) => run.id !== id))
    if (isNamed) for (const run of earlier) out.notice(`${run.device_name} already has a run (${run.status})`)
    else if (earlier.length > 0) out.notice(`${counted(earlier.length, 'run')} already started`)
    return finish({ connection, tenant, runs: [...begun, ...earlier], values, out })
  },
})

export const testDevice = command({
  name: 'devices test',
  summary: 'Test the connection to a device',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: waiting,
  examples: [['coffer devices test edge1 --wait', 'shows each step and its result']],
  async run({ words: [name = ''], values, connect, out }) {
    const connection = connect()
    const { id, tenant_id: tenant } = await findDevice(connection, name)
    const params = { path: { device_id: id }, query: { tenant } }
    const run = dataOf(await connection.api.POST('/api/devices/{device_id}/test', { params }))
    return finish({ connection, tenant, runs: [run], values, out })
  },
})

interface Begun {
  connection: Connection
  tenant: string | undefined
  runs: Run[]
  values: { wait?: boolean; timeout?: string }
  out: Parameters<typeof awaitRuns>[4]
}

async function finish({ connection, tenant, runs, values, out }: Begun) {
  const deadline = performance.now() + timeoutSeconds(values.timeout) * 1000
  const shown = values.wait ? await awaitRuns(connection, tenant, runs, deadline, out) : runs
  await out.list(shown, runColumns, 'no run was started')
  for (const { steps, device_name: name } of out.form === 'people' ? shown : []) {
    for (const step of steps) out.notice(printableLine(`${name}: ${stepLine(step)}`))
  }
  return values.wait ? exitCodeOfRuns(shown) : exitCodes.done
}

function withoutTwice(...lists: Run[][]): Run[] {
  return [...new Map(lists.flat().map((run) => [run.id, run])).values()]
}
