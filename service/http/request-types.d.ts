import type { OpenApiRequestMetadata } from 'express-openapi-validator/dist/framework/types.ts'
import type { Logger } from 'pino'
import type { DomainError } from '../domain/kernel/domain-error.ts'
import type { Caller } from './authorise.ts'
import type { AgentCaller } from './agent-exchange.ts'
import type { TakenConfirmation } from './bound-confirmation.ts'
import type { Admission } from './contract-validator.ts'

declare global {
  namespace Express {
    interface Request {
      /** Returned to the caller as X-Request-Id, and stored with everything that the request does. */
      id: string
      /** The service's log with the request id on each line. Use it for all log lines of a request. */
      log: Logger
      /** The request is HEAD: the body of the response is not sent. */
      isHead?: boolean
      /** Authentication of the app that received the request. */
      admission?: Admission
      caller?: Caller
      /** The confirmation that the request uses, if that is valid for one request. */
      takenConfirmation?: TakenConfirmation
      /** Token hash of the creator of the request's ticket. */
      ticketOf?: Buffer
      agent?: AgentCaller
      /** The signature was verified; the body may still be unread. */
      isVerifiedAgent?: boolean
      /** The original bytes of the body, for a signature. */
      rawBody?: Buffer
      /** Why the body could not be read; returned only to an authorised caller. */
      bodyFault?: DomainError
      /** The original error of the authentication. */
      handlerFault?: unknown
      openapi?: OpenApiRequestMetadata
    }
  }
}
