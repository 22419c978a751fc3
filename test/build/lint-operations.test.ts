import { expect } from 'chai'
import { lintIntegers } from '../../build/lint-integers.ts'
import { lintOperations } from '../../build/lint-operations.ts'

const right = {
  tags: ['Devices'],
  'x-permission': 'device:write',
  'x-audit': 'device.create',
  requestBody: { content: { 'application/json': { example: {} } } },
  responses: { '201': { 'x-location': 'none' }, '4XX': {}, '5XX': {} },
}

describe('the API document’s lint rules for operations', () => {
  it('accept a correct operation', () => {
    expect(messagesOf({ post: right })).to.deep.equal([])
  })

  for (const [what, operation, message] of [
    ['without a permission', { ...right, 'x-permission': undefined }, 'has no x-permission'],
    ['that is open by security alone', { ...right, security: [] }, /^is open to everybody by security or/],
    ['that writes without an audit record', { ...right, 'x-audit': undefined }, 'has no x-audit'],
    ['that never succeeds', { ...right, responses: { '4XX': {}, '5XX': {} } }, 'has no answer that is a success'],
    [
      'without a 4XX response',
      { ...right, responses: { '200': {}, '5XX': {} } },
      'does not say what it answers with 4XX',
    ],
    [
      'without a 5XX response',
      { ...right, responses: { '200': {}, '4XX': {} } },
      'does not say what it answers with 5XX',
    ],
    [
      'with a default response',
      { ...right, responses: { ...right.responses, default: {} } },
      'has `default` in place of 4XX and 5XX',
    ],
    [
      'that creates an object without a location',
      { ...right, responses: { ...right.responses, '202': {} } },
      'does not say in x-location where what its 202 names is read',
    ],
    [
      'that has a location without its header',
      { ...right, responses: { ...right.responses, '201': { 'x-location': '/api/devices/{id}' } } },
      /^names a Location in x-location or in headers of 201/,
    ],
    [
      'whose body has no example',
      { ...right, requestBody: { content: { 'application/json': {} } } },
      'has no example of its body',
    ],
  ] as const) {
    it(`report an operation ${what}`, () => {
      const [found = ''] = messagesOf({ post: operation })

      expect(found).to.match(typeof message === 'string' ? new RegExp(`^${message}$`) : message)
    })
  }

  it('require no audit record for a read, and no example of agent requests', () => {
    const reading = { ...right, 'x-audit': undefined, requestBody: undefined }
    const exchange = { ...right, tags: ['Agent protocol'], 'x-audit': undefined, requestBody: { content: {} } }

    expect(messagesOf({ get: reading, put: exchange })).to.deep.equal([])
  })
})

describe('the API document’s lint rules for integers', () => {
  it('require int64 where 32 bits may not be enough', () => {
    const properties = {
      size_bytes: { type: 'integer' },
      stored: { type: ['integer', 'null'], format: 'int64' },
      after: { type: 'integer', maximum: 2 ** 31 },
      count: { type: 'integer' },
      port: { type: 'integer', maximum: 65535 },
    }

    const faults = lintIntegers({ components: { schemas: { Thing: { properties } } } })

    expect(faults.map(({ operation }) => operation.split('/').at(-1))).to.deep.equal(['size_bytes', 'after'])
  })
})

function messagesOf(item: object): string[] {
  const document = { paths: { '/api/devices': item } } as Parameters<typeof lintOperations>[0]
  return lintOperations(document).map(({ message }) => message)
}
