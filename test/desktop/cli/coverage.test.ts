import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'

const root = path.join(import.meta.dirname, '../../..')
const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Operations are written as `METHOD /path`. */
describe('coverage of the API by the CLI', () => {
  const operations = readOperations()
  const requested = readRequests()
  const omitted = readOmissions()

  it('requests only operations of the contract', () => {
    expect(requested.filter((request) => !operations.includes(request))).to.deep.equal([])
  })

  it('covers every operation, or docs/cli.md gives the reason', () => {
    const isOmitted = (operation: string) => omitted.some(({ name }) => isNamedBy(name, operation))
    const missing = operations.filter((operation) => !requested.includes(operation) && !isOmitted(operation))

    expect(missing).to.deep.equal([])
  })

  it('lists as omitted only operations of the contract that no command requests', () => {
    const stale = omitted.filter(({ name }) => {
      const isRequested = requested.some((request) => isNamedBy(name, request))
      return isRequested || !operations.some((operation) => isNamedBy(name, operation))
    })

    expect(stale).to.deep.equal([])
    expect(omitted.filter(({ reason }) => !/\w{3}/.test(reason))).to.deep.equal([])
  })
})

/** `/api/agent/*` names every method of every path below it. */
function isNamedBy(name: string, operation: string): boolean {
  if (!name.endsWith('*')) return name === operation
  return operation.split(' ')[1]?.startsWith(name.slice(0, -1)) === true
}

function readOperations(): string[] {
  const document: { paths: Record<string, object> } = JSON.parse(
    fs.readFileSync(path.join(root, 'shared/contract/openapi.json'), 'utf8'),
  )
  return Object.entries(document.paths).flatMap(([at, item]) =>
    Object.keys(item)
      .filter((method) => methods.includes(method))
      .map((method) => `${method.toUpperCase()} ${at}`),
  )
}

/** Every typed call in the sources of the client. */
function readRequests(): string[] {
  const folder = path.join(root, 'desktop/cli')
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const calls = files.flatMap((file) => {
    const source = fs.readFileSync(path.join(folder, file), 'utf8')
    return [...source.matchAll(/\.(GET|POST|PUT|PATCH|DELETE)\(\s*'([^']+)'/g)]
  })
  return [...new Set(calls.map(([, method, at]) => `${method} ${at}`))]
}

/** The list in docs/cli.md: each item is a reason, a colon and the requests. */
function readOmissions(): { name: string; reason: string }[] {
  const text = fs.readFileSync(path.join(root, 'docs/cli.md'), 'utf8')
  const [, list = ''] = /These requests have no command of their own:\n\n((?:(?:- | {2}).*\n)+)/.exec(text) ?? []
  return list
    .split(/^- /m)
    .slice(1)
    .flatMap((item) => {
      const [reason = '', requests = ''] = item.split(/:\s+(?=`[A-Z/])/)
      return [...requests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, reason }))
    })
}
