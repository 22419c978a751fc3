import { expect } from 'chai'
import { formSchemas } from '../../../../../shared/contract/form-schemas.ts'
import { checkField } from '../../../../../desktop/console/ui/schema-form/check-field.ts'

const { name, email, password } = formSchemas.NewUser

describe('the check of a field against its request schema', () => {
  it('accepts valid values, and an empty value that a request may omit', () => {
    expect(checkField(name, 'Bo Example')).to.equal(undefined)
    expect(checkField(formSchemas.NewTenant.decommissioned_retention_days, '')).to.equal(undefined)
    expect(checkField(formSchemas.NewCredential.username, 'backup')).to.equal(undefined)
  })

  it('returns the error that the service reports for the same value', () => {
    expect(checkField(name, '')).to.deep.equal({ code: 'is_required', params: {} })
    expect(checkField(password, 'short')).to.deep.equal({ code: 'too_short', params: { min: 15 } })
    expect(checkField(name, 'x'.repeat(201))).to.deep.equal({ code: 'too_long', params: { max: 200 } })
    expect(checkField(email, 'nobody')?.code).to.equal('pattern_mismatch')
    expect(checkField(formSchemas.NewTenant.decommissioned_retention_days, 0)).to.deep.equal({
      code: 'below_minimum',
      params: { min: 1 },
    })
    expect(checkField(formSchemas.NewApiToken.networks, Array.from({ length: 51 }))?.code).to.equal('too_many_items')
  })

  it('counts characters, not UTF-16 units', () => {
    expect(checkField(name, '😀'.repeat(200))).to.equal(undefined)
  })
})
