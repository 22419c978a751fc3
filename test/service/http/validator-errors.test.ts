import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import express from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { keepParameters } from '../../../service/http/validator-errors.ts'

const apiSpec = {
  openapi: '3.1.0',
  info: { title: 'test', version: '1' },
  paths: {
    '/things': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 7 } }],
        responses: { 200: { description: 'ok' } },
      },
    },
  },
} as const

describe('the errors of the request validator', () => {
  it('include the schema keyword and its parameters, which the library omits', async () => {
    keepParameters()
    keepParameters() // wraps the library once
    const app = express()
    app.use(OpenApiValidator.middleware({ apiSpec: structuredClone(apiSpec) as never, validateApiSpec: false }))
    app.use(((error, _req, res, _next) => res.status(422).json(error.errors)) as express.ErrorRequestHandler)

    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/things?limit=8`)
    const body = (await answer.json()) as { path: string; keyword: string; params: object }[]
    server.close()

    expect(body).to.have.length(1)
    expect(body[0]).to.deep.include({ path: '/query/limit', keyword: 'maximum' })
    expect(body[0]?.params).to.include({ limit: 7 })
  })
})
