import path from 'node:path'

const compiled = path.join(import.meta.dirname, '../../node_modules/.cache/compiled')

/**
 * Returns the environment of a program that a test starts, without the test's own settings. Node's compile cache is
 * enabled, because the service, the agent and the client start several hundred times in a run.
 */
export function bareEnvironment(): { PATH: string; HOME: string; NODE_COMPILE_CACHE: string } {
  const { PATH = '/usr/bin:/bin', HOME = '/' } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE: compiled }
}
