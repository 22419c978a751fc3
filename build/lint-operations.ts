/** A fault in the document and its location. */
export interface OperationFault {
  operation: string
  message: string
}

interface Operation {
  operationId?: string
  tags?: string[]
  security?: unknown[]
  requestBody?: { content: Record<string, { example?: unknown; examples?: unknown }> }
  responses?: Record<string, ResponseObject>
  [extension: `x-${string}`]: unknown
}

interface ResponseObject {
  content?: Record<string, unknown>
  headers?: Record<string, unknown>
  'x-location'?: string
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Checks the project's rules for operations: permission, audit, error responses and, for operations of users, an
 * example of the body.
 */
export function lintOperations(document: { paths: Record<string, Record<string, Operation>> }): OperationFault[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .flatMap(([method, operation]) =>
        faultsOf(method, operation).map((message) => ({ operation: `${method.toUpperCase()} ${path}`, message })),
      ),
  )
}

/** Returns every operation of a document, in order. */
export function operationsIn(document: { paths: Record<string, Record<string, Operation>> }): Operation[] {
  return Object.values(document.paths).flatMap((item) =>
    Object.entries(item).flatMap(([method, operation]) => (methods.includes(method) ? [operation] : [])),
  )
}

function faultsOf(method: string, operation: Operation): string[] {
  const { tags = [], responses = {}, requestBody } = operation
  const permission = operation['x-permission']
  const isForAgents = tags.includes('Agent protocol')
  const faults: string[] = []
  if (typeof permission !== 'string') faults.push('has no x-permission')
  if ((permission === 'none') !== (operation.security?.length === 0)) {
    faults.push('is open to everybody by security or by x-permission, and not by both')
  }
  if (method !== 'get' && !isForAgents && typeof operation['x-audit'] !== 'string') faults.push('has no x-audit')
  if (!Object.keys(responses).some((status) => /^(2|303)/.test(status))) faults.push('has no answer that is a success')
  for (const statuses of ['4XX', '5XX']) {
    const isSaid = Object.keys(responses).some((status) => status[0] === statuses[0])
    if (!isSaid) faults.push(`does not say what it answers with ${statuses}`)
  }
  if (responses['default']) faults.push('has `default` in place of 4XX and 5XX')
  for (const status of ['201', '202']) {
    const response = responses[status]
    if (response && !isForAgents) faults.push(...locationFaults(status, response))
  }
  const json = requestBody?.content['application/json']
  if (json && !isForAgents && !('example' in json) && !('examples' in json)) faults.push('has no example of its body')
  return faults
}

function locationFaults(status: string, { headers = {}, 'x-location': location }: ResponseObject): string[] {
  if (location === undefined) return [`does not say in x-location where what its ${status} names is read`]
  const isDeclared = 'Location' in headers
  return isDeclared === (location !== 'none')
    ? []
    : [`names a Location in x-location or in headers of ${status}, and not in both`]
}
