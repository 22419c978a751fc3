import type { TombstoneDecisions } from '../domain/inventory/tenants/tombstone-decisions.ts'
import { StartupError } from '../store/startup-error.ts'
import type { CommandLine } from './read-command-line.ts'

/**
 * Parses `--destroyed NAMES` and `--not-destroyed NAMES`: slugs or ids, separated by commas.
 * @throws StartupError for a name in both
 */
export function readTombstoneDecisions(options: CommandLine['options']): TombstoneDecisions {
  const [destroyed, notDestroyed] = [readNames(options['destroyed']), readNames(options['not-destroyed'])]
  const both = destroyed.find((name) => notDestroyed.includes(name))
  if (both !== undefined) throw new StartupError('decision_contradictory', { customer: both })
  return { destroyed, notDestroyed }
}

function readNames(value: string | true | undefined): string[] {
  if (value === undefined || value === true) return []
  return value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}
