import { command } from '../command.ts'
import { dataOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { requireTenant } from '../require-tenant.ts'
import { requireYes, yesOption } from '../require-yes.ts'

export const localAgent = command({
  name: 'agents local',
  summary: 'Show whether a server of the installation runs an agent for a customer',
  details: 'Requires --tenant.',
  words: [],
  options: {},
  examples: [['coffer agents local --tenant acme', 'and how many more agents the servers may run']],
  async run({ connect, out }) {
    const connection = connect()
    const params = { path: { customer_id: await requireTenant(connection) } }
    const local = dataOf(await connection.api.GET('/api/tenants/{customer_id}/local-agent', { params }))
    const { agent, here, offered, count, limit } = local
    const place = here ? 'on this server' : 'on another server, or on this one before its data directory was replaced'
    const none = offered ? 'no agent; this server can run one' : 'no agent'
    const state = agent ? `${agent.slug}: ${agent.status}, ${place}` : none
    const number = count === null ? '' : `${count} of at most ${limit} local agents\n`
    await out.thing(local, () => `${printableLine(state)}\n${number}`)
  },
})

export const addLocalAgent = command({
  name: 'agents add-local',
  summary: 'Run an agent for a customer on the server itself',
  details: `It reaches the devices that the server reaches, in a process of its own. Requires --tenant. Without effect if
the customer has such an agent, unless that one belongs to another server and is not online: then this server runs it.`,
  words: [],
  options: {},
  examples: [['coffer agents add-local --tenant acme', 'online within a few seconds, without a token']],
  async run({ connect, out }) {
    const connection = connect()
    const params = { path: { customer_id: await requireTenant(connection) } }
    const agent = dataOf(await connection.api.PUT('/api/tenants/{customer_id}/local-agent', { params }))
    await out.thing(agent, () => `${printableLine(`${agent.slug} runs on the server`)}\n`)
  },
})

export const removeLocalAgent = command({
  name: 'agents remove-local',
  summary: 'Remove the agent that the server runs for a customer',
  details: 'Revokes and deletes it. Rejected while a device is assigned only to it. Requires --tenant.',
  words: [],
  options: { yes: yesOption },
  examples: [['coffer agents remove-local --tenant acme', 'asks for confirmation']],
  async run({ values, terminal, connect, out }) {
    const connection = connect()
    const params = { path: { customer_id: await requireTenant(connection) } }
    await requireYes(terminal, 'Remove the agent that the server runs for this customer?', values.yes)
    await connection.api.DELETE('/api/tenants/{customer_id}/local-agent', { params })
    out.notice('no server runs an agent for this customer')
  },
})
