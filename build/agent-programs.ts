/** Programs of the agent's bundle: the main program and its threads. */
export const agentPrograms = {
  'coffer-agent': 'agent/main.ts',
  'collector-worker': 'agent/collector-worker.ts',
  'listener-worker': 'agent/listener-worker.ts',
}
