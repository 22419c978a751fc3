import { once } from 'node:events'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import RefParserModule, { $RefParser as RefParser } from '@apidevtools/json-schema-ref-parser'
import AjvCore from 'ajv/dist/core.js'
import { expect } from 'chai'
import express from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import { resolveReferencesByPointer, skipSearchForFiles } from '../../../service/http/schema-references.ts'

// The core is a CommonJS module whose class is its default export.
const Core = AjvCore.default
const apiSpec = {
  openapi: '3.1.0',
  info: { title: 'test', version: '1' },
  paths: {
    '/things': {
      post: {
        requestBody: { $ref: '#/components/requestBodies/thing' },
        responses: { 200: { $ref: '#/components/responses/thing' } },
      },
    },
  },
  components: {
    requestBodies: { thing: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
    responses: {
      thing: {
        description: 'ok',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Answer' } } },
      },
    },
    schemas: {
      Thing: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
      Answer: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    },
  },
}

describe('the references of the contract', () => {
  it('are resolved, and no schema is compiled before a request needs it', async () => {
    resolveReferencesByPointer()
    skipSearchForFiles()
    const prototype = RefParser.prototype as { bundle: (...given: unknown[]) => unknown }
    const { bundle } = prototype
    let searched = 0
    prototype.bundle = function (...given) {
      searched++
      return bundle.apply(this, given)
    }
    const getSchema = Core.prototype.getSchema
    let compiled = 0
    Core.prototype.getSchema = function (this: unknown, ...given: Parameters<typeof getSchema>) {
      compiled++
      return getSchema.apply(this, given)
    } as typeof getSchema
    const app = express()
    app.use(express.json())
    app.use(OpenApiValidator.middleware({ apiSpec: apiSpec as never, validateApiSpec: false, validateResponses: true }))
    app.use((req, res) => res.json(req.body.name === 'wrong answer' ? {} : { id: '1' }))
    app.use(((error, _req, res, _next) => res.status(error.status).end()) as express.ErrorRequestHandler)
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const send = async (method: string, body?: object) =>
      (
        await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/things`, {
          method,
          headers: { 'content-type': 'application/json' },
          body: body && JSON.stringify(body),
        })
      ).status

    expect(await send('GET')).to.equal(405)
    const atStart = compiled
    const answers = [
      await send('POST', { name: 'a' }),
      await send('POST', {}),
      await send('POST', { name: 'wrong answer' }),
    ]
    server.close()
    Core.prototype.getSchema = getSchema
    prototype.bundle = bundle

    expect(answers).to.deep.equal([200, 400, 500])
    expect(atStart).to.equal(0)
    expect(searched).to.equal(0)
  })

  it('of a document in a file are still read by others', async () => {
    skipSearchForFiles()
    const found = await RefParserModule.bundle('package.json')

    expect(found).to.include({ name: 'coffer' })
  })

  it('point into the contract itself', () => {
    const contract = fs.readFileSync('shared/contract/openapi.json', 'utf8')
    const references = [...contract.matchAll(/"\$ref": ?"(.*?)"/g)].map(([, reference]) => reference)

    expect(references).to.not.be.empty
    expect(references.filter((reference) => !reference?.startsWith('#/'))).to.deep.equal([])
  })
})
