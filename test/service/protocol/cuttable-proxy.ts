import net, { type AddressInfo, type Socket } from 'node:net'

/** A way to the service that can be cut like a cable: what is sent is lost, and nobody is told. */
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
    /** What was under way when it was cut stays lost. */
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
