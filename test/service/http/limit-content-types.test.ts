import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { limitedContentType, mediaTypes } from '../../../service/http/limit-content-types.ts'

const contract = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '../../../shared/contract/openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, { requestBody?: { content: Record<string, unknown> } }>> }

describe('the content type that the validator sees', () => {
  it('is one of few, whatever a caller invents, because the validator keeps a validation for each', () => {
    const invented = Array.from({ length: 1_000 }, (_, at) => [
      `application/json; x=${at}`,
      `application/json; charset=utf-8; v${at}=1`,
      `application/json; charset=made-up-${at}`,
      `application/json;charset="utf-${at}"`,
      `text/x-${at}`,
      `application/${at}; boundary=a`,
      `multipart/form-data; x=${at}`,
      'multipart/form-data; boundary="a;b=' + String(at),
      `;${at}`,
    ]).flat()

    const seen = new Set(invented.map(limitedContentType))

    expect([...seen].sort()).to.deep.equal([
      'application/json',
      'application/json; charset=unsupported',
      'application/json; charset=utf-16',
      'application/x-unsupported',
      'multipart/form-data',
      'multipart/form-data; boundary="a',
    ])
  })

  it('keeps the types of the contract and the boundary of a form', () => {
    const bodies = Object.values(contract.paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap(({ requestBody }) => Object.keys(requestBody?.content ?? {}))

    expect([...new Set(bodies)].sort()).to.deep.equal(mediaTypes)
    expect(limitedContentType('Application/SCIM+JSON; charset=UTF-8')).to.equal('application/scim+json')
    for (const boundary of ['----x9', '"===============7330845974216740156=="', '"----=_Part_1_2"'])
      expect(limitedContentType(`multipart/form-data; charset=utf-8; boundary=${boundary}`)).to.equal(
        `multipart/form-data; boundary=${boundary}`,
      )
  })
})
