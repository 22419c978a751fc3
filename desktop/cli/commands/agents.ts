import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findAgent } from '../find-agent.ts'
import { shortInstant } from '../instant.ts'
import { dataOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { requireYes, yesOption } from '../require-yes.ts'
import { numberOf } from '../whole-number.ts'

type Agent = components['schemas']['Agent']

const agentWord = { name: 'AGENT' } as const

export const agents = command({
  name: 'agents',
  summary: 'List agents and their status',
  words: [],
  options: {},
  examples: [['coffer agents', 'an agent in lab mode makes backups of no real device']],
  async run({ connect, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    await out.list(
      rowsOf<Agent>((page) => connection.api.GET('/api/agents', { params: { query: { tenant, ...page } } })),
      [
        { title: 'NAME', of: ({ name }) => name },
        { title: 'STATUS', of: statusOf },
        { title: 'LAST SEEN', of: ({ last_seen_at: at }) => shortInstant(at) },
        { title: 'JOBS', of: ({ running_jobs: jobs }) => jobs, isNumber: true },
        { title: 'VERSION', of: ({ version, outdated }) => (outdated ? `${version} (outdated)` : version) },
        { title: 'ON', of: ({ hostname }) => hostname },
      ],
      'no agents',
    )
  },
})

export const addAgent = command({
  name: 'agents add',
  summary: 'Add an agent for a customer',
  details: 'The agent gets jobs after it enrols. You cannot change its short name and customer.',
  words: [{ name: 'SHORT-NAME' }],
  options: {
    name: { type: 'string', value: 'NAME', description: 'display name; default: the short name' },
    lab: { type: 'boolean', description: 'lab mode: its backups match no real device' },
  },
  examples: [['coffer agents add paris-1 --name "Paris, rack 1" --tenant acme', 'then: coffer agents token paris-1']],
  async run({ words: [slug = ''], values, connect, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    const body = { slug, name: values.name ?? slug, lab_mode: values.lab }
    const added = dataOf(await connection.api.POST('/api/agents', { params: { query: { tenant } }, body }))
    await out.thing(added, () => line(`${added.slug} added. Enrol it with: coffer agents token ${added.slug}`))
  },
})

export const agentToken = command({
  name: 'agents token',
  summary: 'Create an enrolment token for an agent and print it once',
  details: `Use the token on the agent's computer: coffer-agent enroll --url URL --token-file FILE. An earlier token
becomes invalid. Requires a session.`,
  words: [agentWord],
  options: {
    minutes: { type: 'string', value: 'MINUTES', description: 'validity in minutes; default 60, at most 1440' },
  },
  examples: [['coffer agents token paris-1 --minutes 30 > token', 'valid once, within 30 minutes']],
  async run({ words: [named = ''], values, connect, out }) {
    const minutes = numberOf('minutes', values.minutes)
    const connection = connect()
    const params = await paramsOf(connection, named)
    const body = minutes === undefined ? {} : { ttl_minutes: minutes }
    const made = dataOf(await connection.api.POST('/api/agents/{agent_id}/enrollment-token', { params, body }))
    await out.thing(made, () => `${made.token}\n`)
    out.notice(`valid until ${shortInstant(made.expires_at)}; it is not shown again`)
  },
})

export const showAgent = command({
  name: 'agents show',
  summary: 'Show an agent with its status, version and jobs',
  words: [agentWord],
  options: {},
  examples: [['coffer agents show paris-1', 'including when it was last seen, and its host name']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const params = await paramsOf(connection, named)
    const agent = dataOf(await connection.api.GET('/api/agents/{agent_id}', { params }))
    await out.thing(agent, () => formatAgent(agent))
  },
})

export const editAgent = command({
  name: 'agents edit',
  summary: 'Change the name or lab mode of an agent',
  words: [agentWord],
  options: {
    name: { type: 'string', value: 'NAME', description: 'new name' },
    lab: { type: 'boolean', description: 'turn lab mode on' },
    'no-lab': { type: 'boolean', description: 'turn lab mode off' },
  },
  examples: [['coffer agents edit paris-1 --name "Paris, rack 2"', 'the short name is unchanged']],
  async run({ words: [named = ''], values, connect, out }) {
    if (values.lab && values['no-lab'])
      throw new CommandError(exitCodes.unusable, message('options_exclusive', { options: ['--lab', '--no-lab'] }))
    const body = { name: values.name, lab_mode: values.lab ? true : values['no-lab'] ? false : undefined }
    if (Object.values(body).every((value) => value === undefined)) {
      throw new CommandError(
        exitCodes.unusable,
        message('change_missing'),
        message('run_command', { command: 'coffer agents edit --help' }),
      )
    }
    const connection = connect()
    const params = await paramsOf(connection, named)
    const changed = dataOf(await connection.api.PATCH('/api/agents/{agent_id}', { params, body }))
    await out.thing(changed, () => line(`${changed.name} changed`))
  },
})

export const revokeAgent = command({
  name: 'agents revoke',
  summary: 'Revoke an agent permanently: it loses its keys and jobs',
  details: 'After a theft, `coffer agents secrets AGENT` lists the credentials to change.',
  words: [agentWord],
  options: { yes: yesOption },
  examples: [['coffer agents revoke paris-1', 'asks for confirmation; cannot be undone']],
  async run({ words: [named = ''], values, terminal, connect, out }) {
    const connection = connect()
    const params = await paramsOf(connection, named)
    await requireYes(terminal, `Revoke ${named}? It cannot be undone.`, values.yes)
    const revoked = dataOf(await connection.api.POST('/api/agents/{agent_id}/revoke', { params }))
    await out.thing(revoked, () => line(`${revoked.name} revoked`))
  },
})

export const clearAgent = command({
  name: 'agents clear',
  summary: 'Resume an agent that is cloned or rewound',
  details: 'First find the cause: two machines with the same key, or a disk restored from a backup.',
  words: [agentWord],
  options: {},
  examples: [['coffer agents clear paris-1', 'after the second copy was removed']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const params = await paramsOf(connection, named)
    const cleared = dataOf(await connection.api.POST('/api/agents/{agent_id}/clear', { params }))
    await out.thing(cleared, () => line(`${cleared.name} resumed`))
  },
})

export const removeAgent = command({
  name: 'agents remove',
  summary: 'Delete a revoked agent',
  words: [agentWord],
  options: {},
  examples: [['coffer agents remove paris-1', 'rejected while a device has no other agent']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    await connection.api.DELETE('/api/agents/{agent_id}', { params: await paramsOf(connection, named) })
    out.notice(printableLine(`${named} deleted`))
  },
})

async function paramsOf(connection: Connection, named: string) {
  const { id, tenant } = await findAgent(connection, named)
  return { path: { agent_id: id }, query: { tenant } }
}

function statusOf({ status, lab_mode: isLab }: Agent): string {
  return isLab ? `${status}, LAB MODE` : status
}

function formatAgent(agent: Agent): string {
  const lines = [
    `${agent.name} (${agent.slug}): ${statusOf(agent)}`,
    `id ${agent.id}, added ${shortInstant(agent.created_at)}`,
    `enrolled ${shortInstant(agent.enrolled_at) ?? '-'}, last seen ${shortInstant(agent.last_seen_at) ?? '-'}`,
    `version ${agent.version ?? '-'} on ${agent.hostname ?? '-'}, ${agent.running_jobs} jobs`,
    ...(agent.outdated ? [`gets no jobs: ${agent.outdated}`] : []),
  ]
  return lines.map(line).join('')
}

function line(words: string): string {
  return `${printableLine(words)}\n`
}
