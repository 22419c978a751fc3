import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']
export type DeviceChoice = Pick<Schemas['DevicesPatch'], 'ids' | 'filter'>

/** The most that the service changes at once, as its contract has it of `ids`. */
export const devicesAtOnce = 2_000

/**
 * Changes more devices than the service takes at once, slice by slice. Each slice is changed as a whole or not at all; one
 * that is refused ends it, and to send all of it again is safe, since what is so already stays.
 * @param sent is told how many devices were sent so far
 * @returns what became of all of them; devices in the order of their names within each slice
 */
export async function sendInSlices(
  which: DeviceChoice,
  send: (which: DeviceChoice) => Promise<Schemas['DevicesChanged']>,
  sent: (count: number) => void,
): Promise<Schemas['DevicesChanged']> {
  const ids = which.ids ?? []
  if (ids.length <= devicesAtOnce) return send(which)
  const answers: Schemas['DevicesChanged'][] = []
  for (let from = 0; from < ids.length; from += devicesAtOnce) {
    const slice = ids.slice(from, from + devicesAtOnce)
    answers.push(await send({ ids: slice }))
    sent(from + slice.length)
  }
  const sumOf = (name: 'selected' | 'changed' | 'unchanged' | 'refused') =>
    answers.reduce((sum, answer) => sum + answer[name], 0)
  return {
    dry_run: answers.every(({ dry_run }) => dry_run),
    selected: sumOf('selected'),
    changed: sumOf('changed'),
    unchanged: sumOf('unchanged'),
    refused: sumOf('refused'),
    notes: [...new Set(answers.flatMap(({ notes }) => notes))],
    note_messages: distinct(answers.flatMap(({ note_messages: notes }) => notes)),
    devices: answers.flatMap(({ devices }) => devices),
  }
}

function distinct(messages: readonly Schemas['Message'][]): Schemas['Message'][] {
  return [...new Map(messages.map((message) => [JSON.stringify(message), message])).values()]
}
