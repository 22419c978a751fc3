import path from 'node:path'
import { createEnrollmentToken } from './domain/inventory/agents/create-enrollment-token.ts'
import type { ActionContext } from './domain/kernel/context.ts'
import { enrolmentState } from './embedded/local-agent.ts'
import { type WantedAgent, localAgentsFolder, startLocalAgents } from './embedded/local-agents.ts'
import { readServerId } from './embedded/server-id.ts'
import { asService, ensureLocalAgent } from './first-start.ts'
import type { Installation } from './installation.ts'
import { Agent } from './store/models/agent.ts'
import { Tenant } from './store/models/tenant.ts'

type LocalAgentDependencies = Pick<
  Installation,
  'settings' | 'log' | 'knex' | 'keys' | 'masterKey' | 'serviceKeys' | 'store' | 'signals' | 'now'
>

/**
 * Runs the agents that belong to this server: the first agent of the customer `default`, which a new installation gets,
 * and those that an administrator added for customers.
 * @param serviceUrl address of the agent protocol
 */
export async function runLocalAgents(installation: LocalAgentDependencies, serviceUrl: string) {
  const { settings, log, serviceKeys, signals } = installation
  const { dataDirectory } = settings
  const serverId = readServerId(dataDirectory)
  await ensureLocalAgent(installation, serverId)
  return startLocalAgents({
    serviceUrl,
    dataDirectory,
    log,
    list: () => asService(installation, (context) => listAgentsOfServer(context, serverId, dataDirectory)),
    newToken: ({ agentId, tenantId }) =>
      asService(installation, async (context) => {
        const asTenant = { ...context, tenantId }
        return (await createEnrollmentToken(asTenant, agentId, { ttlMinutes: 60, serviceKeys })).token
      }),
    onChange: (listener) => signals.on('agents', listener),
  })
}

async function listAgentsOfServer(
  context: ActionContext,
  serverId: string,
  dataDirectory: string,
): Promise<WantedAgent[]> {
  const first = await findFirstAgent(context, serverId, path.join(dataDirectory, 'agent'))
  const others = await Agent.query(context.trx)
    .where({ localServerId: serverId })
    .whereNull('revokedAt')
    .whereNot('id', first?.agentId ?? serverId)
  const folder = localAgentsFolder(dataDirectory)
  return [
    ...(first ? [first] : []),
    ...others.map(({ id, tenantId }) => ({
      agentId: id,
      tenantId,
      mayEnrol: true,
      stateDirectory: path.join(folder, id),
    })),
  ]
}

/**
 * Returns the agent `local` of the tenant `default`, whichever server it belongs to: it may have been enrolled by hand in
 * this server's folder, and then belongs to this server. It does not enrol again automatically, because its state may
 * have been moved to another computer.
 */
async function findFirstAgent(
  context: ActionContext,
  serverId: string,
  stateDirectory: string,
): Promise<WantedAgent | undefined> {
  const tenant = await Tenant.query(context.trx).findOne({ slug: 'default' })
  const where = { tenantId: tenant?.id ?? serverId, slug: 'local' }
  const agent = await Agent.query(context.trx).findOne(where).whereNull('revokedAt')
  if (!agent) return undefined
  const isFree = agent.publicKey === null && agent.localServerId === null
  const isHere = isFree || enrolmentState(agent.id, stateDirectory) === 'enrolled'
  if (isHere && agent.localServerId !== serverId) await markAsOwn(context, agent, serverId)
  const mayEnrol = agent.publicKey === null && (isHere || agent.localServerId === serverId)
  return { agentId: agent.id, tenantId: agent.tenantId, mayEnrol, stateDirectory }
}

/** Not if another agent of the tenant runs on a server. */
async function markAsOwn({ trx }: ActionContext, agent: Agent, localServerId: string): Promise<void> {
  const others = Agent.query(trx)
    .where({ tenantId: agent.tenantId })
    .whereNotNull('localServerId')
    .whereNull('revokedAt')
  if (await others.whereNot('id', agent.id).first()) return
  await agent.$query(trx).patch({ localServerId })
}
