import fs from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { type RunningLocalAgent, runLocalAgent } from './local-agent.ts'

/** An agent that this server runs. */
export interface WantedAgent {
  agentId: string
  tenantId: string
  stateDirectory: string
}

export interface LocalAgentsOptions {
  serviceUrl: string
  dataDirectory: string
  /** Whether to run the agents. If not, only the folders of removed agents are deleted. */
  isOn: boolean
  /** Returns the agents that belong to this server now. */
  list: () => Promise<WantedAgent[]>
  findToken: (agent: WantedAgent, publicKey: Buffer | null) => Promise<string | null>
  /** Calls the listener when agents may have changed, and periodically. Returns a function that ends this. */
  onChange: (listener: () => void) => () => void
  log: Logger
  /** Runs one agent; a test replaces it. */
  runAgent?: typeof runLocalAgent
}

/** Returns the folder that contains the folders of local agents except the first one, each with the name of its id. */
export function localAgentsFolder(dataDirectory: string): string {
  return path.join(dataDirectory, 'local-agents')
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Runs a process for each agent that `list` returns, with its own folder and keys, and follows changes of the list. If an
 * agent is no longer listed, its process is ended and its folder removed. Folders of agents that were removed while the
 * service did not run are removed too.
 */
export function startLocalAgents(options: LocalAgentsOptions): { stop(): Promise<void> } {
  const { isOn, list, findToken, onChange, dataDirectory, serviceUrl, log, runAgent = runLocalAgent } = options
  const running = new Map<string, { agent: WantedAgent; process: RunningLocalAgent; ending?: Promise<void> }>()
  /** Folders whose failed removal was logged. */
  const kept = new Set<string>()
  let isStopped = false
  let isChanged = false
  let following: Promise<void> | undefined
  const unsubscribe = onChange(follow)
  follow()
  return {
    async stop() {
      isStopped = true
      unsubscribe()
      await following
      await Promise.all([...running.values()].map(({ process, ending }) => ending ?? process.stop()))
    },
  }

  /** Follows the list, one change at a time. */
  function follow() {
    isChanged = true
    following ??= followChanges().finally(() => (following = undefined))
  }

  async function followChanges() {
    while (isChanged && !isStopped) {
      isChanged = false
      try {
        applyList(await list())
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'the local agents were not read; trying again')
      }
    }
  }

  function applyList(wanted: WantedAgent[]) {
    if (isStopped) return
    const listed = new Set(wanted.map(({ agentId }) => agentId))
    for (const [id, entry] of running) if (!listed.has(id)) entry.ending ??= endAgent(id, entry)
    if (isOn) for (const agent of wanted) if (!running.has(agent.agentId)) beginAgent(agent)
    removeFoldersExcept(listed)
  }

  function beginAgent(agent: WantedAgent) {
    const { agentId, stateDirectory } = agent
    const process = runAgent({ agentId, stateDirectory, serviceUrl, log, findToken: (key) => findToken(agent, key) })
    running.set(agentId, { agent, process })
  }

  /** Other agents do not wait for this. An agent that was listed again meanwhile starts afterwards. */
  async function endAgent(id: string, { agent, process }: { agent: WantedAgent; process: RunningLocalAgent }) {
    await process.stop()
    running.delete(id)
    removeFolder(agent.stateDirectory)
    log.info({ agentId: id }, 'the local agent was removed')
    if (!isStopped) follow()
  }

  function removeFoldersExcept(listed: ReadonlySet<string>) {
    const folder = localAgentsFolder(dataDirectory)
    if (!fs.existsSync(folder)) return
    for (const name of fs.readdirSync(folder)) {
      if (uuid.test(name) && !listed.has(name) && !running.has(name)) removeFolder(path.join(folder, name))
    }
  }

  function removeFolder(folder: string) {
    try {
      fs.rmSync(folder, { recursive: true, force: true })
      kept.delete(folder)
    } catch (error) {
      if (kept.has(folder)) return
      kept.add(folder)
      log.warn({ folder, reason: (error as Error).message }, `the folder of a removed agent was not deleted: ${folder}`)
    }
  }
}
