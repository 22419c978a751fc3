import type { Span } from './span.ts'

/** Names the program that sends spans. */
export interface TraceSource {
  version: string
  /** Name of the computer. */
  host: string
}

/**
 * Returns the body of an export request in OTLP's JSON encoding (opentelemetry.io, "OTLP Specification 1.0"): ids in
 * hexadecimal, 64-bit numbers as texts, enumerations as numbers.
 */
export function encodeSpans(spans: readonly Span[], { version, host }: TraceSource): string {
  const attributes = { 'service.name': 'coffer', 'service.version': version, 'service.instance.id': host }
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: encodeAttributes(attributes) },
        scopeSpans: [{ scope: { name: 'coffer.runs', version }, spans: spans.map(encodeSpan) }],
      },
    ],
  })
}

/** `SPAN_KIND_INTERNAL` and `STATUS_CODE_ERROR` of the protocol. */
const [internal, failed] = [1, 2]

function encodeSpan({ traceId, spanId, parentSpanId, name, startedAt, endedAt, attributes, failure }: Span) {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: internal,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: encodeAttributes(attributes),
    ...(failure !== undefined && { status: { code: failed, message: failure } }),
  }
}

function encodeAttributes(attributes: Span['attributes']) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: encodeValue(value) }],
  )
}

function encodeValue(value: string | number | boolean): Record<string, string | boolean> {
  if (typeof value === 'boolean') return { boolValue: value }
  return typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value }
}

function nanoseconds(at: Date): string {
  return `${at.getTime()}000000`
}
