import { message } from '../../shared/messages/message.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { counted } from './counted.ts'
import { CommandError, type ExitCode, exitCodes } from './exit-codes.ts'
import type { Output } from './output.ts'
import { tableOf } from './table.ts'

type DevicesChanged = components['schemas']['DevicesChanged']

export const dryRunOption = { type: 'boolean', short: 'n', description: 'only show what would change' } as const

/** @throws CommandError for options that apply to one device only, if there are several or in a dry run */
export function refuseSingleOptions(given: Record<string, unknown>): void {
  const names = Object.keys(given).filter((name) => given[name] !== undefined)
  if (names.length > 0)
    throw new CommandError(
      exitCodes.unusable,
      message('options_of_one_device', { options: names.map((name) => `--${name}`) }),
    )
}

/** Writes old and new values of each device and the text `after` them, and returns the exit code. */
export async function writeChanged(out: Output, changed: DevicesChanged, after = ''): Promise<ExitCode> {
  await out.thing(changed, () => {
    const table = tableOf(
      changed.devices,
      [
        { title: 'DEVICE', of: ({ name }) => name },
        { title: 'CHANGE', of: changeText },
      ],
      null,
    )
    const { changed: count, unchanged, refused, dry_run: isDry } = changed
    const counts = `${counted(count, 'device')} ${isDry ? 'would change' : 'changed'}, ${unchanged} unchanged`
    return `${table}${counts}${refused > 0 ? `, ${refused} rejected` : ''}\n${after}`
  })
  return changed.refused > 0 ? exitCodes.notGood : exitCodes.done
}

function changeText({ changes, errors }: DevicesChanged['devices'][number]): string {
  if (errors.length > 0) return errors.map(({ path, message: text }) => `${path}: ${text}`).join('; ')
  return changes.map(({ field, before, after }) => `${field}: ${valueText(before)} -> ${valueText(after)}`).join('; ')
}

function valueText(value: unknown): string {
  if (value === null || value === '') return '-'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
