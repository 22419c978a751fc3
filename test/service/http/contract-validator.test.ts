import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import traverse from 'json-schema-traverse'
import { contractValidator } from '../../../service/http/contract-validator.ts'

const text = fs.readFileSync(path.join(import.meta.dirname, '../../../shared/contract/openapi.json'), 'utf8')

describe('the validator of the contract', () => {
  it('does not walk the whole document for the schema of one operation', () => {
    contractValidator({ validateResponses: false })
    const { components, paths } = JSON.parse(text)
    const schema = { type: 'object', properties: { body: { type: 'string' } }, components, paths }
    const walked: string[] = []

    traverse(schema, { allKeys: true }, (_schema, pointer) => void walked.push(pointer))

    expect(walked).to.deep.equal(['', '/properties/body'])
  })

  it('needs no such walk: the document gives no schema a name of its own', () => {
    expect(text).to.not.match(/"\$(id|anchor|dynamicAnchor)":/)
  })
})
