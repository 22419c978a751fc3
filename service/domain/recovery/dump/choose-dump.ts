import { message } from '../../../../shared/messages/message.ts'
import { StartupError } from '../../../store/startup-error.ts'
import type { StoredDump } from './stored-dumps.ts'

/**
 * Which of the dumps in the store is put back: the one that is named, else the newest. Where they are of several
 * installations nobody but a person knows which was meant: one that was started by mistake on an empty database leaves
 * newer dumps than the one that was lost. Nor does anybody else know it where some are of a time to come: then a clock was
 * wrong, when they were made or now.
 * @param dumps the newest first
 * @throws StartupError
 */
export function chooseDump(dumps: StoredDump[], wanted: string | undefined, now: Date): StoredDump {
  const whole = dumps.filter(({ isWhole }) => isWhole)
  const chosen = wanted ? whole.find(({ name }) => name === wanted) : whole[0]
  if (!chosen) {
    if (!wanted || whole.length === 0) throw new StartupError('dump_missing')
    throw new StartupError('dump_not_found', { dump: wanted, available: whole.map(({ name }) => name) })
  }
  const installations = Map.groupBy(whole, ({ installation }) => installation)
  if (wanted) return chosen
  if (installations.size === 1) return unlessFuture(whole, now)
  const each = [...installations.values()].map((own) =>
    message('dump_of_installation', {
      dump: own[0]!.name,
      count: own.length,
      since: own.at(-1)!.takenAt.toISOString(),
    }),
  )
  throw new StartupError('dump_choice_needed', { installations: installations.size, dumps: each })
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
  throw new StartupError('dump_from_future', {
    dump: newest!.name,
    now: now.toISOString(),
    newest_past: past.name,
  })
}
