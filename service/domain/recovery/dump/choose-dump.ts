import { message } from '../../../../shared/messages/message.ts'
import { StartupError } from '../../../store/startup-error.ts'
import type { StoredDump } from './stored-dumps.ts'

/**
 * Returns the dump to restore: the named one, else the newest. If dumps of several installations exist, the operator
 * must choose: a database created by mistake leaves newer dumps than the lost one. The operator must also choose if
 * dumps are from the future: a clock was wrong at their creation, or is wrong now.
 * @param dumps newest first
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

/** Maximum deviation of a synchronised clock, in milliseconds. */
const aheadMs = 60 * 60 * 1000

/** Whether a dump's time is in the future. */
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
