import { isEnableCommand, opensCommandLine } from '../documents/read-only.ts'
import type { Instruction, ScrapliDefinition, ScrapliMode } from './scrapli-schema.ts'

/** The modes of a definition by what they are for a backup. */
export interface ModesByUse {
  /** In which Coffer reads. */
  reading: ScrapliMode
  /** From which a command for full rights leads to the mode for reading. */
  user?: ScrapliMode
  /** A system shell, from which a program opens the command line. */
  shell?: ScrapliMode
}

/**
 * Finds the mode in which Coffer reads: the last one that is entered when a session opens, otherwise the default one. Every
 * other mode, such as those for configuration, is never entered.
 */
export function modesByUse({
  modes,
  default_mode: initial,
  on_open_instructions: open = [],
}: ScrapliDefinition): ModesByUse {
  const named = (name: unknown) => modes.find((mode) => mode.name === name)
  const entered = open.map((one) => named(one['enter_mode']?.['requested_mode'])).findLast((mode) => mode !== undefined)
  const reading = entered ?? named(initial) ?? modes[0]!
  const user = modes.find((mode) => mode !== reading && isEnableCommand(firstWord(commandTo(mode, reading))))
  const shell = modes.find(
    (mode) => mode !== reading && [reading, user].some((to) => to && opensCommandLine(commandTo(mode, to))),
  )
  return { reading, ...(user && { user }), ...(shell && { shell }) }
}

/** Returns the instructions that lead from one mode to another. */
export function instructionsTo(
  from: ScrapliMode,
  to: ScrapliMode,
): { at: number; instructions: Instruction[] } | undefined {
  const at = (from.accessible_modes ?? []).findIndex(({ name }) => name === to.name)
  const found = from.accessible_modes?.[at]
  return found && { at, instructions: found.instructions }
}

function commandTo(from: ScrapliMode, to: ScrapliMode): string {
  const [first, ...others] = instructionsTo(from, to)?.instructions ?? []
  const { input = '' } = first?.['send_prompted_input'] ?? first?.['send_input'] ?? {}
  return others.length > 0 ? '' : String(input)
}

function firstWord(command: string): string {
  return command.split(' ')[0] ?? ''
}
