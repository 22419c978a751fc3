import { expect } from 'chai'
import { DBError } from 'objection'
import { DatabaseUnavailable, asDatabaseUnavailable } from '../../../service/store/database-unavailable.ts'

describe('an unavailable database', () => {
  for (const [code, what] of [
    ['53100', 'a full disk'],
    ['53300', 'too many connections'],
    ['53000', 'a server without file descriptors'],
    ['57P01', 'a shutdown'],
    ['57014', 'a statement that exceeded its time'],
    ['25P03', 'a transaction that was idle for too long'],
  ]) {
    it(`is recognised by ${what}, also through a model`, () => {
      const native = Object.assign(new Error('as PostgreSQL says it'), { code })
      const wrapped = ofModel(native)

      const found = [native, wrapped].map(asDatabaseUnavailable)

      for (const one of found) expect(one).to.be.instanceOf(DatabaseUnavailable)
    })
  }

  it('is not recognised in a constraint violation', () => {
    const native = Object.assign(new Error('duplicate key'), { code: '23505' })

    const found = asDatabaseUnavailable(ofModel(native))

    expect(found).not.to.be.instanceOf(DatabaseUnavailable)
  })
})

/** Wraps a driver error as Objection does. */
function ofModel(nativeError: Error): Error {
  return Object.assign(Object.create(DBError.prototype) as Error, { nativeError })
}
