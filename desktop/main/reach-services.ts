import type { Session } from 'electron'
import type { CertificateTrouble, SavedConnection } from '../bridge.ts'
import { checkCertificate } from './certificates.ts'

/** The session to the services: each connection has one of its own, so that a pin holds for one connection alone. */
export interface ReachServices {
  /** A request to the service of that connection. Redirects are refused: they could carry the token elsewhere. */
  fetch(connection: SavedConnection, path: string, request: ServiceRequest): Promise<Response>
  troubleOf(connectionId: string): CertificateTrouble | null
  /** After a pin, an address or a connection was changed: what was judged before counts no more. */
  forget(connectionId: string): void
}

export interface ServiceRequest {
  method?: string
  headers?: Headers
  body?: ArrayBuffer
  signal?: AbortSignal
}

export interface ReachOptions {
  /** Electron's `session.fromPartition`: Chromium's network, so the system's proxies and authorities count. */
  fromPartition: (name: string, options: { cache: boolean }) => Pick<Session, 'fetch' | 'setCertificateVerifyProc'>
  findConnection: (id: string) => SavedConnection | undefined
  onTrouble: (trouble: CertificateTrouble) => void
  now: () => Date
}

export function createReachServices({ fromPartition, findConnection, onTrouble, now }: ReachOptions): ReachServices {
  const sessions = new Map<string, Pick<Session, 'fetch'>>()
  const troubles = new Map<string, CertificateTrouble>()
  let made = 0

  /** Chromium remembers what it was told of a certificate for as long as the session lives: hence a new one each time. */
  const open = (connectionId: string): Pick<Session, 'fetch'> => {
    made += 1
    const session = fromPartition(`connection-${connectionId}-${made}`, { cache: false })
    session.setCertificateVerifyProc((request, decide) => {
      const connection = findConnection(connectionId)
      const host = URL.parse(connection?.url ?? '')?.hostname.replace(/^\[|\]$/g, '')
      if (!connection || request.hostname !== host) return decide(useSystems) // such as a proxy's
      const judged = checkCertificate(connection, request, now())
      if (judged.trusted) return decide(trust)
      troubles.set(connectionId, judged.trouble)
      onTrouble(judged.trouble)
      decide(useSystems)
    })
    sessions.set(connectionId, session)
    return session
  }

  return {
    async fetch(connection, path, { method, headers, body, signal }) {
      const session = sessions.get(connection.id) ?? open(connection.id)
      const how = { method, headers, body, signal, redirect: 'error', credentials: 'omit', cache: 'no-store' } as const
      const response = await session.fetch(`${connection.url}${path}`, how)
      troubles.delete(connection.id)
      return response
    },
    troubleOf: (connectionId) => troubles.get(connectionId) ?? null,
    forget(connectionId) {
      sessions.delete(connectionId)
      troubles.delete(connectionId)
    },
  }
}

/** Of setCertificateVerifyProc: 0 takes the certificate, -3 is what the system has said. */
const trust = 0
const useSystems = -3
