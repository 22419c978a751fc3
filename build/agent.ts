/**
 * `npm run build:agent [-- TARGET ...]`: builds the agent as one executable for each target in dist/agents/, with a
 * download (.tar.gz, .zip for Windows) and SHA256SUMS. Node for other targets comes from npm.
 */
import fs from 'node:fs'
import path from 'node:path'
import { agentPrograms } from './agent-programs.ts'
import { agentTargets } from './agent-targets.ts'
import { bundleProgram } from './bundle-program.ts'
import { bundledPackages } from './bundled-packages.ts'
import { makeExecutable } from './make-executable.ts'
import { packAgent } from './pack-agent.ts'
import { thirdPartyNotices } from './third-party-notices.ts'
import { writeChecksums } from './write-checksums.ts'

const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'dist/agents')
const named = process.argv.slice(2)
const unknown = named.find((name) => !agentTargets.some((target) => target.name === name))
if (unknown !== undefined) {
  console.error(`there is no target ${unknown}: ${agentTargets.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const bundle = path.join(folder, 'bundle')
fs.rmSync(folder, { recursive: true, force: true })
await bundleProgram(bundle, agentPrograms)
const notices = thirdPartyNotices(bundledPackages(root))
const failures: string[] = []
for (const target of agentTargets.filter(({ name }) => named.length === 0 || named.includes(name))) {
  try {
    await make(target)
  } catch (error) {
    failures.push(`${target.name}: ${(error as Error).message}`)
  }
}
fs.rmSync(bundle, { recursive: true })
writeChecksums(folder)
for (const failure of failures) console.error(failure)
process.exitCode = failures.length > 0 ? 1 : 0

async function make(target: (typeof agentTargets)[number]): Promise<void> {
  const isWindows = target.name.startsWith('win-')
  const program = isWindows ? 'coffer-agent.exe' : 'coffer-agent'
  const file = path.join(folder, target.name, program)
  makeExecutable(target, bundle, file)
  const bytes = fs.readFileSync(file)
  const packed = await packAgent(program, bytes, notices)
  const archive = `coffer-agent-${target.name}.${isWindows ? 'zip' : 'tar.gz'}`
  fs.writeFileSync(path.join(folder, archive), packed)
  const note = target.name.startsWith('darwin-') ? `; on a Mac: codesign --sign - ${program}` : ''
  console.log(`${target.name}: ${inMb(bytes.length)} MB, ${archive} ${inMb(packed.length)} MB${note}`)
}

function inMb(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
