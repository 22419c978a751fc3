import type { CaptureWarningCode, CollectionCode } from '../messages/codes.ts'
import type { MessageOf } from '../messages/message.ts'
import type { FailureCode } from '../contract/failures.ts'
import type { AdviceMessage, ExpectationMessage } from '../messages/failure.ts'

/** HTTPS API of a device; `agent/collect/api/requests.ts` uses it. */
export interface RequestsDescription {
  driver: 'requests'
  /** Default port, unless the device's options specify another. */
  port: number
  login: ApiLoginName
  /**
   * The first request, which verifies the login: tried in order until one is not rejected. Its response provides facts
   * for the artifacts' requests.
   */
  identify: (options: DeviceOptions) => readonly HelloRequest[]
  /** By artifact key. */
  artifacts: Readonly<Record<string, RequestedArtifact | RequestedArchive>>
  /** Replaces a code's default advice for this platform. */
  advice?: Readonly<Partial<Record<FailureCode, AdviceMessage>>>
  limits: RequestLimits
}

/** Login methods of `agent/collect/api/api-login.ts`. */
export type ApiLoginName = 'basic' | 'bearer' | 'nxapi-cookie' | 'panos-key' | 'bigip-token'

export type DeviceOptions = Readonly<Record<string, unknown>>

/** Input for an artifact's requests: the device's options, and the facts of `identify`. */
export interface RequestContext {
  options: DeviceOptions
  facts: ApiFacts
}

export type ApiFacts = Readonly<Record<string, unknown>>

export interface RequestLimits {
  /** Longest silence before and within a response, in milliseconds. */
  idleMs: number
  /** Longest time for one response, in milliseconds. */
  totalMs: number
  /** Largest response, in bytes. */
  maxBytes: number
  /** Longest total wait for a busy device, in milliseconds. */
  busyMs: number
  /** Wait before a retry if a busy device does not specify one, in milliseconds. */
  retryMs: number
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query. They must not contain secrets: paths are logged, and queries are in the device's logs. */
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Whether it may be sent again after a reused connection was closed: only for reads. */
  repeatable: boolean
  /** Statuses besides 200 whose body is read for details. */
  reads?: readonly number[]
  /** Required content type of the response; absent: any. */
  contentType?: RegExp
  /** Longest silence, if the device builds the complete response before it sends a byte. */
  idleMs?: number
}

export interface HelloRequest extends ApiRequest {
  /**
   * Returns the facts in the response.
   * @throws ArtifactUnavailable if it is another platform or an error
   */
  facts: (body: Buffer, status: number) => ApiFacts
}

export interface RequestedArtifact {
  /**
   * Tried in order until one is not rejected.
   * @throws ArtifactUnavailable if options and facts do not match
   */
  requests: (context: RequestContext) => readonly TextRequest[]
  /** Whether the run fails without it. */
  required?: boolean
}

/** An artifact that is one file with members. */
export interface RequestedArchive {
  /** @throws ArtifactUnavailable if options and facts do not match, or the file does not support these options */
  archive: (context: RequestContext) => ArchiveRequest
  required?: boolean
}

/** A request whose response is an archive, byte for byte. */
export interface ArchiveRequest extends ApiRequest {
  /** Content type of the archive. */
  contentType: RegExp
  /** First bytes of the archive. They reject an error page with the archive's type. */
  magic: Uint8Array
  /** Reads a response of another type, which contains the reason: throws ArtifactUnavailable. */
  refusal: (status: number) => TextExtractor
  metadata?: Readonly<Record<string, unknown>>
}

/** A request whose response contains a text. */
export interface TextRequest extends ApiRequest {
  /** Extracts the text from the API's wrapper; absent: the whole response is the text. */
  extract?: (status: number) => TextExtractor
  checks: TextChecks
  /** Inspects the text while it is extracted. */
  inspect?: () => TextInspector
  /** Recorded in the version's metadata if the text is not in the device's own format. */
  form?: string
}

/**
 * Extracts a text from a response as a stream. Both throw `ArtifactUnavailable` for a response without one. After
 * `output_truncated` of `end`, more may follow.
 */
export interface TextExtractor {
  push(piece: Buffer): Buffer
  end(): Buffer
  /** Called after the end. Returns the request for the next part, for an API that splits texts. */
  next?(): ApiRequest | undefined
}

/** How a complete text is recognised. Patterns match lines without line ends; of very long lines only both ends. */
export interface TextChecks {
  /** The first non-empty line. */
  firstLine?: RegExp
  /** The last non-empty line; a text with another one was cut. */
  lastLine?: RegExp
  /** Each must match a line, or the text was cut. */
  requiredLines?: readonly RegExp[]
  /** Requirements that a text of a restricted account does not meet. */
  wholeAccount?: { minLines: number; requiredLines: readonly RegExp[] }
  /** Facts for the version's metadata: the group `value` of the first matching line. */
  metadata?: Readonly<Record<string, RegExp>>
  /** Further facts: the named groups of the first line that has each of them. */
  facts?: readonly RegExp[]
}

/** What to know about a collected text or tree. */
export type CaptureWarning = MessageOf<CaptureWarningCode>

/** Inspects a text as a stream. */
export interface TextInspector {
  push(piece: Uint8Array): void
  /**
   * Returns metadata, and warnings with advice for the user.
   * @throws ArtifactUnavailable if it is not the wanted text; after `output_truncated` more of it may follow
   */
  end(): { metadata: Record<string, unknown>; warnings: CaptureWarning[] }
}

/** Why a device does not have an artifact. */
export type AbsenceReason = MessageOf<CollectionCode>

/** Why a complete response contains no text. */
export type WhyNoText =
  | { kind: 'absent'; reason: AbsenceReason }
  /** `seen` quotes the device. */
  | { kind: 'failed'; code: FailureCode; expected?: ExpectationMessage; seen: string; advice?: AdviceMessage }

export class ArtifactUnavailable extends Error {
  readonly why: WhyNoText

  constructor(why: WhyNoText) {
    super(why.kind === 'absent' ? why.reason.code : why.code)
    this.name = 'NoText'
    this.why = why
  }
}

/** Creates an extractor for a response in JSON or another format that must be parsed as a whole. */
export function takeWhole(textOf: (body: Buffer) => Buffer, next?: () => ApiRequest | undefined): TextExtractor {
  const pieces: Buffer[] = []
  return {
    push(piece) {
      pieces.push(piece)
      return Buffer.alloc(0)
    },
    end: () => textOf(Buffer.concat(pieces.splice(0))),
    next,
  }
}
