import type { Session } from 'electron'
import type { CertificateTrouble, SavedConnection } from '../bridge.ts'
import { checkCertificate } from './certificates.ts'

/** Network sessions to the services. Each connection has its own, so that a pin applies to that connection only. */
export interface ReachServices {
  /** Sends a request to the connection's service. Redirects are rejected: they could send the token to another host. */
  fetch(connection: SavedConnection, path: string, request: ServiceRequest): Promise<Response>
  troubleOf(connectionId: string): CertificateTrouble | null
  /** Call after a pin, an address or a connection changed: earlier certificate decisions are dropped. */
  forget(connectionId: string): void
}

export interface ServiceRequest {
  method?: string
  headers?: Headers
  body?: ArrayBuffer
  signal?: AbortSignal
}

export interface ReachOptions {
  /** Electron's `session.fromPartition`. It uses Chromium's network, with the system's proxies and authorities. */
  fromPartition: (name: string, options: { cache: boolean }) => Pick<Session, 'fetch' | 'setCertificateVerifyProc'>
  findConnection: (id: string) => SavedConnection | undefined
  onTrouble: (trouble: CertificateTrouble) => void
  now: () => Date
}

export function createReachServices({ fromPartition, findConnection, onTrouble, now }: ReachOptions): ReachServices {
  const sessions = new Map<string, Pick<Session, 'fetch'>>()
  const troubles = new Map<string, CertificateTrouble>()
  let made = 0

  /** Opens a new session each time, because Chromium caches certificate decisions for the lifetime of a session. */
  const open = (connectionId: string): Pick<Session, 'fetch'> => {
    made += 1
    const session = fromPartition(`connection-${connectionId}-${made}`, { cache: false })
    session.setCertificateVerifyProc((request, decide) => {
      const connection = findConnection(connectionId)
      const host = URL.parse(connection?.url ?? '')?.hostname.replace(/^\[|\]$/g, '')
      if (!connection || request.hostname !== host) return decide(useSystems) // a proxy, for example
      const checked = checkCertificate(connection, request, now())
      if (checked.trusted) return decide(trust)
      troubles.set(connectionId, checked.trouble)
      onTrouble(checked.trouble)
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

/** Results for setCertificateVerifyProc: 0 accepts the certificate, -3 uses the system's result. */
const trust = 0
const useSystems = -3
