import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** `busy`: 503 SlowDown to every request, as stores answer under load; `slow`: each answer is delayed. */
type GatewayMode = 'healthy' | 'busy' | 'slow'

export type FaultyGateway = Awaited<ReturnType<typeof startFaultyGateway>>

/** Starts a proxy in front of an S3 server. @param slowMs delay of each answer in the mode `slow` */
export async function startFaultyGateway(endpoint: string, slowMs: number) {
  const target = new URL(endpoint)
  const agent = new http.Agent({ keepAlive: true })
  const requests: Record<GatewayMode, number> = { healthy: 0, busy: 0, slow: 0 }
  const under = { now: 0, most: 0 }
  let mode: GatewayMode = 'healthy'

  const server = http.createServer((req, res) => {
    requests[mode]++
    under.most = Math.max(under.most, ++under.now)
    res.once('close', () => under.now--)
    if (mode === 'busy') {
      req.resume()
      res.writeHead(503, { 'content-type': 'application/xml' }).end(slowDown)
    } else if (mode === 'slow') setTimeout(() => pass(req, res), slowMs)
    else pass(req, res)
  })

  // the signed host header is forwarded unchanged
  function pass(req: http.IncomingMessage, res: http.ServerResponse) {
    const { hostname: host, port } = target
    const asked = http.request({ agent, host, port, method: req.method, path: req.url, headers: req.headers })
    asked.on('response', (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
      answer.on('error', () => res.destroy())
    })
    asked.on('error', () => res.destroy())
    req.on('error', () => asked.destroy())
    req.pipe(asked)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    be: (next: GatewayMode) => void (mode = next),
    /** Number of requests, by mode. */
    requests,
    /** Number of concurrent requests: now, and the maximum. */
    under,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      agent.destroy()
    },
  }
}

const slowDown = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>SlowDown</Code><Message>Reduce your request rate</Message></Error>`
