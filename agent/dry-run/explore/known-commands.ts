import { displayVerbs, type VerbFamily } from '../../../shared/platforms/documents/display-verbs.ts'
import { isEnableCommand, isLogout, whyNotReadOnly } from '../../../shared/platforms/documents/read-only.ts'

/** Commands that devices of a kind know, each with the artifact that its answer would be. */
export interface CommandGroup {
  family: VerbFamily
  commands: readonly (readonly [key: string, command: string])[]
}

/** Of an artifact, only the first command that answers is used. A device answers at most one group. */
export const commandGroups: readonly CommandGroup[] = [
  {
    family: 'cisco',
    commands: [
      ['version', 'show version'],
      ['version', 'show sysinfo'],
      ['version', 'show system'],
      ['running-config', 'show running-config'],
      ['running-config', 'show configuration'],
      ['running-config', 'show config'],
      ['running-config', 'show running config'],
      ['running-config', 'show current-config'],
      ['running-config', 'show config current'],
      ['startup-config', 'show startup-config'],
      ['inventory', 'show inventory'],
    ],
  },
  {
    family: 'comware',
    commands: [
      ['version', 'display version'],
      ['running-config', 'display current-configuration'],
      ['startup-config', 'display saved-configuration'],
    ],
  },
  {
    family: 'routeros',
    commands: [
      ['version', '/system resource print'],
      ['running-config', '/export'],
    ],
  },
  {
    family: 'sros',
    commands: [
      ['running-config', 'admin display-config'],
      ['running-config', 'admin show configuration'],
    ],
  },
  {
    family: 'fabric',
    commands: [
      ['version', 'version'],
      ['running-config', 'configshow'],
    ],
  },
  {
    family: 'menu',
    commands: [
      ['running-config', 'configuration show'],
      ['running-config', 'show ns runningConfig'],
      ['running-config', 'get config'],
      ['running-config', 'list config'],
      ['running-config', 'info'],
    ],
  },
]

/** Display commands that no device knows: their answers are texts of errors. */
export const unknownCommands = ['show coffer', 'display coffer']

/** Commands that turn the pager of a session off, the most common first. */
export const pagerOffCommands = [
  'terminal length 0',
  'no paging',
  'screen-length 0 temporary',
  'screen-length disable',
  'terminal datadump',
  'terminal pager 0',
  'no page',
  'terminal more disable',
  'set cli screen-length 0',
  'environment no more',
  'skip-page-display',
]

export const logoutCommands = ['exit', 'quit', 'logout', 'bye']

export const enableCommand = 'enable'

/** Whether a command only shows something, changes only the session, requests rights or ends the session. */
export function mayExplore(command: string): boolean {
  if (isLogout(command) || isEnableCommand(command)) return true
  const families = Object.keys(displayVerbs) as VerbFamily[]
  return families.some((family) => whyNotReadOnly(command, { family, allow: [] }) === undefined)
}
