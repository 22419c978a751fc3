/** The agent's bundle: the program, and the thread that collects. */
export const agentPrograms = { 'coffer-agent': 'agent/main.ts', 'collector-worker': 'agent/collector-worker.ts' }
