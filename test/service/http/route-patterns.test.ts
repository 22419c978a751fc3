import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import express from 'express'
import * as OpenApiValidator from 'express-openapi-validator'
import paths from 'path-to-regexp'
import { keepRoutePatterns } from '../../../service/http/route-patterns.ts'

const answers = { get: { responses: { 200: { description: 'ok' } } } }
const apiSpec = {
  openapi: '3.1.0',
  info: { title: 'test', version: '1' },
  paths: { '/a': answers, '/b/{id}': answers },
}

describe('the route patterns of the contract', () => {
  it('are compiled once, not at each request', async () => {
    keepRoutePatterns()
    const cached = paths.pathToRegexp
    const patterns: unknown[] = []
    Object.assign(paths, {
      pathToRegexp: (...given: Parameters<typeof cached>) => {
        const pattern = cached(...given)
        if (given[0] === '/b/:id') patterns.push(pattern)
        return pattern
      },
    })
    const app = express()
    app.use(OpenApiValidator.middleware({ apiSpec: apiSpec as never, validateApiSpec: false }))
    app.use((req, res) => res.json(req.openapi?.pathParams))

    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const ask = async (id: string) =>
      (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/b/${id}`)).json()
    const first = await ask('1')
    const second = await ask('2')
    server.close()
    Object.assign(paths, { pathToRegexp: cached })

    expect([first, second]).to.deep.equal([{ id: '1' }, { id: '2' }])
    expect(patterns).to.have.length.at.least(2)
    expect(new Set(patterns)).to.have.property('size', 1)
  })
})
