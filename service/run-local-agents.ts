import path from 'node:path'
import { readEnrollmentToken, tokenKeys } from '../shared/agent-protocol/enrollment-token.ts'
import { createEnrollmentToken } from './domain/inventory/agents/create-enrollment-token.ts'
import type { ActionContext } from './domain/kernel/context.ts'
import { agentIn, enrolledKey } from './embedded/local-agent.ts'
import {
  type LocalAgentsOptions,
  type WantedAgent,
  localAgentsFolder,
  startLocalAgents,
} from './embedded/local-agents.ts'
import { readServerId } from './embedded/server-id.ts'
import { asService, ensureLocalAgent } from './first-start.ts'
import type { Installation } from './installation.ts'
import { Agent } from './store/models/agent.ts'
import { EnrollmentToken } from './store/models/enrollment-token.ts'
import { Tenant } from './store/models/tenant.ts'

type LocalAgentDependencies = Pick<
  Installation,
  'settings' | 'log' | 'knex' | 'keys' | 'masterKey' | 'serviceKeys' | 'store' | 'signals' | 'now'
>

/**
 * Runs the agents that belong to this server: the first agent of the customer `default`, which a new installation gets,
 * and those that an administrator added for customers. With local agents off, it only deletes folders of removed ones.
 * @param serviceUrl address of the agent protocol
 */
export async function runLocalAgents(
  installation: LocalAgentDependencies,
  serviceUrl: string,
  { runAgent }: Pick<LocalAgentsOptions, 'runAgent'> = {},
) {
  const { settings, log, signals } = installation
  const { dataDirectory, localAgent: isOn } = settings
  const serverId = readServerId(dataDirectory)
  const firstFolder = path.join(dataDirectory, 'agent')
  if (isOn) {
    await ensureLocalAgent(installation, serverId)
    await asService(installation, (context) => adoptFirstAgent(context, serverId, firstFolder))
  }
  const tokens = new Map<string, string>()
  return startLocalAgents({
    serviceUrl,
    dataDirectory,
    isOn,
    log,
    runAgent,
    list: () => asService(installation, (context) => listAgentsOfServer(context, serverId, dataDirectory)),
    findToken: (agent, publicKey) => findToken(installation, { ...agent, serverId, publicKey, tokens }),
    onChange: (listener) => signals.on('agents', listener),
  })
}

async function listAgentsOfServer(
  { trx }: ActionContext,
  serverId: string,
  dataDirectory: string,
): Promise<WantedAgent[]> {
  const agents = await Agent.query(trx).where({ localServerId: serverId }).whereNull('revokedAt')
  const first = await Tenant.query(trx).findOne({ slug: 'default' })
  const folder = localAgentsFolder(dataDirectory)
  return agents.map(({ id, tenantId, slug }) => ({
    agentId: id,
    tenantId,
    stateDirectory:
      tenantId === first?.id && slug === 'local' ? path.join(dataDirectory, 'agent') : path.join(folder, id),
  }))
}

/**
 * Marks the agent `local` of the tenant `default` as one of this server, after an upgrade from a version that did not
 * store this. Its folder must contain its present key, and no token may be newer: it would enrol the agent elsewhere.
 */
async function adoptFirstAgent({ trx }: ActionContext, localServerId: string, stateDirectory: string): Promise<void> {
  const id = agentIn(stateDirectory)
  const agent = id === null ? undefined : await Agent.query(trx).findById(id).whereNull('revokedAt').forUpdate()
  if (!agent || agent.slug !== 'local' || agent.localServerId !== null || !agent.publicKey || !agent.enrolledAt) return
  const { tenantId } = agent
  if ((await Tenant.query(trx).findById(tenantId))?.slug !== 'default') return
  if (!enrolledKey(agent.id, stateDirectory)?.equals(agent.publicKey)) return
  if (await EnrollmentToken.query(trx).where({ agentId: agent.id }).where('createdAt', '>', agent.enrolledAt).first())
    return
  if (await Agent.query(trx).where({ tenantId }).whereNotNull('localServerId').whereNull('revokedAt').first()) return
  await agent.$query(trx).patch({ localServerId })
}

/**
 * Returns a token to enrol an agent of this server, or null if the agent has this public key. A token that was not used
 * yet is returned again while it is valid.
 * @param tokens the last token of each agent, updated here
 */
function findToken(
  installation: LocalAgentDependencies,
  wanted: WantedAgent & { serverId: string; publicKey: Buffer | null; tokens: Map<string, string> },
): Promise<string | null> {
  const { agentId, tenantId, serverId, publicKey, tokens } = wanted
  return asService(installation, async (context) => {
    const agent = await Agent.query(context.trx).findById(agentId).forUpdate()
    if (!agent || agent.revokedAt || agent.localServerId !== serverId) throw new Error('it is not of this server')
    if (publicKey && agent.publicKey?.equals(publicKey)) return null
    const last = tokens.get(agentId)
    if (last !== undefined && (await isUsable(context, last))) return last
    const asTenant = { ...context, tenantId }
    const { serviceKeys } = installation
    const { token } = await createEnrollmentToken(asTenant, agentId, { ttlMinutes: 60, serviceKeys })
    tokens.set(agentId, token)
    return token
  })
}

/** Whether a token was not used or replaced, and is valid for another minute. */
async function isUsable({ trx, now }: ActionContext, token: string): Promise<boolean> {
  const { agentId, seed } = readEnrollmentToken(token)
  const { publicKey } = tokenKeys(seed)
  const found = await EnrollmentToken.query(trx)
    .where({ agentId, publicKey })
    .whereNull('voidedAt')
    .whereNull('spentAt')
    .where('expiresAt', '>', new Date(now.getTime() + 60_000))
    .first()
  return found !== undefined
}
