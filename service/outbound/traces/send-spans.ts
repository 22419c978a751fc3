import type { Span } from './span.ts'
import { type TraceSource, encodeSpans } from './encode-spans.ts'

/** Address of a collector that accepts OTLP over HTTP, and the headers that it requires. */
export interface TraceTarget {
  url: string
  headers: Record<string, string>
}

/** The collector did not accept spans. The message contains no header. */
export class TracesNotAccepted extends Error {}

/** Sends at most this many spans in a request. */
const spansOfRequest = 2_000

/** @throws TracesNotAccepted if a request was not accepted within 10 seconds; earlier ones were */
export async function sendSpans(target: TraceTarget, source: TraceSource, spans: readonly Span[]): Promise<void> {
  for (let at = 0; at < spans.length; at += spansOfRequest) {
    await post(target, encodeSpans(spans.slice(at, at + spansOfRequest), source))
  }
}

const timeoutMs = 10_000

async function post({ url, headers }: TraceTarget, body: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    const { cause } = error as { cause?: { code?: string } }
    throw new TracesNotAccepted(cause?.code ?? (error instanceof Error ? error.name : 'no response'))
  })
  await response.body?.cancel()
  if (!response.ok) throw new TracesNotAccepted(`status ${response.status}`)
}
