import net from 'node:net'

/** A TCP load balancer in front of the replicas. */
export interface Balancer {
  url: string
  /** Closes connections of agents, each with this probability. @returns whether there was one */
  cut(chance: number): boolean
  readonly connections: number
  close(): Promise<void>
}

/** @param living addresses to choose from, read for each connection; @param random from 0 to 1 */
export async function startBalancer(living: () => string[], random: () => number): Promise<Balancer> {
  const open = new Set<net.Socket>()
  let connections = 0
  const server = net.createServer((client) => {
    const urls = living()
    const target = urls[Math.floor(random() * urls.length)]
    if (!target) return void client.destroy()
    connections++
    open.add(client)
    const service = net.connect(Number(new URL(target).port), '127.0.0.1')
    const end = () => {
      client.destroy()
      service.destroy()
      open.delete(client)
    }
    for (const socket of [client, service]) socket.on('error', end).on('close', end)
    client.pipe(service)
    service.pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    cut(chance) {
      const chosen = [...open].filter(() => random() < chance)
      for (const client of chosen) client.destroy()
      return chosen.length > 0
    },
    get connections() {
      return connections
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const client of open) client.destroy()
      }),
  }
}
