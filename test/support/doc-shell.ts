import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { bareEnvironment } from './bare-environment.ts'

/** A shell in which tests run the commands of a document. */
export type Shell = ReturnType<typeof startShell>

/**
 * Starts a shell that keeps its variables between blocks. A failed command ends it. Commands have an empty standard
 * input unless the document provides one, because the shell's own contains the remaining commands.
 */
export function startShell(cwd: string, environment: Record<string, string> = {}) {
  const child: ChildProcessWithoutNullStreams = spawn('bash', ['--norc', '-euo', 'pipefail'], {
    cwd,
    env: { ...bareEnvironment(), ...environment },
  })
  let said = ''
  let heard: () => void = () => undefined
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      said += bytes.toString()
      heard()
    })
  }
  return {
    run(commands: string): Promise<string> {
      const mark = '== end of the block =='
      said = ''
      child.stdin.write(`{\n${commands}\n} < /dev/null\necho '${mark}'\n`)
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const fail = () => reject(new Error(`a command failed: ${commands}\n${said}`))
      if (child.exitCode !== null || child.signalCode !== null) fail()
      heard = () => said.endsWith(`${mark}\n`) && resolve(said.slice(0, -mark.length - 1))
      child.once('exit', fail)
      return promise.finally(() => child.off('exit', fail))
    },
    end: () => void child.kill(),
  }
}

/**
 * Returns the block with other names, ports and paths. @throws Error if it does not contain one of the replaced texts
 */
export function changed(block: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    return text.includes(from) ? text.replaceAll(from, () => to) : missing(from)
  }, block)
}

function missing(text: string): never {
  throw new Error(`the document no longer has '${text}'`)
}

/** Returns the first of the programs that this machine lacks. */
export function programMissing(...names: string[]): string | undefined {
  return names.find((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
}
