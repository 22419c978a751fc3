import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { isSea } from 'node:sea'
import { CommandEnd, exitCodes } from '../exit-codes.ts'
import { type InstallPlan, planFor } from '../install/install-plan.ts'

/** Settings that go with the agent; a token's file is read once, by `enroll`. */
const carried = ['BKP_AGENT_URL', 'BKP_AGENT_CONCURRENCY', 'BKP_AGENT_CA_FILE', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY']

/**
 * Has this computer start the agent by itself: copies the program to where programs are, writes what the service manager
 * reads, and starts it. Done again it brings a newer program, and keeps the enrolment.
 * @param isShownOnly writes nothing, and prints what would be written and run
 */
export function installService(isShownOnly: boolean, print: (line: string) => void): void {
  const plan = planHere()
  if (isShownOnly) return show(plan, print)
  if (!isSea()) throw unusable('install-service needs the agent’s executable, not its source')
  demandRights('install-service')
  try {
    if (path.resolve(process.execPath) !== path.resolve(plan.program)) replaceProgram(plan.program)
    fs.mkdirSync(plan.stateDir, { recursive: true, mode: 0o700 })
    for (const { path: file, text, mode } of plan.files) {
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, text, { mode })
    }
  } catch (error) {
    throw new CommandEnd(exitCodes.notAllowed, `cannot install the agent: ${(error as Error).message}`)
  }
  for (const command of plan.install) run(command)
  print(`installed; it starts with this computer. To look at it: ${plan.afterwards}`)
}

/** Undoes `installService`. The key stays, so that installing it again needs no new token. */
export function uninstallService(print: (line: string) => void): void {
  const plan = planHere()
  demandRights('uninstall-service')
  for (const command of plan.uninstall) {
    try {
      run(command)
    } catch (error) {
      print((error as Error).message)
    }
  }
  const isItself = path.resolve(process.execPath) === path.resolve(plan.program)
  const files = [
    ...plan.files.map((file) => file.path),
    ...(isItself && process.platform === 'win32' ? [] : [plan.program]),
  ]
  for (const file of files) fs.rmSync(file, { force: true })
  print(`uninstalled; the agent’s key stays in ${plan.stateDir}. Remove that folder if it is not to come back`)
}

function planHere(): InstallPlan {
  const given = carried.filter((name) => process.env[name])
  const settings = Object.fromEntries(given.map((name) => [name, process.env[name] ?? '']))
  const plan = planFor(process.platform, { settings })
  if (plan) return plan
  throw unusable(`there is no service manager for ${process.platform} that this agent knows`)
}

function show({ files, install, program }: InstallPlan, print: (line: string) => void): void {
  print(`# copy this program to ${program}`)
  for (const file of files) print(`# ${file.path}\n${file.text}`)
  for (const command of install) print(`# ${command.join(' ')}`)
}

/** A program that runs cannot be written to, but another can take its place. */
function replaceProgram(to: string): void {
  fs.mkdirSync(path.dirname(to), { recursive: true })
  const fresh = `${to}.new`
  fs.copyFileSync(process.execPath, fresh)
  fs.chmodSync(fresh, 0o755)
  fs.renameSync(fresh, to)
}

function demandRights(command: string): void {
  if (process.platform === 'win32' || process.getuid?.() === 0) return
  throw new CommandEnd(
    exitCodes.notAllowed,
    `${command} changes this computer: run it as root (sudo coffer-agent ${command})`,
  )
}

function run([program = '', ...parameters]: string[]): void {
  try {
    execFileSync(program, parameters, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    const words = `${program} ${parameters.join(' ')}: ${(stderr ?? message).trim().split('\n')[0]}`
    throw new CommandEnd(exitCodes.serviceManagerFailed, words)
  }
}

function unusable(words: string): CommandEnd {
  return new CommandEnd(exitCodes.unusable, words)
}
