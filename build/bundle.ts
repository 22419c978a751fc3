/**
 * `npm run build`: bundles the agent into dist/agent/ as two CommonJS files (main program and collector thread) and the
 * command line client into dist/cli/ as one. Starts each program once. They need only a Node of the pinned version.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { agentPrograms } from './agent-programs.ts'
import { bundleProgram } from './bundle-program.ts'

const root = path.join(import.meta.dirname, '..')

await bundle('agent', agentPrograms)
await bundle('cli', { coffer: 'desktop/cli/main.ts' })

/** Bundles the programs and starts the first of them. */
async function bundle(folder: string, programs: Record<string, string>): Promise<void> {
  const target = path.join(root, 'dist', folder)
  await bundleProgram(target, programs)
  const [program = ''] = Object.keys(programs)
  const file = path.join(target, `${program}.cjs`)
  const version = execFileSync(process.execPath, [file, '--version'], { encoding: 'utf8' })
  fs.chmodSync(file, 0o755)
  for (const name of fs.readdirSync(target)) {
    console.log(`dist/${folder}/${name} ${Math.round(fs.statSync(path.join(target, name)).size / 1024)} KiB`)
  }
  console.log(`${program} ${version.trim()}`)
}
