import type { OpenApiRequestMetadata } from 'express-openapi-validator/dist/framework/types.ts'
import type { Logger } from 'pino'
import type { DomainError } from '../domain/kernel/domain-error.ts'
import type { Caller } from './authorise.ts'
import type { AgentCaller } from './agent-exchange.ts'
import type { Admission } from './contract-validator.ts'

declare global {
  namespace Express {
    interface Request {
      /** Given to the caller as X-Request-Id, and written beside everything that the request does. */
      id: string
      /** The service's log, each line of it with the id: whatever a request has to tell goes here. */
      log: Logger
      /** It came as HEAD: nothing of the answer's body is sent. */
      isHead?: boolean
      /** How the app that took it in finds out who asks. */
      admission?: Admission
      caller?: Caller
      /** The hash of the token of who made the ticket that the request came with. */
      ticketOf?: Buffer
      agent?: AgentCaller
      /** An agent's key signed it; its body may still be unread. */
      isVerifiedAgent?: boolean
      /** The body's bytes as they came, for a signature. */
      rawBody?: Buffer
      /** Why the body could not be read; told only to a caller who may ask. */
      bodyFault?: DomainError
      /** What the check of who asks has thrown, as it was thrown. */
      handlerFault?: unknown
      openapi?: OpenApiRequestMetadata
    }
  }
}
