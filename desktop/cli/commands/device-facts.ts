import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { findDevice } from '../find-device.ts'
import { shortInstant } from '../instant.ts'
import { limitOf, rowsOf } from '../pages.ts'
import type { Column } from '../table.ts'

type Period = components['schemas']['DeviceFactPeriod']

export const deviceFacts = command({
  name: 'devices facts',
  summary: "List the changes of a device's facts",
  details: 'Prints one line for each change, latest first. A new serial number means that the device was replaced.',
  words: [{ name: 'DEVICE', isDevice: true }],
  options: { limit: { type: 'string', value: 'N', description: 'maximum number; default 50' } },
  examples: [['coffer devices facts edge1', 'when it was replaced or upgraded']],
  async run({ words: [name = ''], values: { limit }, connect, out }) {
    const connection = connect()
    const device = await findDevice(connection, name)
    const found = rowsOf<Period>(
      (page) =>
        connection.api.GET('/api/devices/{device_id}/facts', {
          params: { path: { device_id: device.id }, query: page },
        }),
      limitOf(limit, 50),
    )
    await out.list(found, columns, 'no facts yet')
  },
})

const columns: Column<Period>[] = [
  { title: 'FIRST SEEN', of: ({ first_seen_at: at }) => shortInstant(at) },
  { title: 'LAST SEEN', of: ({ last_seen_at: at }) => shortInstant(at) },
  { title: 'CHANGED', of: ({ changed }) => changed.join(', ') },
  { title: 'MODEL', of: ({ model }) => model ?? '' },
  { title: 'SERIAL', of: ({ serial }) => serial ?? '' },
  { title: 'VERSION', of: ({ os_version: version }) => version ?? '' },
  { title: 'HOSTNAME', of: ({ hostname }) => hostname ?? '' },
]
