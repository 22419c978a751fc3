import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer as bytesOf } from 'node:stream/consumers'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { exchangeHeaders } from '../../shared/agent-protocol/exchange.ts'
import { batchLists } from './fake-requests.ts'

/** A request that passed the proxy, and the service's reply. */
interface Exchanged {
  method: string
  path: string
  session: string
  number: number
  body: string
  status: number
  isSigned: boolean
}

export type AgentWire = Awaited<ReturnType<typeof startAgentWire>>

/** Starts a proxy between an agent and a service that records their messages and compares them with the contract. */
export async function startAgentWire(serviceUrl: string) {
  let doomed: { method: string; pathEnd: string; onDropped: () => void } | undefined
  const server = http.createServer((req, res) => void pass(req, res).catch(() => res.destroy()))

  const wire = {
    url: '',
    exchanged: [] as Exchanged[],
    /** Messages that the contract does not allow. */
    violations: [] as string[],
    /** Drops the reply to the next request with this method and path suffix. Resolves when it was dropped. */
    dropAnswer: (method: string, pathEnd: string) =>
      new Promise<void>((onDropped) => (doomed = { method, pathEnd, onDropped })),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function pass(req: http.IncomingMessage, res: http.ServerResponse) {
    const { method = '', url: target = '' } = req
    const body = await bytesOf(req)
    const answer = await forward(new URL(target, serviceUrl), req, body, res)
    const bytes = await bytesOf(answer)
    const header = (name: string) => String(req.headers[name.toLowerCase()] ?? '')
    const status = answer.statusCode ?? 0
    const [where = ''] = target.split('?')
    wire.violations.push(...violationsOf({ method, path: where, body, status, answer: bytes }))
    const exchanged = {
      method,
      path: where,
      session: header(exchangeHeaders.session),
      number: Number(header(exchangeHeaders.number)),
      body: body.toString(),
      status,
      isSigned: exchangeHeaders.signature.toLowerCase() in answer.headers,
    }
    const contained = where === '/api/agent/batches' && status === 200 ? unpack(exchanged, bytes) : []
    wire.exchanged.push(exchanged, ...contained)
    const isDoomed = (one: Exchanged) => one.method === doomed?.method && one.path.endsWith(doomed.pathEnd)
    if (doomed && [exchanged, ...contained].some(isDoomed)) {
      doomed.onDropped()
      doomed = undefined
      return void res.destroy()
    }
    res.writeHead(status, answer.headers).end(bytes)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  wire.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return wire
}

/** Returns the requests of a batch as if each was sent alone. Only the batch has a number. */
function unpack(batch: Exchanged, answer: Buffer): Exchanged[] {
  const lists: Record<string, { job_id: string; body: unknown }[]> = JSON.parse(batch.body)
  const answers: Record<string, { status: number }[]> = JSON.parse(answer.toString())
  return batchLists.flatMap(([name, method, pathEnd]) =>
    (lists[name] ?? []).map((one, at) => ({
      ...batch,
      ...{ method, path: `/api/agent/jobs/${one.job_id}/${pathEnd}`, number: 0 },
      ...{ body: JSON.stringify(one.body), status: answers[name]?.[at]?.status ?? 0 },
    })),
  )
}

/** A poll that the agent cancels is also cancelled at the service. */
function forward(url: URL, req: http.IncomingMessage, body: Buffer, res: http.ServerResponse) {
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const { method, headers } = req
    const onward = http.request(url, { method, headers: { ...headers, host: url.host } }, resolve)
    onward.on('error', reject)
    res.on('close', () => onward.destroy())
    onward.end(body)
  })
}

const document = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '../../shared/contract/openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, { requestBody?: object; responses: Record<string, object> }>> }
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'contract')

interface Passed {
  method: string
  path: string
  body: Buffer
  status: number
  answer: Buffer
}

function violationsOf({ method, path: where, body, status, answer }: Passed): string[] {
  const isOf = (template: string) => new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(where)
  const template = Object.keys(document.paths).find(isOf) ?? ''
  const operation = document.paths[template]?.[method.toLowerCase()]
  const name = `${method} ${where}`
  if (!operation) return [`${name}: not in the contract`]
  const base = `contract#/paths/${template.replaceAll('/', '~1')}/${method.toLowerCase()}`
  const check = (part: string, bytes: Buffer) => {
    const validate = ajv.compile({ $ref: `${base}/${part}/content/application~1json/schema` })
    return validate(JSON.parse(bytes.toString())) ? [] : [`${name}: ${part}: ${ajv.errorsText(validate.errors)}`]
  }
  const isJson = operation.requestBody && !where.startsWith('/api/agent/packs/')
  const response = operation.responses[status]
  return [
    ...(isJson ? check('requestBody', body) : []),
    ...(status < 400 && !response ? [`${name}: status ${status} is not in the contract`] : []),
    ...(status < 400 && response && answer.length > 0 ? check(`responses/${status}`, answer) : []),
  ]
}
