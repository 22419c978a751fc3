import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP server on a loopback port, for bytes that a device sends before any protocol. */
export interface RawServer {
  port: number
  /** Closes it and its connections. */
  end(): Promise<void>
}

/** @param serve called for each connection */
export async function startRawServer(serve: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    end: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
