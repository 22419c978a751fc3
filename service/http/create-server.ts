import http, { type RequestListener, type Server } from 'node:http'
import { packAddressMs } from '../domain/repository/pack-address.ts'

/**
 * Longer than agents and proxies pause between two requests: who closes first while the other sends makes a request fail.
 * Proxies commonly keep theirs for 60 s.
 */
const keptMs = 75_000

/**
 * A server for the app. Node would cut a request after five minutes, also a pack that comes slowly: it has as long as its
 * address is good. Other bodies have less, which `readJson` sees to.
 */
export function createServer(app: RequestListener): Server {
  const server = http.createServer({ requestTimeout: packAddressMs, keepAliveTimeout: keptMs }, app)
  server.headersTimeout = 60_000
  return server
}
