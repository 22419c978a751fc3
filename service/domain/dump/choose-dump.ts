import { CannotStart } from '../../store/cannot-start.ts'
import type { StoredDump } from './stored-dumps.ts'

/**
 * Which of the dumps in the store is put back: the one that is named, else the newest. Where they are of several
 * installations nobody but a person knows which was meant: one that was started by mistake on an empty database leaves
 * newer dumps than the one that was lost. Nor does anybody else know it where some are of a time to come: then a clock was
 * wrong, when they were made or now.
 * @param dumps the newest first
 * @throws CannotStart
 */
export function chooseDump(dumps: StoredDump[], wanted: string | undefined, now: Date): StoredDump {
  const whole = dumps.filter(({ isWhole }) => isWhole)
  const chosen = wanted ? whole.find(({ name }) => name === wanted) : whole[0]
  if (!chosen) {
    const there = whole.map(({ name }) => name).join(', ')
    throw new CannotStart(
      wanted ? `the object store has no dump ${wanted}; it has ${there || 'none'}` : 'the object store has no dump',
    )
  }
  const installations = Map.groupBy(whole, ({ installation }) => installation)
  if (wanted) return chosen
  if (installations.size === 1) return unlessFuture(whole, now)
  const each = [...installations.values()].map(
    (own) => `${own[0]!.name} is the newest of ${own.length} since ${own.at(-1)!.takenAt.toISOString()}`,
  )
  throw new CannotStart(
    `the object store has dumps of ${installations.size} installations, name the one to put back: ${each.join('; ')}`,
  )
}

/** What a clock that is looked after may be ahead by. */
const aheadMs = 60 * 60 * 1000

/** Whether a dump says that it was made later than now. */
export function isFuture({ takenAt }: StoredDump, now: Date): boolean {
  return takenAt.getTime() > now.getTime() + aheadMs
}

function unlessFuture(whole: StoredDump[], now: Date): StoredDump {
  const [newest] = whole
  const past = whole.find((dump) => !isFuture(dump, now))
  if (past === newest || !past) return newest!
  throw new CannotStart(
    `${newest!.name} is of a time to come (it is ${now.toISOString()}): was the clock wrong when it was made, or is it now? Name the dump to put back; the newest before now is ${past.name}`,
  )
}
