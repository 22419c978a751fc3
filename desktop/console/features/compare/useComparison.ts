import { computed, shallowRef } from 'vue'
import type { Api } from '../../client/api.ts'
import { useApi } from '../../client/session.ts'
import type { Comparison } from '../../editor/comparison.ts'
import { runInWorker } from '../../editor/run-in-worker.ts'
import { compareWholeTexts } from '../../editor/whole-texts.ts'
import { useLatest } from '../../ui/useLatest.ts'
import type { Sides } from './sides.ts'

/** Compared text: normalised, or as collected. */
export type TextKind = 'normalised' | 'raw'

/**
 * The two texts and their difference from the service. Recent texts are cached, so that moving by one version loads one
 * text; moving quickly through many versions loads only the last.
 * @param wanted `artifactId` is absent if the versions may belong to different lineages
 * @returns `isOfWanted`: the shown comparison is of the requested versions and kind; `shown`: its versions and kind
 */
export function useComparison(
  wanted: () => { artifactId?: string; sides?: Sides; kind: TextKind; ignoresBlanks: boolean; isText: boolean },
  leftOutEnd: () => string,
  { api = useApi(), run = runInWorker, settle = settled }: Dependencies = {},
) {
  const kept = new Map<string, Promise<Uint8Array>>()
  const shown = shallowRef<{ sides: Sides; kind: TextKind }>()

  const { data, failure, loading, again } = useLatest(
    [() => wanted().sides?.from, () => wanted().sides?.to, () => wanted().kind, () => wanted().ignoresBlanks],
    async (signal): Promise<Comparison> => {
      const { sides, kind, ignoresBlanks } = wanted()
      if (shown.value) await settle(signal)
      const [a, b, difference] = await Promise.all([
        read(sides!.from, kind),
        read(sides!.to, kind),
        diff({ sides: sides!, kind, ignoresBlanks, context: 0 }, signal),
      ])
      signal.throwIfAborted()
      shown.value = { sides: sides!, kind }
      return compareWholeTexts(a, b, difference, leftOutEnd())
    },
    { when: () => wanted().sides !== undefined && wanted().isText },
  )

  const isOfWanted = computed(() => {
    const { sides, kind } = wanted()
    return shown.value?.sides.from === sides?.from && shown.value?.sides.to === sides?.to && shown.value?.kind === kind
  })

  /** @throws ApiProblem 413 above the comparison limit, 409 for a version without text */
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
    for (const oldest of [...kept.keys()].slice(0, -maxKept)) kept.delete(oldest)
    return reading
  }

  /** @throws ApiProblem 413 above the comparison limit, 409 for a version without text */
  async function diff(
    { sides, kind, ignoresBlanks, context }: { sides: Sides; kind: TextKind; ignoresBlanks: boolean; context: number },
    signal?: AbortSignal,
  ) {
    const query = { ...sides, text: kind, ignore_whitespace: ignoresBlanks, context }
    const { artifactId: artifact_id } = wanted()
    const { data: difference } =
      artifact_id === undefined
        ? await api.GET('/api/compare', { params: { query }, signal })
        : await api.GET('/api/artifacts/{artifact_id}/diff', { params: { path: { artifact_id }, query }, signal })
    return difference!
  }

  /** Returns the corresponding line in the other kind of the newer text. */
  async function lineInOtherKind(line: number): Promise<number> {
    const { mapLine } = await import('../../editor/map-line.ts')
    const { sides, kind } = shown.value!
    const other = kind === 'raw' ? 'normalised' : 'raw'
    const [a, b] = await Promise.all([read(sides.to, kind), read(sides.to, other)])
    return mapLine(await run('align', { a, b }, new AbortController().signal), line)
  }

  /** Returns the difference as a unified patch, truncated by the service as for every client. */
  async function patch(): Promise<string> {
    const { sides, kind, ignoresBlanks } = wanted()
    return (await diff({ sides: sides!, kind, ignoresBlanks, context: 3 })).unified
  }

  return { comparison: data, shown, isOfWanted, failure, loading, again, lineInOtherKind, patch }
}

const maxKept = 6
const settleMs = 150

/** Dependencies that tests replace. */
interface Dependencies {
  api?: Api
  run?: typeof runInWorker
  /**
   * Waits until the user stops moving.
   * @throws the signal's reason if aborted
   */
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
