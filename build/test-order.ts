import fs from 'node:fs'

/**
 * Returns all test files in the order in which they are started: first the long ones, in the order of their list, then
 * the others by name. A long file that started last would run alone while the other processors are idle.
 * @param list one file in each line; `#` begins a comment
 * @throws Error if a listed file does not exist
 */
export function orderTestFiles(all: string[], list: string): string[] {
  const lines = list.split('\n').map((line) => line.trim())
  const long = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const missing = long.filter((file) => !all.includes(file))
  if (missing.length > 0) throw new Error(`test/long-files.txt lists files that do not exist: ${missing.join(', ')}`)
  return [...long, ...all.filter((file) => !long.includes(file)).sort()]
}

/** Returns the test files below `root`, as paths from there. */
export function listTestFiles(root: string): string[] {
  return fs.globSync('test/**/*.test.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
}
