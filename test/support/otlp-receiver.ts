import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A span as a collector stores it. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  startMs: number
  endMs: number
  attributes: Record<string, string | number | boolean>
  /** Message of a failed status. */
  failure?: string
}

export type OtlpReceiver = Awaited<ReturnType<typeof startOtlpReceiver>>

/**
 * Starts a collector that accepts OTLP/HTTP in JSON, as "OTLP Specification 1.0" describes it, and answers 400 to a body that
 * the specification does not allow.
 */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const requests: { path: string; headers: http.IncomingHttpHeaders; body: string }[] = []
  const receiver = { status: 200, spans, requests, faults: [] as string[] }
  const server = http.createServer((req, res) => {
    void text(req).then((body) => {
      requests.push({ path: req.url ?? '', headers: req.headers, body })
      if (receiver.status === 200) {
        try {
          spans.push(...readExportRequest(JSON.parse(body)))
        } catch (error) {
          receiver.faults.push(String(error))
          res.writeHead(400).end()
          return
        }
      }
      res.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

type Fields = Record<string, unknown>

/** Reads an ExportTraceServiceRequest. @throws Error for a field that it does not have, or a value of another type */
function readExportRequest(request: Fields): ReceivedSpan[] {
  only(request, ['resourceSpans'])
  return list(request['resourceSpans']).flatMap((ofResource) => {
    only(ofResource, ['resource', 'scopeSpans', 'schemaUrl'])
    const resource = ofResource['resource'] as Fields
    only(resource, ['attributes', 'droppedAttributesCount'])
    const source = readAttributes(resource['attributes'])
    if (typeof source['service.name'] !== 'string') throw new Error('no service.name')
    return list(ofResource['scopeSpans']).flatMap((ofScope) => {
      only(ofScope, ['scope', 'spans', 'schemaUrl'])
      only(ofScope['scope'] as Fields, ['name', 'version', 'attributes', 'droppedAttributesCount'])
      return list(ofScope['spans']).map(readSpan)
    })
  })
}

const spanFields = [
  ...['traceId', 'spanId', 'traceState', 'parentSpanId', 'flags', 'name', 'kind', 'startTimeUnixNano'],
  ...['endTimeUnixNano', 'attributes', 'droppedAttributesCount', 'events', 'droppedEventsCount', 'links'],
  ...['droppedLinksCount', 'status'],
]

function readSpan(span: Fields): ReceivedSpan {
  only(span, spanFields)
  if (![1, 2, 3, 4, 5].includes(span['kind'] as number)) throw new Error('kind')
  const [startMs, endMs] = [millisecondsOf(span['startTimeUnixNano']), millisecondsOf(span['endTimeUnixNano'])]
  if (endMs < startMs) throw new Error('a span ends before it starts')
  const status = (span['status'] ?? {}) as Fields
  only(status, ['message', 'code'])
  if (![undefined, 0, 1, 2].includes(status['code'] as undefined)) throw new Error('status.code')
  return {
    traceId: matching(span['traceId'], /^(?!0+$)[0-9a-f]{32}$/),
    spanId: matching(span['spanId'], /^(?!0+$)[0-9a-f]{16}$/),
    parentSpanId: matching(span['parentSpanId'] ?? '', /^([0-9a-f]{16})?$/),
    name: matching(span['name'], /./),
    startMs,
    endMs,
    attributes: readAttributes(span['attributes'] ?? []),
    ...(status['code'] === 2 && { failure: String(status['message']) }),
  }
}

function readAttributes(given: unknown): ReceivedSpan['attributes'] {
  const read = list(given).map((one): [string, string | number | boolean] => {
    only(one, ['key', 'value'])
    const [[kind = '', value] = []] = Object.entries(one['value'] as Fields)
    if (kind === 'stringValue' && typeof value === 'string') return [String(one['key']), value]
    if (kind === 'boolValue' && typeof value === 'boolean') return [String(one['key']), value]
    if (kind === 'intValue') return [String(one['key']), Number(matching(value, /^-?\d+$/))]
    throw new Error(`${one['key']}: ${kind}`)
  })
  if (new Set(read.map(([key]) => key)).size < read.length) throw new Error('an attribute is there twice')
  return Object.fromEntries(read)
}

function millisecondsOf(value: unknown): number {
  return Number(BigInt(matching(value, /^\d{19}$/)) / 1_000_000n)
}

function matching(value: unknown, pattern: RegExp): string {
  if (typeof value === 'string' && pattern.test(value)) return value
  throw new Error(`${String(value)} does not match ${pattern}`)
}

function list(value: unknown): Fields[] {
  if (Array.isArray(value)) return value as Fields[]
  throw new Error('not a list')
}

function only(fields: Fields, names: string[]): void {
  for (const name of Object.keys(fields)) if (!names.includes(name)) throw new Error(`${name} is no field`)
}
