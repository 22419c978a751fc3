import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import traverse from 'json-schema-traverse'
import { contractValidator } from '../../../service/http/contract-validator.ts'

const text = fs.readFileSync(path.join(import.meta.dirname, '../../../shared/contract/openapi.json'), 'utf8')

describe('the contract validator', () => {
  it('does not traverse the whole document for one operation’s schema', () => {
    contractValidator({ validateResponses: false })
    const { components, paths } = JSON.parse(text)
    const schema = { type: 'object', properties: { body: { type: 'string' } }, components, paths }
    const walked: string[] = []

    traverse(schema, { allKeys: true }, (_schema, pointer) => void walked.push(pointer))

    expect(walked).to.deep.equal(['', '/properties/body'])
  })

  it('needs no traversal: the document has no named schema ids', () => {
    expect(text).to.not.match(/"\$(id|anchor|dynamicAnchor)":/)
  })
})
