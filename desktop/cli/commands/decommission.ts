import { dryRunOption, writeChanged } from '../bulk-devices.ts'
import { command } from '../command.ts'
import { counted } from '../counted.ts'
import { findDevices } from '../find-device.ts'
import { dataOf } from '../pages.ts'
import { requireYes, yesOption } from '../require-yes.ts'

const words = [{ name: 'DEVICE', many: true, isDevice: true }] as const

export const decommission = command({
  name: 'devices decommission',
  summary: 'Decommission devices; their backups are kept for the customer’s retention time',
  details: 'Asks for confirmation if there are several. All or none are decommissioned.',
  words,
  options: { 'dry-run': dryRunOption, yes: yesOption },
  examples: [
    ['coffer devices decommission edge1', 'can be undone until the backups are purged'],
    ['coffer devices decommission edge1 edge2 --dry-run', 'shows when their backups would be purged'],
  ],
  async run({ words, values, connect, out, terminal }) {
    const connection = connect()
    const [{ id = '', tenant_id: tenant } = {}, ...others] = await findDevices(connection, words)
    if (others.length > 0 || values['dry-run']) {
      const ids = [id, ...others.map((one) => one.id)]
      if (!values['dry-run']) await requireYes(terminal, `Decommission ${counted(ids.length, 'device')}?`, values.yes)
      const params = { query: { tenant, dry_run: values['dry-run'] } }
      return writeChanged(
        out,
        dataOf(await connection.api.POST('/api/devices/decommission', { params, body: { ids } })),
      )
    }
    const params = { path: { device_id: id }, query: { tenant } }
    const device = dataOf(await connection.api.POST('/api/devices/{device_id}/decommission', { params }))
    await out.thing(device, () => `${device.name} decommissioned; its backups are kept until ${device.purge_at}\n`)
  },
})

export const reinstate = command({
  name: 'devices reinstate',
  summary: 'Reinstate decommissioned devices',
  words,
  options: { 'dry-run': dryRunOption },
  examples: [['coffer devices reinstate edge1', 'cancels the purge of its backups']],
  async run({ words, values, connect, out }) {
    const connection = connect()
    const [{ id = '', tenant_id: tenant } = {}, ...others] = await findDevices(connection, words)
    if (others.length > 0 || values['dry-run']) {
      const params = { query: { tenant, dry_run: values['dry-run'] } }
      const body = { ids: [id, ...others.map((one) => one.id)] }
      return writeChanged(out, dataOf(await connection.api.POST('/api/devices/reinstate', { params, body })))
    }
    const params = { path: { device_id: id }, query: { tenant } }
    const device = dataOf(await connection.api.POST('/api/devices/{device_id}/reinstate', { params }))
    await out.thing(device, () => `${device.name} reinstated\n`)
  },
})
