import fs from 'node:fs'
import path from 'node:path'
import { agentPrograms } from '../../build/agent-programs.ts'
import { bundleProgram } from '../../build/bundle-program.ts'
import { lockFile } from '../../build/lock-file.ts'
import { bundleService } from '../../build/ship-service.ts'
import { isStale } from '../../build/static-site.ts'

const root = path.join(import.meta.dirname, '../..')
const target = path.join(root, 'dist/test-programs')
const sources = ['service', 'agent', 'shared', 'desktop/cli', 'build', 'package-lock.json']

/** Paths of the programs, relative to the repository. */
export const programs = {
  service: 'dist/test-programs/service/bundle/main.mjs',
  agent: 'dist/test-programs/agent/coffer-agent.cjs',
}

/**
 * Bundles the service and the agent as they are shipped, unless the bundles are newer than the sources. A bundled service
 * starts with two thirds of the CPU of its sources, and the tests start a hundred.
 */
export async function bundlePrograms(): Promise<void> {
  if (isBundled) return
  const release = await lockFile(`${target}.lock`)
  try {
    const service = path.join(root, programs.service)
    if (
      isStale(
        service,
        sources.map((source) => path.join(root, source)),
      )
    )
      await bundle()
    isBundled = true
  } finally {
    release()
  }
}

let isBundled = false

/** The layout is that of the repository. Running programs keep what they have loaded. */
async function bundle() {
  const startedAt = new Date()
  fs.mkdirSync(target, { recursive: true })
  for (const folder of ['shared', 'node_modules', 'dist']) {
    fs.rmSync(path.join(target, folder), { force: true })
    fs.symlinkSync(path.join(root, folder), path.join(target, folder))
  }
  await bundleProgram(path.join(target, 'agent'), agentPrograms)
  await bundleService(path.join(target, 'service/bundle'))
  fs.utimesSync(path.join(root, programs.service), startedAt, startedAt) // a source edited meanwhile is newer
}
