import type { Span } from './span.ts'
import { type TraceSource, encodeSpans } from './encode-spans.ts'

/** Address of a collector that accepts OTLP over HTTP, and the headers that it requires. */
export interface TraceTarget {
  url: string
  headers: Record<string, string>
}

/** The collector did not accept spans. The message contains no header. */
export class TracesRejectedError extends Error {}

/** Limits the spans of a request. */
const maxSpansPerRequest = 2_000

/**
 * Sends spans in several requests. A request that the collector rejects with 400 is not repeated.
 * @param beforeRequest called before each request. The first error ends the sending
 * @returns the ids of the traces that were rejected, at least partly
 * @throws TracesRejectedError if a request was not accepted within 10 seconds; earlier ones were
 */
export async function sendSpans(
  target: TraceTarget,
  source: TraceSource,
  spans: readonly Span[],
  beforeRequest: () => Promise<void>,
): Promise<Set<string>> {
  const rejected = new Set<string>()
  for (let at = 0; at < spans.length; at += maxSpansPerRequest) {
    await beforeRequest()
    const sent = spans.slice(at, at + maxSpansPerRequest)
    if (await post(target, encodeSpans(sent, source))) continue
    for (const { traceId } of sent) rejected.add(traceId)
  }
  return rejected
}

const timeoutMs = 10_000

/** Returns false if the collector cannot read the spans. */
async function post({ url, headers }: TraceTarget, body: string): Promise<boolean> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    const { cause } = error as { cause?: { code?: string } }
    throw new TracesRejectedError(cause?.code ?? (error instanceof Error ? error.name : 'no response'))
  })
  await response.body?.cancel()
  if (response.status === 400) return false
  if (!response.ok) throw new TracesRejectedError(`status ${response.status}`)
  return true
}
