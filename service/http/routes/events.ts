import { type Request, type Response, Router } from 'express'
import { type Followed, followEvents } from '../../domain/outbox/events/follow-events.ts'
import { getEvent, listEvents } from '../../domain/outbox/events/list-events.ts'
import { emitEvent } from '../../domain/outbox/events/emit-event.ts'
import type { Dependencies } from '../../dependencies.ts'
import { authenticate } from '../authenticate.ts'
import { listOf } from '../list-of.ts'
import type { Req, Res } from '../operation.ts'
import { type ScopedRequest, callerOf, scoped } from '../scoped.ts'
import { sendStream } from '../send-stream.ts'
import type { Actor } from '../../domain/kernel/context.ts'
import { DomainError } from '../../domain/kernel/domain-error.ts'

const eventStream = 'text/event-stream'

/** Interval of heartbeats: proxies commonly cut a connection that is silent for 60 s. */
const beatMs = 15_000

/**
 * Milliseconds after which a reader that accepts nothing is disconnected. It reconnects with the last event it
 * received.
 */
const stallMs = 30_000

/** Maximum number of streams of one user or token, and of one replica. */
const most = { ofOne: 20, ofAll: 1_000 }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function eventRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const open = new Map<string, number>()
  routes.get('/api/events', async (req: Req<'listEvents'>, res: Response) => {
    const { after, before, type, min_severity: minSeverity, limit = 100 } = req.query
    const { device_id: deviceId, since, escalating: isEscalating } = req.query
    if (req.isHead && streamed(req)) return void res.type(eventStream).end()
    if (!streamed(req)) {
      const page = { after, before, limit }
      const filter = {
        types: listOf(type),
        minSeverity,
        deviceId: deviceId?.toLowerCase(),
        since: since === undefined ? undefined : new Date(since),
        isEscalating,
      }
      const events = await scoped(dependencies, req, (context) => listEvents(context, filter, page))
      res.json(events.map(emitEvent))
      return
    }
    const leave = enter(open, callerOf(req).actor.id ?? '')
    try {
      await stream(dependencies, req, res, req.get('last-event-id') ?? after ?? null)
    } finally {
      leave()
    }
  })
  routes.get('/api/events/:event_id', async (req: Req<'getEvent'>, res: Res<'getEvent'>) => {
    const event = await scoped(dependencies, req, (context) => getEvent(context, req.params.event_id))
    res.json(emitEvent(event))
  })
  return routes
}

function streamed(req: Pick<Request, 'accepts'>): boolean {
  return req.accepts(['application/json', eventStream]) === eventStream
}

function enter(open: Map<string, number>, who: string): () => void {
  const count = open.get(who) ?? 0
  const all = [...open.values()].reduce((sum, one) => sum + one, 0)
  if (count >= most.ofOne || all >= most.ofAll) {
    const code = count >= most.ofOne ? 'too_many_streams' : 'replica_streams_exhausted'
    throw new DomainError(code, {}, { retry_after_seconds: 30 })
  }
  open.set(who, count + 1)
  return () => {
    const left = (open.get(who) ?? 1) - 1
    if (left > 0) open.set(who, left)
    else open.delete(who)
  }
}

/** The fields of a request that its stream uses. */
type Streamed = ScopedRequest & Pick<Request, 'socket' | 'ticketOf'>

async function stream(dependencies: Dependencies, req: Streamed, res: Response, after: string | null): Promise<void> {
  const ending = new AbortController()
  res.once('close', () => ending.abort())
  if (req.socket.destroyed) ending.abort()
  const following = {
    inTransaction: <T>(work: Parameters<typeof scoped<T>>[2]) => scoped(dependencies, req, work),
    isStillThere: () => isSame(dependencies, req),
    tenantId: callerOf(req).tenantId,
    signals: dependencies.signals,
    beatMs,
    signal: ending.signal,
  }
  // a malformed id counts as an unknown one: the stream reports that to the reader
  const named = after !== null && !uuid.test(after) ? '00000000-0000-0000-0000-000000000000' : after
  res.status(200).set({ 'Content-Type': eventStream, 'X-Accel-Buffering': 'no' })
  res.flushHeaders()
  await sendStream(res, asTexts(followEvents(following, named?.toLowerCase() ?? null)), stallMs)
}

/**
 * Returns whether the token still exists and has the same permissions. If not, the stream ends; a client with access can
 * reconnect.
 */
async function isSame(dependencies: Dependencies, req: Streamed): Promise<boolean> {
  const { actor } = callerOf(req)
  try {
    const now = await authenticate(dependencies, req)
    return hasSameAccess(now.actor, actor) && !now.needsSecondFactor && !now.needsPasswordChange
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

function hasSameAccess(now: Actor, before: Actor): boolean {
  const [held, heldBefore] = [now, before].map(({ permissions }) => [...(permissions ?? [])].sort().join())
  const isSameRole =
    now.role === before.role && now.roleId === before.roleId && now.limits === before.limits && isSameList(now, before)
  return isSameRole && now.tenantId === before.tenantId && held === heldBefore
}

function isSameList({ customers: now }: Actor, { customers: before }: Actor): boolean {
  return now?.join() === before?.join()
}

/** Formats events as in the HTML standard, section "Server-sent events". */
async function* asTexts(followed: AsyncIterable<Followed>): AsyncGenerator<string> {
  yield ': Coffer\nretry: 3000\n\n'
  for await (const one of followed) {
    if (one === 'beat') yield ': still here\n\n'
    else if (one === 'reset') yield 'event: reset\ndata: {}\n\n'
    else yield one.events.map((event) => `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(emitEvent(event))}\n\n`).join('') // prettier-ignore
  }
}
