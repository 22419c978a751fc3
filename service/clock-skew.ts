import type { Logger } from 'pino'
import type { Dependencies } from './dependencies.ts'

type Clocks = Required<Pick<Dependencies, 'now' | 'readDatabaseClock'>>

/** Clock difference in milliseconds from which the service logs a warning. */
export const apartMs = 60_000

/** Returns how far the clock of this process is ahead of PostgreSQL's, in milliseconds; negative if it is behind. */
export async function clockSkewMs({ now, readDatabaseClock }: Clocks): Promise<number> {
  return now().getTime() - (await readDatabaseClock()).getTime()
}

/** Logs a warning if the two clocks differ by more than `apartMs`. */
export async function warnOnClockSkew(clocks: Clocks, log: Logger): Promise<void> {
  const aheadMs = await clockSkewMs(clocks)
  if (Math.abs(aheadMs) <= apartMs) return
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const line = `this computer’s clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} PostgreSQL’s: set one of them. Backups go on; nothing is removed by its age while they are more than 15 minutes apart`
  log.warn({ aheadSeconds: Math.round(aheadMs / 1000) }, line)
}
