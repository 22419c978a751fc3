import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import AjvCore from 'ajv/dist/core.js'
import { expect } from 'chai'
import express from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { compileWhenUsed } from '../../../service/http/compile-when-used.ts'
import { resolveReferencesByPointer } from '../../../service/http/schema-references.ts'

// The core is a CommonJS module whose class is its default export.
const Core = AjvCore.default
const json = (schema: object) => ({ description: 'one', content: { 'application/json': { schema } } })
const problem = json({ $ref: '#/components/schemas/Problem' })
const get = { responses: { 200: json({ $ref: '#/components/schemas/Answer' }), 404: problem, 409: problem } }
const apiSpec = {
  openapi: '3.1.0',
  info: { title: 'test', version: '1' },
  paths: { '/a': { get }, '/b': { get } },
  components: {
    schemas: {
      Answer: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
      Problem: { type: 'object', required: ['code'], properties: { code: { type: 'string' } } },
      Round: { type: 'object', required: ['radius'], properties: { radius: { type: 'number' } } },
      Shape: {
        oneOf: [{ $ref: '#/components/schemas/Round' }],
        discriminator: { propertyName: 'kind', mapping: { round: '#/components/schemas/Round' } },
      },
    },
  },
}

describe('the validators of the contract', () => {
  it('compile a schema at its first use, once for all operations', async () => {
    resolveReferencesByPointer()
    compileWhenUsed()
    compileWhenUsed() // replaces the functions of the library once
    const compiled: { properties?: object }[] = []
    const compile = Core.prototype['_compileSchemaEnv' as keyof typeof Core.prototype] as (one: never) => unknown
    Object.assign(Core.prototype, {
      _compileSchemaEnv(this: unknown, one: { schema: object }) {
        compiled.push(one.schema)
        return compile.call(this, one as never)
      },
    })
    const withProperty = (name: string) => compiled.filter(({ properties }) => name in (properties ?? {}))
    const app = express()
    app.use(OpenApiValidator.middleware({ apiSpec: apiSpec as never, validateApiSpec: false, validateResponses: true }))
    app.use((req, res) => res.status(Number(req.headers['x-status'])).json({ [`${req.headers['x-field']}`]: '1' }))
    app.use(((error, _req, res, _next) => res.status(500).json(error.errors)) as express.ErrorRequestHandler)
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const ask = async (path: string, status: number, field: string) => {
      const headers = { 'x-status': `${status}`, 'x-field': field }
      const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers })
      return [answer.status, await answer.json()]
    }

    expect(await ask('/a', 200, 'id')).to.deep.equal([200, { id: '1' }])
    expect(withProperty('response')).to.have.length(1)
    expect(await ask('/a', 404, 'code')).to.deep.equal([404, { code: '1' }])
    expect(await ask('/b', 409, 'code')).to.deep.equal([409, { code: '1' }])
    expect(withProperty('response')).to.have.length(2)
    const [status, errors] = await ask('/b', 404, 'id')
    server.close()
    Object.assign(Core.prototype, { _compileSchemaEnv: compile })

    expect([status, errors[0].path]).to.deep.equal([500, '/response/code'])
    expect(withProperty('radius')).to.deep.equal([])
  })
})
