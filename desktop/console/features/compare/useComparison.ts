import { computed, shallowRef } from 'vue'
import type { Api } from '../../client/api.ts'
import { useApi } from '../../client/session.ts'
import type { Comparison } from '../../editor/comparison.ts'
import { runInWorker } from '../../editor/run-in-worker.ts'
import { useLatest } from '../../ui/useLatest.ts'
import { visibleLine } from '../../ui/visible-text.ts'
import type { Sides } from './sides.ts'

/** What of a text is compared: as the platform compares it, or as the device said it. */
export type TextKind = 'normalised' | 'raw'

/**
 * The two texts, read from the service and compared beside the page. The last texts are kept, so that a step to the next
 * version reads one; who goes through many versions at once reads only the one where he stops.
 * @returns `isOfWanted`: what is shown is of the two that are wanted now, and of that kind; `shown` says of which it is
 */
export function useComparison(
  wanted: () => { sides?: Sides; kind: TextKind; ignoresBlanks: boolean; isText: boolean },
  { api = useApi(), run = runInWorker, settle = settled }: Pieces = {},
) {
  const kept = new Map<string, Promise<Uint8Array>>()
  const shown = shallowRef<{ sides: Sides; kind: TextKind }>()

  const { data, failure, loading, again } = useLatest(
    [() => wanted().sides?.from, () => wanted().sides?.to, () => wanted().kind, () => wanted().ignoresBlanks],
    async (signal): Promise<Comparison> => {
      const { sides, kind, ignoresBlanks } = wanted()
      if (shown.value) await settle(signal)
      const [a, b] = await Promise.all([read(sides!.from, kind), read(sides!.to, kind)])
      signal.throwIfAborted()
      const comparison = await run('compare', { a, b, ignoreBlanks: ignoresBlanks }, signal)
      shown.value = { sides: sides!, kind }
      return comparison
    },
    { when: () => wanted().sides !== undefined && wanted().isText },
  )

  const isOfWanted = computed(() => {
    const { sides, kind } = wanted()
    return shown.value?.sides.from === sides?.from && shown.value?.sides.to === sides?.to && shown.value?.kind === kind
  })

  /** @throws ApiProblem; 413 above the comparison limit, 409 for what has no text */
  function read(id: string, kind: TextKind): Promise<Uint8Array> {
    const key = `${id} ${kind}`
    const known = kept.get(key)
    if (known) return known
    const params = { path: { version_id: id }, query: { normalised: kind === 'normalised' || undefined } }
    const reading = api
      .GET('/api/artifacts/versions/{version_id}/content', { params, parseAs: 'arrayBuffer' })
      .then(({ data }) => new Uint8Array(data as ArrayBuffer))
    reading.catch(() => kept.delete(key))
    kept.set(key, reading)
    for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest)
    return reading
  }

  /** The line of the other kind of the newer text where a line of the shown kind is. */
  async function lineInOtherKind(line: number): Promise<number> {
    const { mapLine } = await import('../../editor/map-line.ts')
    const { sides, kind } = shown.value!
    const other = kind === 'raw' ? 'normalised' : 'raw'
    const [a, b] = await Promise.all([read(sides.to, kind), read(sides.to, other)])
    return mapLine(await run('align', { a, b }, new AbortController().signal), line)
  }

  /** All of the difference as a patch, headed by what the two sides are called. */
  async function patch(labels: [string, string]): Promise<string> {
    const { sides, kind } = wanted()
    const [a, b] = await Promise.all([read(sides!.from, kind), read(sides!.to, kind)])
    return run(
      'patch',
      { a, b, labels: [visibleLine(labels[0]), visibleLine(labels[1])] },
      new AbortController().signal,
    )
  }

  return { comparison: data, shown, isOfWanted, failure, loading, again, lineInOtherKind, patch }
}

const mostKept = 6
const settleMs = 150

/** What the page has, and a test puts others in place of. */
interface Pieces {
  api?: Api
  run?: typeof runInWorker
  /** Waits until nobody goes on at once. @throws the signal's reason when somebody does */
  settle?: (signal: AbortSignal) => Promise<void>
}

function settled(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, settleMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
