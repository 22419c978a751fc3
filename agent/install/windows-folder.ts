import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { endWith, exitCodes } from '../exit-codes.ts'

/**
 * Access rights of the agent's folders on Windows, which ignores file modes. Well-known accounts are named by SID
 * (Microsoft, "Well-known SIDs"), because their names are translated.
 */
const administrators = 'S-1-5-32-544'
const system = 'S-1-5-18'
/** The agent's account: no password, few rights, uses the computer's name on the network. */
export const networkService = 'S-1-5-20'

/** Runs a program and returns its standard output. @throws Error */
export type RunProgram = (command: readonly string[]) => string

/**
 * Makes the administrators the owner of a folder and removes all other rights. Every user may create a folder in
 * ProgramData, and an owner may always change its access rights.
 * @param agentRights rights of the agent's account, as icacls names them
 */
export function restrictFolder(folder: string, agentRights: 'M' | 'RX'): string[][] {
  const grant = (sid: string, rights: string) => ['/grant:r', `*${sid}:(OI)(CI)${rights}`]
  return [
    ['icacls', folder, '/setowner', `*${administrators}`, '/T', '/C', '/Q'],
    ['icacls', folder, '/reset', '/T', '/C', '/Q'],
    [
      'icacls',
      folder,
      '/inheritance:r',
      ...grant(administrators, 'F'),
      ...grant(system, 'F'),
      ...grant(networkService, agentRights),
    ],
  ]
}

/**
 * Restricts the folder of the agent's key before the key is written to it.
 * @throws CommandError for a folder that belongs to another account, and if Windows refuses
 */
export function protectStateFolder(folder: string, run: RunProgram = runProgram): void {
  if (!fs.existsSync(folder)) fs.mkdirSync(folder, { recursive: true })
  else demandOwner(folder, run)
  for (const command of restrictFolder(folder, 'M')) attempt(command, run)
}

/** @throws CommandError for a folder that belongs to another account */
export function demandOwner(folder: string, run: RunProgram = runProgram): void {
  const owner = attempt(ownerQuery(folder), run).trim()
  if ([administrators, system, networkService].includes(owner)) return
  const command = `icacls "${folder}" /setowner *${administrators} /T`
  throw endWith(exitCodes.notAllowed, 'folder_has_other_owner', { folder, owner, command })
}

/** Returns the command that prints the SID of the owner. */
function ownerQuery(folder: string): string[] {
  const literal = folder.replaceAll("'", "''")
  const type = '[System.Security.Principal.SecurityIdentifier]'
  return [
    'powershell',
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    `(Get-Acl -LiteralPath '${literal}').GetOwner(${type}).Value`,
  ]
}

function attempt(command: readonly string[], run: RunProgram): string {
  try {
    return run(command)
  } catch (error) {
    const [reason = ''] = (error as Error).message.trim().split(/\r?\n/)
    throw endWith(exitCodes.notAllowed, 'key_not_protected', { reason })
  }
}

/** Uses full paths: a folder on PATH may belong to any user. */
function runProgram([program = '', ...parameters]: readonly string[]): string {
  const folder = path.win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32')
  const places: Record<string, string> = {
    icacls: path.win32.join(folder, 'icacls.exe'),
    powershell: path.win32.join(folder, 'WindowsPowerShell\\v1.0\\powershell.exe'),
  }
  return execFileSync(places[program] ?? program, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
