import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { tenantsOf } from '../find-tenant.ts'
import { shortInstant, sinceOf } from '../instant.ts'
import { limitOf, rowsOf } from '../pages.ts'

type Schemas = components['schemas']

export const customers = command({
  name: 'customers',
  summary: 'List customers',
  words: [],
  options: {},
  examples: [['coffer customers', 'their short names are what --tenant takes']],
  async run({ connect, out }) {
    await out.list(
      tenantsOf(connect().api),
      [
        { title: 'SHORT NAME', of: ({ slug }) => slug },
        { title: 'NAME', of: ({ name }) => name },
        { title: 'ID', of: ({ id }) => id },
      ],
      'there is no customer',
    )
  },
})

export const agents = command({
  name: 'agents',
  summary: 'List agents, and whether they are there',
  words: [],
  options: {},
  examples: [['coffer agents', 'an agent in lab mode makes backups of no real device']],
  async run({ connect, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    await out.list(
      rowsOf<Schemas['Agent']>((page) => connection.api.GET('/api/agents', { params: { query: { tenant, ...page } } })),
      [
        { title: 'NAME', of: ({ name }) => name },
        { title: 'STATUS', of: ({ status, lab_mode: isLab }) => (isLab ? `${status}, LAB MODE` : status) },
        { title: 'LAST SEEN', of: ({ last_seen_at: at }) => shortInstant(at) },
        { title: 'JOBS', of: ({ running_jobs: jobs }) => jobs, isNumber: true },
        { title: 'VERSION', of: ({ version, outdated }) => (outdated ? `${version} (outdated)` : version) },
        { title: 'ON', of: ({ hostname }) => hostname },
      ],
      'there is no agent',
    )
  },
})

export const credentials = command({
  name: 'credentials',
  summary: 'List credentials, without their secrets',
  words: [],
  options: {},
  examples: [['coffer credentials', 'account, which secrets are set, how many devices use it']],
  async run({ connect, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    await out.list(
      rowsOf<Schemas['Credential']>((page) =>
        connection.api.GET('/api/credentials', { params: { query: { tenant, ...page } } }),
      ),
      [
        { title: 'NAME', of: ({ name }) => name },
        { title: 'ACCOUNT', of: ({ username }) => username },
        { title: 'SECRETS', of: ({ secrets_set: names }) => names.join(', ') || 'MISSING' },
        { title: 'DEVICES', of: ({ devices_count: count }) => count, isNumber: true },
      ],
      'there is no credential',
    )
  },
})

export const audit = command({
  name: 'audit',
  summary: 'Who did and read what',
  words: [],
  options: {
    action: { type: 'string', value: 'ACTION', tells: 'of this action, as config.download' },
    actor: { type: 'string', value: 'WHO', tells: 'of this person' },
    since: { type: 'string', value: 'WHEN', tells: 'from then on: a date, a time, or 24h ago' },
    'cross-tenant': { type: 'boolean', tells: 'of platform roles at a customer’s data only' },
    readings: { type: 'boolean', tells: 'of who has read of a configuration only' },
    limit: { type: 'string', value: 'N', tells: 'how many at most, 100 unless told, or all' },
  },
  examples: [['coffer audit --action config.download --since 7d', 'who downloaded configurations this week']],
  async run({ values, connect, out, now }) {
    const connection = connect()
    const query = {
      tenant: await connection.tenantId(),
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
        { title: 'WHAT', of: ({ object, object_id: id }) => (id ? `${object} ${id}` : object) },
        { title: 'FROM', of: ({ ip }) => ip },
      ],
      'there is no such record',
    )
  },
})
