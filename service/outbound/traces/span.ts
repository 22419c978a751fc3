/** A step of a trace. The names of attributes and their values are public. */
export interface Span {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
  parentSpanId?: string
  name: string
  startedAt: Date
  endedAt: Date
  /** Whole numbers, texts and booleans; absent values are left out. */
  attributes: Record<string, string | number | boolean | null | undefined>
  /** Code of the failure; absent unless the step failed. */
  failure?: string
}
