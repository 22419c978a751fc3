import type { Socket } from 'node:net'
import { networkOf } from '../domain/inventory/users/networks.ts'
import type { Server, ServerOptions } from './create-server.ts'

/** What one address may have of all connections: agents of a site come from one, and others must still get in. */
const shareOfOne = 0.5

/** Turns connections away that are too many, of all or of one address. Proxies that are trusted come for many. */
export function limitConnections(
  server: Server,
  { maxConnections, isProxy = () => false, onTurnedAway = () => undefined }: ServerOptions,
): void {
  if (maxConnections === undefined) return
  server.maxConnections = maxConnections
  server.on('drop', (dropped) => onTurnedAway(dropped?.remoteAddress ?? 'unknown'))
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const network = networkOf(remoteAddress)
    const count = (open.get(network) ?? 0) + 1
    if (count > maxConnections * shareOfOne) {
      onTurnedAway(remoteAddress)
      socket.destroy()
      return
    }
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
  })
}
