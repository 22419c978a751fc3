import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { findDevice } from '../find-device.ts'
import { shortInstant, sinceOf } from '../instant.ts'
import { limitOf, rowsOf } from '../pages.ts'

type Schemas = components['schemas']

export const audit = command({
  name: 'audit',
  summary: 'Show the audit log',
  words: [],
  options: {
    action: { type: 'string', value: 'ACTION', description: 'only this action, such as config.download' },
    actor: { type: 'string', value: 'USER', description: 'only of this user or token' },
    device: {
      type: 'string',
      value: 'DEVICE',
      description: 'only about this device, its runs, configurations and snapshots',
    },
    key: { type: 'string', short: 'k', value: 'KEY', description: 'only about configurations of this artifact' },
    since: { type: 'string', value: 'WHEN', description: 'only records since then: a date, a time, or 24h (ago)' },
    'cross-tenant': { type: 'boolean', description: 'only access of platform roles to a customer’s data' },
    readings: { type: 'boolean', description: 'only reads of configurations' },
    limit: { type: 'string', value: 'N', description: 'maximum number, or all; default 100' },
  },
  examples: [
    ['coffer audit --action config.download --since 7d', 'downloads of configurations this week'],
    ['coffer audit --device edge1 --readings', 'reads of a device’s configurations'],
    ['coffer audit --device edge1 --key running-config', 'who read, changed or restored one configuration'],
  ],
  async run({ values, connect, out, now }) {
    const connection = connect()
    const device = values.device === undefined ? undefined : await findDevice(connection, values.device)
    const query = {
      tenant: device?.tenant_id ?? (await connection.tenantId()),
      device_id: device?.id,
      artifact_key: values.key,
      action: values.action,
      actor: values.actor,
      since: sinceOf(values.since, now()),
      cross_tenant_only: values['cross-tenant'],
      readings_only: values.readings,
    }
    await out.list(
      rowsOf<Schemas['AuditRecord']>(
        (page) => connection.api.GET('/api/audit', { params: { query: { ...query, ...page } } }),
        limitOf(values.limit, 100),
      ),
      [
        { title: 'WHEN', of: ({ ts }) => shortInstant(ts) },
        { title: 'WHO', of: ({ actor }) => actor },
        { title: 'ROLE', of: ({ role }) => role },
        { title: 'ACTION', of: ({ action, outcome }) => (outcome === 'done' ? action : `${action} (${outcome})`) },
        { title: 'DEVICE', of: ({ device_name: name, device_id: id }) => name ?? id },
        { title: 'WHAT', of: objectOf },
        { title: 'FROM', of: ({ ip }) => ip },
      ],
      'no records match',
    )
  },
})

/** Returns the artifact if the record has one; for objects other than devices, the id. */
function objectOf({ object, object_id: id, artifact_key: key }: Schemas['AuditRecord']): string {
  if (key !== null) return `${object} of ${key}`
  return id === null || object === 'device' ? object : `${object} ${id}`
}
