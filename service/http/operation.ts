import type { Request, Response } from 'express'
import type { Readable, Writable } from 'openapi-typescript-helpers'
import type { operations } from '../../shared/contract/api-types.ts'

export type OperationId = keyof operations

type Parameters<K extends OperationId, In extends 'query' | 'path' | 'header'> = operations[K]['parameters'] extends {
  [P in In]?: infer T
}
  ? NonNullable<T>
  : Record<string, never>

type JsonBody<K extends OperationId> = operations[K] extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: { 'application/json': infer T } }
    ? Writable<T>
    : never
  : never

type JsonOf<R> = R extends { content: { 'application/json': infer T } } ? Readable<T> : never

type Success<K extends OperationId> = {
  [S in keyof operations[K]['responses']]: S extends 200 | 201 | 202 | 503
    ? JsonOf<operations[K]['responses'][S]>
    : never
}[keyof operations[K]['responses']]

/**
 * A request that the validator accepted: path, query (with defaults) and body match the contract. The path is a plain
 * record too, because Express types it so.
 */
export type Req<K extends OperationId> = Request<
  Parameters<K, 'path'> & Record<string, string>,
  unknown,
  JsonBody<K>,
  Parameters<K, 'query'>
>

/** A response that the contract defines for the operation. */
export type Res<K extends OperationId> = Response<Success<K>>
