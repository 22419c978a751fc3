/** Programs of the agent's bundle: the main program and the collector thread. */
export const agentPrograms = { 'coffer-agent': 'agent/main.ts', 'collector-worker': 'agent/collector-worker.ts' }
