import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { isSea } from 'node:sea'
import { CommandError, endWith, exitCodes, unusable } from '../exit-codes.ts'
import { type InstallPlan } from '../install/install-plan.ts'
import { demandOwner } from '../install/windows-folder.ts'
import { isRevoked, readState } from '../state-file.ts'
import { planFor } from '../install/plan-install.ts'

/** Settings that are copied to the installed agent. A token file is read once, by `enroll`. */
const carried = [
  'BKP_AGENT_URL',
  'BKP_AGENT_CONCURRENCY',
  'BKP_AGENT_CA_FILE',
  'BKP_AGENT_LISTENER_CERT_FILE',
  'BKP_AGENT_LISTENER_KEY_FILE',
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
]

/**
 * Makes this computer start the agent automatically: copies the program to its install folder, writes the service
 * manager's files and starts it. A repeated install updates the program and preserves the enrolment.
 * @param isShownOnly writes nothing; prints the files and commands instead
 */
export function installService(isShownOnly: boolean, print: (line: string) => void): void {
  const settings = settingsHere()
  const plan = planHere(settings)
  if (isShownOnly) return show(plan, print)
  if (!isSea()) throw unusable('executable_required')
  demandRights('install-service')
  demandEnrolment(plan.stateDir)
  if (process.platform === 'win32') demandOwner(plan.stateDir)
  try {
    const fresh = copyProgram(plan.program)
    for (const command of plan.halt) attempt(command, () => {})
    if (fresh) fs.renameSync(fresh, plan.program)
    for (const command of plan.protect) run(command)
    for (const file of plan.leftovers) if (process.platform === 'win32') fs.rmSync(file, { force: true })
    for (const { path: file, text, mode } of plan.files) {
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.rmSync(file, { force: true }) // an existing file would retain its mode
      fs.writeFileSync(file, text, { mode })
    }
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw endWith(exitCodes.notAllowed, 'installation_failed', { reason: (error as Error).message })
  }
  for (const command of plan.install) run(command)
  print(`installed; it starts with this computer. To check it, run: ${plan.afterwards}`)
  const names = Object.keys(settings).join(', ')
  print(`installed settings: ${names || `none${process.env['SUDO_USER'] ? sudoHint : ''}`}`)
}

const sudoHint =
  '. sudo passes only the variables that you name: sudo --preserve-env=HTTPS_PROXY,NO_PROXY coffer-agent install-service'

/** Reverts `installService`. The key is preserved, so that a later install needs no new token. */
export function uninstallService(print: (line: string) => void): void {
  const plan = planHere({})
  demandRights('uninstall-service')
  for (const command of [...plan.halt, ...plan.uninstall]) attempt(command, print)
  const files = [
    ...plan.files.map((file) => file.path),
    ...plan.leftovers,
    ...(isItself(plan.program) && process.platform === 'win32' ? [] : [plan.program]),
  ]
  for (const file of files) fs.rmSync(file, { force: true })
  for (const command of plan.forget) attempt(command, print)
  print(
    `uninstalled; the agent’s key remains in ${plan.stateDir}. Remove that folder if you do not install the agent here again`,
  )
}

function settingsHere(): Record<string, string> {
  const given = carried.filter((name) => process.env[name])
  return Object.fromEntries(given.map((name) => [name, process.env[name] ?? '']))
}

function planHere(settings: Readonly<Record<string, string>>): InstallPlan {
  const plan = planFor(process.platform, { settings })
  if (plan) return plan
  throw unusable('service_manager_missing', { platform: process.platform })
}

function show({ files, protect, install, program }: InstallPlan, print: (line: string) => void): void {
  print(`# copy this program to ${program}`)
  for (const file of files) print(`# ${file.path}\n${file.text}`)
  for (const command of [...protect, ...install]) print(`# ${command.join(' ')}`)
}

/**
 * Copies the program to `to`. A running program cannot be overwritten but can be replaced by a rename. Undefined if
 * this process runs from `to`.
 */
function copyProgram(to: string): string | undefined {
  if (isItself(to)) return undefined
  fs.mkdirSync(path.dirname(to), { recursive: true })
  const fresh = `${to}.new`
  fs.copyFileSync(process.execPath, fresh)
  fs.chmodSync(fresh, 0o755)
  return fresh
}

function isItself(program: string): boolean {
  return path.resolve(process.execPath) === path.resolve(program)
}

/** Throws unless the agent is enrolled. Otherwise the installed agent would exit as soon as it starts. */
function demandEnrolment(stateDir: string): void {
  const state = readState(stateDir)
  if (state && !isRevoked(state) && state.enrolled) return
  throw endWith(exitCodes.notEnrolled, 'agent_not_enrolled_in', { folder: stateDir })
}

function demandRights(command: string): void {
  if (process.platform === 'win32' || process.getuid?.() === 0) return
  throw endWith(exitCodes.notAllowed, 'root_required', { command })
}

/** @param onFailure called with the output of a failed command */
function attempt(command: string[], onFailure: (line: string) => void): void {
  try {
    run(command)
  } catch (error) {
    onFailure((error as Error).message)
  }
}

function run([program = '', ...parameters]: string[]): void {
  try {
    execFileSync(program, parameters, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    const [reason = ''] = (stderr ?? message).trim().split('\n')
    const command = [program, ...parameters].join(' ')
    throw endWith(exitCodes.serviceManagerFailed, 'service_manager_failed', { command, reason })
  }
}
