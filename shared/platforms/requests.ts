import type { CollectionCode } from '../messages/codes.ts'
import type { MessageOf } from '../messages/message.ts'
import type { FailureCode } from '../contract/failures.ts'
import type { AdviceMessage, ExpectationMessage } from '../messages/failure.ts'

/** How a device's HTTPS API is spoken to; `agent/collect/requests.ts` walks it. */
export interface RequestsDescription {
  driver: 'requests'
  /** Where the API answers unless the device's options say otherwise. */
  port: number
  login: ApiLoginName
  /**
   * The first request, which proves the login: tried in order until one is not refused. Its answer says what the
   * artifacts' requests need to know.
   */
  identify: (options: DeviceOptions) => readonly HelloRequest[]
  /** By artifact key. */
  artifacts: Readonly<Record<string, RequestedArtifact | RequestedArchive>>
  /** In place of a code's own advice, where this platform has a better one. */
  advice?: Readonly<Partial<Record<FailureCode, AdviceMessage>>>
  limits: RequestLimits
}

/** The ways to log in, of `agent/collect/api-login.ts`. */
export type ApiLoginName = 'basic' | 'bearer' | 'nxapi-cookie' | 'panos-key' | 'bigip-token'

export type DeviceOptions = Readonly<Record<string, unknown>>

/** What an artifact's requests are made of: the device's options, and what `identify` found out. */
export interface RequestContext {
  options: DeviceOptions
  facts: ApiFacts
}

export type ApiFacts = Readonly<Record<string, unknown>>

export interface RequestLimits {
  /** Longest silence before and inside an answer. */
  idleMs: number
  /** Longest time for one answer. */
  totalMs: number
  /** Largest answer. */
  maxBytes: number
  /** Longest time to wait in all for a device that says it is busy. */
  busyMs: number
  /** Wait before the next try when a busy device does not say how long. */
  retryMs: number
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path and query. Nothing in it may be secret: paths are logged, and queries are in the device's own logs. */
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** May be sent a second time when a kept connection turns out to be closed: for what only reads. */
  repeatable: boolean
  /** Statuses beside 200 whose body tells more than they do. */
  reads?: readonly number[]
  /** What the answer's content type has to be; without it anything. */
  contentType?: RegExp
  /** Longest silence, where the device makes all of an answer before it sends a byte of it. */
  idleMs?: number
}

export interface HelloRequest extends ApiRequest {
  /**
   * What the answer says of the device.
   * @throws NoText when it is none of this platform, or refuses
   */
  facts: (body: Buffer, status: number) => ApiFacts
}

export interface RequestedArtifact {
  /**
   * Tried in order until one is not refused.
   * @throws NoText when the options and facts do not go together
   */
  requests: (context: RequestContext) => readonly TextRequest[]
  /** Without it the device is not backed up: the run fails. */
  required?: boolean
}

/** An artifact that is one file with members. */
export interface RequestedArchive {
  /** @throws NoText when the options and facts do not go together, or the file is not for these options */
  archive: (context: RequestContext) => ArchiveRequest
  required?: boolean
}

/** A request whose answer is an archive, byte for byte. */
export interface ArchiveRequest extends ApiRequest {
  /** What the content type of the archive is. */
  contentType: RegExp
  /** The archive's first bytes: an error page under its type is none. */
  magic: Uint8Array
  /** Reads an answer of another type, which says why there is no archive: throws NoText. */
  refusal: (status: number) => TextExtractor
  metadata?: Readonly<Record<string, unknown>>
}

/** A request whose answer holds a text. */
export interface TextRequest extends ApiRequest {
  /** Takes the text out of what the API wraps it in; without it the whole answer is the text. */
  extract?: (status: number) => TextExtractor
  checks: TextChecks
  /** What is looked for in the text beside. */
  inspect?: () => TextInspector
  /** Where the text is not the device's own form of it: said in the metadata of the version. */
  form?: string
}

/**
 * Takes a text out of an answer as it comes. Both throw `ArtifactUnavailable` for an answer that holds none; of one whose `end` says
 * `output_truncated` more may follow.
 */
export interface TextExtractor {
  push(piece: Buffer): Buffer
  end(): Buffer
  /** Asked after the end: the request whose answer continues the text, for an API that gives it in parts. */
  next?(): ApiRequest | undefined
}

/** How a whole text is known. Lines without their ends are matched; of very long ones only both ends. */
export interface TextChecks {
  /** The first line that is not empty. */
  firstLine?: RegExp
  /** The last line that is not empty; a text that ends otherwise was cut. */
  lastLine?: RegExp
  /** Each must match some line, or the text was cut. */
  requiredLines?: readonly RegExp[]
  /** What a complete text for an account with too few rights lacks. */
  wholeAccount?: { minLines: number; requiredLines: readonly RegExp[] }
  /** Facts for the version's metadata: the first line that matches gives its group `value`. */
  metadata?: Readonly<Record<string, RegExp>>
}

/** Looks at a text as it comes. */
export interface TextInspector {
  push(piece: Uint8Array): void
  /**
   * What should be known of it, and in words what a person should do.
   * @throws NoText when it is not the text that was wanted; after `output_truncated` more of it may follow
   */
  end(): { metadata: Record<string, unknown>; warnings: string[] }
}

/** Why a device does not have an artifact. */
export type AbsenceReason = MessageOf<CollectionCode>

/** Why an answer, complete as it is, gives no text. */
export type WhyNoText =
  | { is: 'absent'; reason: AbsenceReason }
  /** `seen` quotes the device. */
  | { is: 'failed'; code: FailureCode; expected?: ExpectationMessage; seen: string; advice?: AdviceMessage }

export class ArtifactUnavailable extends Error {
  readonly why: WhyNoText

  constructor(why: WhyNoText) {
    super(why.is === 'absent' ? why.reason.code : why.code)
    this.name = 'NoText'
    this.why = why
  }
}

/** For an answer that an API wraps in JSON or another form that has to be there as a whole. */
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
