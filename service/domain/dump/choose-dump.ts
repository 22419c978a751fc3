import { CannotStart } from '../../store/cannot-start.ts'
import type { StoredDump } from './stored-dumps.ts'

/**
 * Which of the dumps in the store is put back: the one that is named, else the newest. Where they are of several
 * installations nobody but a person knows which was meant: one that was started by mistake on an empty database leaves
 * newer dumps than the one that was lost.
 * @param dumps the newest first
 * @throws CannotStart
 */
export function chooseDump(dumps: StoredDump[], wanted: string | undefined): StoredDump {
  const whole = dumps.filter(({ isWhole }) => isWhole)
  const chosen = wanted ? whole.find(({ name }) => name === wanted) : whole[0]
  if (!chosen) {
    const there = whole.map(({ name }) => name).join(', ')
    throw new CannotStart(
      wanted ? `the object store has no dump ${wanted}; it has ${there || 'none'}` : 'the object store has no dump',
    )
  }
  const installations = Map.groupBy(whole, ({ installation }) => installation)
  if (wanted || installations.size === 1) return chosen
  const each = [...installations.values()].map(
    (own) => `${own[0]!.name} is the newest of ${own.length} since ${own.at(-1)!.takenAt.toISOString()}`,
  )
  throw new CannotStart(
    `the object store has dumps of ${installations.size} installations, name the one to put back: ${each.join('; ')}`,
  )
}
