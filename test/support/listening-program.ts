import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'

/** Returns a port of 127.0.0.1 that no program uses at this time. */
export async function freePort(): Promise<number> {
  const server = net.createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Resolves when a program accepts connections on a port of 127.0.0.1. */
export async function whenListening(program: ChildProcess, port: number): Promise<void> {
  await until(() => {
    if (program.exitCode !== null) throw new Error(`${program.spawnfile} ended with ${program.exitCode}`)
    const socket = net.connect(port, '127.0.0.1')
    return new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    }).finally(() => socket.destroy())
  })
}

/** Resolves with the content of a file when it matches. */
export async function whenWritten(file: string, pattern: RegExp): Promise<string> {
  let text = ''
  await until(async () => {
    text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
    return pattern.test(text)
  })
  return text
}

/** Calls `check` until it returns true. */
export async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 20))
}
