import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import metadata from '../package.json' with { type: 'json' }
import { type AgentTarget, newerNodes } from './agent-targets.ts'
import { fetchNode } from './fetch-node.ts'
import { nameWindowsProgram } from './name-windows-program.ts'
import { stripElf } from './strip-elf.ts'
import { unsignPe } from './unsign-pe.ts'

/**
 * Builds the agent's executable for a target: Node with the bundle. Executables for macOS are unsigned and must be
 * signed on a Mac before they start.
 * @param bundle the folder that `bundleProgram` wrote for `agentPrograms`
 * @throws Error with a message, for example if the target's Node is not available
 */
export function makeExecutable({ name, node }: AgentTarget, bundle: string, file: string): void {
  const base = fetchNode(node)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const description = `${file}.json`
  const written = {
    main: 'coffer-agent.cjs', // stored in the program: relative to the bundle it is the same on every computer
    assets: { 'collector-worker.cjs': 'collector-worker.cjs', 'listener-worker.cjs': 'listener-worker.cjs' },
    disableExperimentalSEAWarning: true,
    useCodeCache: false,
    useSnapshot: false,
    execArgvExtension: 'none', // NODE_OPTIONS in the environment is meant for other programs
  }
  const describe = (more: object) => fs.writeFileSync(description, JSON.stringify({ ...written, ...more }))
  try {
    if (node.version === process.versions.node) {
      const blob = `${file}.blob`
      describe({ output: blob })
      execFileSync(process.execPath, ['--experimental-sea-config', description], { stdio: 'ignore', cwd: bundle })
      fs.writeFileSync(file, bareProgram(name, fs.readFileSync(base)), { mode: 0o755 })
      const words = [injector, file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse]
      execFileSync(process.execPath, words, { stdio: 'pipe' }) // it warns about stripped names
      fs.rmSync(blob)
    } else {
      describe({ executable: base, output: file })
      execFileSync(newerNode(node.version), ['--build-sea', description], { stdio: 'ignore', cwd: bundle })
    }
    fs.chmodSync(file, 0o755)
  } finally {
    fs.rmSync(description, { force: true })
  }
}

const injector = path.join(import.meta.dirname, '../node_modules/postject/dist/cli.js')

/** Marker by which Node detects an embedded program (Node's documentation, Single executable applications). */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

function bareProgram(target: string, program: Buffer): Buffer {
  if (target.startsWith('linux-')) return stripElf(program)
  return target.startsWith('win-') ? nameWindowsProgram(unsignPe(program), metadata.version) : program
}

function newerNode(version: string): string {
  const here = `${process.platform}-${process.arch}`
  const found = newerNodes.find(({ name, node }) => name === here && node.version === version)
  if (!found) throw new Error(`on ${here} there is no Node ${version} to write it with; make it on linux-x64`)
  return fetchNode(found.node)
}
