import net, { type AddressInfo, type Socket } from 'node:net'

/** A proxy in front of the service that can be cut like a cable: messages are lost without an error. */
export interface CuttableProxy {
  url: string
  cut(): void
  heal(): void
  close(): Promise<void>
}

export async function startCuttableProxy(serviceUrl: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(serviceUrl)
  const live = new Set<Socket>()
  let isCut = false

  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      live.add(from)
      from.on('data', (data) => !isCut && to.write(data))
      from.on('close', () => {
        live.delete(from)
        if (!isCut) to.destroy()
      })
      from.on('error', () => undefined)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => void (isCut = true),
    /** Messages that were lost during the cut stay lost. */
    heal() {
      isCut = false
      for (const socket of live) socket.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of live) socket.destroy()
      }),
  }
}
