import fs from 'node:fs'
import path from 'node:path'
import type { Logger } from 'pino'
import { type RunningLocalAgent, runLocalAgent } from './local-agent.ts'

/** An agent that this server runs. */
export interface WantedAgent {
  agentId: string
  tenantId: string
  mayEnrol: boolean
  stateDirectory: string
}

export interface LocalAgentsOptions {
  serviceUrl: string
  dataDirectory: string
  /** Returns the agents that this server runs now. */
  list: () => Promise<WantedAgent[]>
  newToken: (agent: WantedAgent) => Promise<string>
  /** Calls the listener when agents may have changed, and periodically. Returns a function that ends this. */
  onChange: (listener: () => void) => () => void
  log: Logger
}

/** Returns the folder that contains the folders of local agents except the first one, each with the name of its id. */
export function localAgentsFolder(dataDirectory: string): string {
  return path.join(dataDirectory, 'local-agents')
}

/**
 * Runs a process for each agent that `list` returns, with its own folder and keys, and follows changes of the list. If an
 * agent is no longer listed, its process is ended and its folder removed. Folders of agents that were removed while the
 * service did not run are removed at the start.
 */
export function startLocalAgents(options: LocalAgentsOptions): { stop(): Promise<void> } {
  const { list, newToken, onChange, dataDirectory, log } = options
  const running = new Map<string, { agent: WantedAgent; process: RunningLocalAgent }>()
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
      await Promise.all([...running.values()].map(({ process }) => process.stop()))
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
        await applyList(await list())
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'the local agents were not read; trying again')
      }
    }
  }

  async function applyList(wanted: WantedAgent[]) {
    const listed = new Set(wanted.map(({ agentId }) => agentId))
    await Promise.all([...running].filter(([id]) => !listed.has(id)).map(([id]) => endAgent(id)))
    removeFoldersExcept(listed)
    for (const agent of wanted) if (!running.has(agent.agentId) && !isStopped) beginAgent(agent)
  }

  function beginAgent(agent: WantedAgent) {
    const { agentId, mayEnrol, stateDirectory } = agent
    const { serviceUrl } = options
    const process = runLocalAgent({ agentId, mayEnrol, stateDirectory, serviceUrl, log, newToken: () => newToken(agent) }) // prettier-ignore
    running.set(agentId, { agent, process })
  }

  async function endAgent(id: string) {
    const ended = running.get(id)
    if (!ended) return
    await ended.process.stop()
    running.delete(id)
    fs.rmSync(ended.agent.stateDirectory, { recursive: true, force: true })
    log.info({ agentId: id }, 'the local agent was removed')
  }

  function removeFoldersExcept(listed: ReadonlySet<string>) {
    const folder = localAgentsFolder(dataDirectory)
    if (!fs.existsSync(folder)) return
    for (const name of fs.readdirSync(folder)) {
      if (!listed.has(name)) fs.rmSync(path.join(folder, name), { recursive: true, force: true })
    }
  }
}
