import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { endWith, exitCodes } from '../exit-codes.ts'

/**
 * Who may do what with the agent's folders on Windows, where the modes of files mean nothing. Well-known accounts are named
 * by their SIDs (Microsoft, "Well-known SIDs"), because their names are translated.
 */
const administrators = 'S-1-5-32-544'
const system = 'S-1-5-18'
/** The agent's account: no password, few rights, the computer's name on the network. */
export const networkService = 'S-1-5-20'

/** Runs a program and returns its standard output. @throws Error */
export type RunProgram = (command: readonly string[]) => string

/**
 * Gives a folder to the administrators and takes all rights from it that others were given before. Every user of a computer
 * may create a folder in ProgramData, and keeps the right to change the access of what they created.
 * @param agentRights what the agent's account may do, as icacls names it
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
 * Restricts the folder of the agent's key before the key is written into it.
 * @throws CommandEnd for a folder that belongs to another account, and when Windows refuses
 */
export function protectStateFolder(folder: string, run: RunProgram = runProgram): void {
  if (!fs.existsSync(folder)) fs.mkdirSync(folder, { recursive: true })
  else demandOwner(folder, run)
  for (const command of restrictFolder(folder, 'M')) attempt(command, run)
}

/** @throws CommandEnd for a folder that belongs to another account */
export function demandOwner(folder: string, run: RunProgram = runProgram): void {
  const owner = attempt(ownerQuery(folder), run).trim()
  if ([administrators, system, networkService].includes(owner)) return
  const command = `icacls "${folder}" /setowner *${administrators} /T`
  throw endWith(exitCodes.notAllowed, 'folder_has_other_owner', { folder, owner, command })
}

/** Prints the SID of the owner. */
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

/** By their full paths: a folder on PATH may belong to any user. */
function runProgram([program = '', ...parameters]: readonly string[]): string {
  const folder = path.win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32')
  const places: Record<string, string> = {
    icacls: path.win32.join(folder, 'icacls.exe'),
    powershell: path.win32.join(folder, 'WindowsPowerShell\\v1.0\\powershell.exe'),
  }
  return execFileSync(places[program] ?? program, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
