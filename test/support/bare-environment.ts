import path from 'node:path'

const compiled = path.join(import.meta.dirname, '../../node_modules/.cache/compiled')

/**
 * What a program that a test starts has around it: nothing of the test's own settings. What Node compiles is kept:
 * the service, the agent and the client start some hundred times in a run.
 */
export function bareEnvironment(): { PATH: string; HOME: string; NODE_COMPILE_CACHE: string } {
  const { PATH = '/usr/bin:/bin', HOME = '/' } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE: compiled }
}
