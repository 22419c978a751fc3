import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { findByName } from '../find-by-name.ts'
import { shortInstant, sinceOf } from '../instant.ts'
import { rowsOf } from '../pages.ts'

type Schemas = components['schemas']

export const agentSecrets = command({
  name: 'agents secrets',
  summary: 'List the credentials that an agent received',
  details: 'If the agent’s machine is stolen, change these credentials on the devices. Secrets are not shown.',
  words: [{ name: 'AGENT' }],
  options: {
    since: {
      type: 'string',
      value: 'TIME',
      description: 'only those received since then: a date, a time, or 7d (ago)',
    },
  },
  examples: [['coffer agents secrets laptop-3 --since 2026-11-01', 'credentials received since then']],
  async run({ words: [name = ''], values, connect, out, now }) {
    const connection = connect()
    const { api } = connection
    const tenant = await connection.tenantId()
    const since = sinceOf(values.since, now())
    const path = { agent_id: await findByName(connection, 'agent', name, tenant) }
    await out.list(
      rowsOf<Schemas['HandedSecret']>((page) =>
        api.GET('/api/agents/{agent_id}/secrets', { params: { path, query: { tenant, since, ...page } } }),
      ),
      [
        { title: 'CREDENTIAL', of: ({ credential }) => credential.name },
        { title: 'ACCOUNT', of: ({ credential }) => credential.username },
        { title: 'DEVICE', of: ({ device }) => device.name },
        { title: 'ADDRESS', of: ({ device }) => device.hostname },
        { title: 'LAST', of: ({ last_at: at }) => shortInstant(at) },
        { title: 'CHANGED SINCE', of: ({ changed_since: isChanged }) => (isChanged ? 'yes' : 'no') },
      ],
      'no credential was sent to this agent',
    )
  },
})
