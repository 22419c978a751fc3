import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']
export type DeviceChoice = Pick<Schemas['DevicesPatch'], 'ids' | 'filter'>

/** Maximum number of devices in one change: the contract's limit of `ids`. */
export const devicesAtOnce = 2_000

/**
 * Changes more devices than one request accepts, in slices. Each slice is changed as a whole or not at all. A rejected
 * slice ends it; repeating all is safe, because changed devices remain as they are.
 * @param sent called with the number of devices sent so far
 * @returns the results of all; devices are in name order within each slice
 */
export async function sendInSlices(
  which: DeviceChoice,
  send: (which: DeviceChoice) => Promise<Schemas['DevicesChanged']>,
  sent?: (count: number) => void,
): Promise<Schemas['DevicesChanged']> {
  const ids = which.ids ?? []
  if (ids.length <= devicesAtOnce) return send(which)
  const answers: Schemas['DevicesChanged'][] = []
  for (let from = 0; from < ids.length; from += devicesAtOnce) {
    const slice = ids.slice(from, from + devicesAtOnce)
    answers.push(await send({ ids: slice }))
    sent?.(from + slice.length)
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
    ...previewOf(answers),
  }
}

/**
 * Changes devices in slices. Calls `tell` with the ids of those that changed, if any: also if a later slice is rejected.
 * @param sent called with the number of devices sent so far
 * @returns as `sendInSlices`
 * @throws what `send` throws, after `tell`
 */
export async function changeInSlices(
  ids: string[],
  send: (which: DeviceChoice) => Promise<Schemas['DevicesChanged']>,
  tell: (changedIds: string[]) => void,
  sent?: (count: number) => void,
): Promise<Schemas['DevicesChanged']> {
  const changedIds: string[] = []
  const sendSlice = async (which: DeviceChoice) => {
    const answer = await send(which)
    changedIds.push(...idsChanged(answer))
    return answer
  }
  try {
    return await sendInSlices({ ids }, sendSlice, sent)
  } finally {
    if (changedIds.length > 0) tell(changedIds)
  }
}

/** Returns the ids of the devices that a change or its preview changes. */
export function idsChanged({ devices }: Schemas['DevicesChanged']): string[] {
  return devices.filter(({ changes }) => changes.length > 0).map(({ id }) => id)
}

function previewOf(answers: readonly Schemas['DevicesChanged'][]): Pick<Schemas['DevicesChanged'], 'preview'> {
  const previews = answers.flatMap(({ preview }) => preview ?? [])
  if (previews.length === 0) return {}
  const sumOf = (name: 'lineages' | 'versions' | 'size_bytes') =>
    previews.reduce((sum, { totals }) => sum + totals[name], 0)
  const totals = { lineages: sumOf('lineages'), versions: sumOf('versions'), size_bytes: sumOf('size_bytes') }
  return { preview: { totals, lineages: previews.flatMap(({ lineages }) => lineages) } }
}

function distinct(messages: readonly Schemas['Message'][]): Schemas['Message'][] {
  return [...new Map(messages.map((message) => [JSON.stringify(message), message])).values()]
}
