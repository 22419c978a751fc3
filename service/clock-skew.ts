import type { Logger } from 'pino'
import type { Dependencies } from './dependencies.ts'

type Clocks = Required<Pick<Dependencies, 'now' | 'readDatabaseClock'>>

/** Further apart than this, a person should set one of the two clocks. */
export const apartMs = 60_000

/** By how much the clock of this process is ahead of PostgreSQL's, in milliseconds; negative when it is behind. */
export async function clockSkewMs({ now, readDatabaseClock }: Clocks): Promise<number> {
  return now().getTime() - (await readDatabaseClock()).getTime()
}

/** Says so in the log when the two are apart, for whoever starts the service. */
export async function warnOnClockSkew(clocks: Clocks, log: Logger): Promise<void> {
  const aheadMs = await clockSkewMs(clocks)
  if (Math.abs(aheadMs) <= apartMs) return
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const line = `this computer’s clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} PostgreSQL’s: set one of them. Backups go on; nothing is removed by its age while they are more than 15 minutes apart`
  log.warn({ aheadSeconds: Math.round(aheadMs / 1000) }, line)
}
