import type https from 'node:https'
import type { Logger } from 'pino'
import type { TlsFiles } from '../settings.ts'
import { type TlsIdentity, readTlsIdentity } from '../tls-identity.ts'

/** Interval in milliseconds between checks of the files: renewing a certificate needs no signal. */
const lookMs = 30_000

/** Time before expiry from which the log has a warning, once a day. */
const expiresSoonMs = 14 * 24 * 3_600_000
const dayMs = 24 * 3_600_000

export interface FollowedIdentity {
  /** Reads the files immediately. Unusable files are logged, and the service keeps its present certificate. */
  look(): void
  stop(): void
  /** Returns the expiry of the certificate in use. */
  endsAt(): Date
}

/**
 * Gives a server the new identity when its files change. New connections use it; open ones are not closed. Unusable
 * files, for example while only one of the two is replaced, change nothing. They are logged if they are still unusable
 * at the next check.
 */
export function followTlsIdentity(
  server: Pick<https.Server, 'setSecureContext'>,
  files: TlsFiles,
  { first, log, now = () => new Date() }: { first: TlsIdentity; log: Logger; now?: () => Date },
): FollowedIdentity {
  let current = first
  let seen = ''
  let reported = ''
  let warnedAt = -Infinity
  const warn = () => {
    const leftMs = current.notAfter.getTime() - now().getTime()
    if (leftMs > expiresSoonMs || now().getTime() - warnedAt < dayMs) return
    warnedAt = now().getTime()
    const when = current.notAfter.toISOString()
    const how = leftMs > 0 ? `ends on ${when}` : `ended on ${when}: clients that check it cannot connect`
    log.warn(`the certificate ${files.certFile} ${how}`)
  }
  const look = (isRequested: boolean) => {
    try {
      const read = readTlsIdentity(files)
      seen = reported = ''
      if (read.cert !== current.cert || read.key !== current.key) {
        server.setSecureContext({ cert: read.cert, key: read.key })
        current = read
        warnedAt = -Infinity
        log.info(
          `shows the certificate of ${files.certFile} from now on: ${read.names}, until ${read.notAfter.toISOString()}`,
        )
      } else if (isRequested) log.info(`${files.certFile} has not changed`)
    } catch (error) {
      const { message } = error as Error
      if (isRequested || (message === seen && message !== reported)) {
        log.error(`keeps the certificate that it has: ${message}`)
        reported = message
      }
      seen = message
    }
    warn()
  }
  warn()
  const timer = setInterval(() => look(false), lookMs)
  timer.unref()
  return { look: () => look(true), stop: () => clearInterval(timer), endsAt: () => current.notAfter }
}
