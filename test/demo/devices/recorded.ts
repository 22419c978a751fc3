import { answererOf, readApiCaptures } from '../../support/api-captures.ts'
import type { LabDevice } from '../lab-device.ts'

type Described = Omit<LabDevice, 'path' | 'serve' | 'login'>

/** A change of a recorded text, from that night on: patterns and their replacements. */
export interface RecordedChange {
  ago: number
  change: Record<string, string>
}

/**
 * Returns a device that replays a recording of its API, with changes.
 * @param capture below test/fixtures
 * @param next returns the change with this number, while the demonstration runs
 */
export function recordedDevice(
  described: Described,
  capture: string,
  changes: RecordedChange[],
  next: (number: number) => Record<string, string> = () => ({}),
): LabDevice {
  return {
    ...described,
    path: 'api',
    login: 'api',
    serve({ ago, more }) {
      const recorded = captures().find(({ path }) => path === `${capture}/capture.yaml`)
      if (!recorded) throw new Error(`there is no capture ${capture}`)
      const made = [
        ...changes.filter((one) => one.ago > ago).map(({ change }) => change),
        ...Array.from({ length: more }, (_, at) => next(at + 1)),
      ]
      const change = Object.assign({}, ...made) as Record<string, string>
      const answers = recorded.answers.map((one) => ({ ...one, answer: changed(one.answer, change) }))
      return { answer: answererOf({ ...recorded, answers }) }
    },
  }
}

let read: ReturnType<typeof readApiCaptures> | undefined

function captures() {
  read ??= readApiCaptures()
  return read
}

/** Changes the text of every file of the answer when it is read. */
function changed(value: unknown, change: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((entry) => changed(entry, change))
  if (typeof value !== 'object' || value === null) return value
  const own = value as Record<string, unknown>
  if ('file' in own && !('at' in own)) return { ...own, change: { ...change, ...(own['change'] as object) } }
  return Object.fromEntries(Object.entries(own).map(([name, member]) => [name, changed(member, change)]))
}
