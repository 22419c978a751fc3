import type https from 'node:https'
import type { Logger } from 'pino'
import type { TlsFiles } from '../settings.ts'
import { type TlsIdentity, readTlsIdentity } from '../tls-identity.ts'

/** Who renews a certificate does not have to tell us. */
const lookMs = 30_000

/** Told in the log from so long before its end, once a day. */
const expiresSoonMs = 14 * 24 * 3_600_000
const dayMs = 24 * 3_600_000

export interface FollowedIdentity {
  /** Reads the files at once. What cannot be used is told in the log, and the service goes on with what it has. */
  look(): void
  stop(): void
  /** When the certificate that is shown now ends. */
  endsAt(): Date
}

/**
 * Gives a server the new identity when its files hold another: connections from then on see it, those that are open stay.
 * Files that cannot be used, as while one of them is replaced and the other is not yet, change nothing; they are told of
 * when they are still so at the next look.
 */
export function followTlsIdentity(
  server: Pick<https.Server, 'setSecureContext'>,
  files: TlsFiles,
  { first, log, now = () => new Date() }: { first: TlsIdentity; log: Logger; now?: () => Date },
): FollowedIdentity {
  let current = first
  let seen = ''
  let told = ''
  let warnedAt = -Infinity
  const warn = () => {
    const leftMs = current.notAfter.getTime() - now().getTime()
    if (leftMs > expiresSoonMs || now().getTime() - warnedAt < dayMs) return
    warnedAt = now().getTime()
    const when = current.notAfter.toISOString()
    const how = leftMs > 0 ? `ends on ${when}` : `ended on ${when}: clients that check it cannot connect`
    log.warn(`the certificate ${files.certFile} ${how}`)
  }
  const look = (isAsked: boolean) => {
    try {
      const read = readTlsIdentity(files)
      seen = told = ''
      if (read.cert !== current.cert || read.key !== current.key) {
        server.setSecureContext({ cert: read.cert, key: read.key })
        current = read
        warnedAt = -Infinity
        log.info(
          `shows the certificate of ${files.certFile} from now on: ${read.names}, until ${read.notAfter.toISOString()}`,
        )
      } else if (isAsked) log.info(`${files.certFile} has not changed`)
    } catch (error) {
      const { message } = error as Error
      if (isAsked || (message === seen && message !== told)) {
        log.error(`keeps the certificate that it has: ${message}`)
        told = message
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
