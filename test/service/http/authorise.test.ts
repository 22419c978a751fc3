import { expect } from 'chai'
import type { Request, Response } from 'express'
import { confirmDecision } from '../../../service/http/authorise.ts'

const own = '0190f5a0-0000-7000-8000-000000000001'
const other = '0190f5a0-0000-7000-8000-000000000002'

describe('an authorisation decision', () => {
  const faultOf = (decided: object, query: object) => {
    let fault: unknown
    confirmDecision({ caller: decided, query } as unknown as Request, {} as Response, (error) => (fault = error))
    return fault
  }

  it('holds for the validated query that it was made for', () => {
    const decided = { named: own, isDownload: true }

    expect(faultOf(decided, { tenant: own, download: true })).to.equal(undefined)
    expect(faultOf({ named: null, isDownload: false }, { download: false })).to.equal(undefined)
  })

  it('does not hold for a query that the validator parses differently', () => {
    const decided = { named: own, isDownload: false }

    for (const query of [{ tenant: other }, {}, { tenant: own, download: true }]) {
      expect(faultOf(decided, query)).to.include({ status: 400 })
    }
  })
})
