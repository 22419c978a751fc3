import { fixture } from './recordings.ts'
import { makeCertificate } from './certificate.ts'
import { startHttpsDevice, type DeviceAnswer, type Fault, type SeenRequest } from './https-device.ts'
import { createMerakiAnswers, type MerakiWorld } from './meraki-answers.ts'

export type MerakiSimulator = Awaited<ReturnType<typeof startMerakiSimulator>>

export interface MerakiSimulatorOptions {
  world?: MerakiWorld
  /** Whether requests of an organisation are redirected to its shard. */
  hasShards?: boolean
  /** Every request with a multiple of this number is refused as one too many. */
  limitEvery?: number
}

export const merakiKey = 'meraki-Key-0123456789abcdef'

/** Starts the vendor's Dashboard API: entry host and shard, pages, rate limits, missing features. */
export async function startMerakiSimulator(options: MerakiSimulatorOptions = {}) {
  const { hasShards = false, limitEvery = Infinity } = options
  const world = options.world ?? aMerakiWorld()
  const certificate = makeCertificate({ hosts: ['127.0.0.1', 'localhost'] })
  const requests: SeenRequest[] = []
  const faults: { path: RegExp; fault: Fault; left: number; spared: number }[] = []
  const answers = createMerakiAnswers(world, JSON.parse(fixture('netco_meraki/shapes.json').toString()))
  const address = { entry: '', shard: '' }

  const answer = (at: 'entry' | 'shard') => (request: SeenRequest) => {
    requests.push(request)
    const path = request.path.replace(/^\/api\/v1/, '')
    if (request.headers.authorization !== `Bearer ${merakiKey}`) return json(path.endsWith('/me') ? 401 : 404, wrongKey)
    if (requests.length % limitEvery === 0) {
      return json(429, { errors: ['API rate limit exceeded for organization'] }, { 'retry-after': '0' })
    }
    if (hasShards && at === 'entry' && !/^\/(?:administered|organizations$)/.test(path)) {
      const query = request.query.size > 0 ? `?${request.query}` : ''
      return { status: 308, headers: { location: `https://${address.shard}/api/v1${path}${query}` } }
    }
    const made = answers(path)
    if (made.status !== 200 || !made.isPaged) return json(made.status, made.body)
    return paged(made.body as { id?: string }[], request, `https://${address[at]}/api/v1${path}`)
  }

  function paged(all: unknown[], { query }: SeenRequest, where: string): DeviceAnswer {
    const { pageSize = 2 } = world
    const from = Number(query.get('startingAfter') ?? 0)
    const to = from + Math.min(pageSize, Number(query.get('perPage') ?? pageSize))
    const links = [`<${where}?perPage=${pageSize}&startingAfter=0>; rel=first`]
    if (to < all.length) links.push(`<${where}?fields=a,b;c&perPage=${pageSize}&startingAfter=${to}>; rel=next`)
    return json(200, all.slice(from, to), { link: links.join(', ') })
  }

  const isBroken = (request: SeenRequest) => {
    const broken = faults.find(({ path, left }) => left > 0 && path.test(request.path))
    if (!broken) return undefined
    if (broken.spared > 0) return void (broken.spared -= 1)
    broken.left -= 1
    return broken.fault
  }
  const entry = await startHttpsDevice(answer('entry'), { certificate, faultAt: isBroken })
  const shard = await startHttpsDevice(answer('shard'), { host: 'localhost', certificate, faultAt: isBroken })
  address.entry = `127.0.0.1:${entry.port}`
  address.shard = `localhost:${shard.port}`
  return {
    /** Of the entry host, in the format of the setting. */
    baseUrl: `https://${address.entry}/api/v1`,
    entry: address.entry,
    shard: address.shard,
    /** PEM of the certificate of both hosts. */
    authority: certificate.cert,
    key: merakiKey,
    world,
    /** In order, of both hosts. */
    requests,
    paths: () => requests.map(({ path }) => path.replace(/^\/api\/v1/, '')),
    /** Answers this many requests with the fault, after `spared` regular answers. */
    breakAt: (path: RegExp, fault: Fault, times = Infinity, spared = 0) =>
      void faults.push({ path, fault, left: times, spared }),
    /** New connections get another certificate from now on. */
    changeCertificate: () => entry.changeCertificate(),
    /** Restores the initial state, with this world: no requests, no faults. */
    reset(to: MerakiWorld) {
      requests.length = 0
      faults.length = 0
      Object.assign(world, { isReadOnly: undefined, pageSize: undefined, ...to })
    },
    async close() {
      await Promise.all([entry.close(), shard.close()])
    },
  }
}

/** Returns one organisation with a large site and a small one. */
export function aMerakiWorld(): MerakiWorld {
  return JSON.parse(fixture('netco_meraki/world.json').toString()) as MerakiWorld
}

const wrongKey = { errors: ['Invalid API key'] }

function json(status: number, body: unknown, headers: Record<string, string> = {}): DeviceAnswer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}
