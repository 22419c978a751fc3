import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { actionMessages } from '../../../../desktop/console/features/login-codes/action-messages.ts'

const file = path.join(import.meta.dirname, '../../../../shared/contract/openapi.json')

interface Stated {
  operationId: string
  'x-confirmation'?: unknown
}

describe('the actions that a code confirms', () => {
  it('have a text for each operation that needs a confirmation', () => {
    const { paths } = JSON.parse(fs.readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Stated>> }
    const stated = Object.values(paths).flatMap((methods) => Object.values(methods))

    const confirmable = stated.filter((one) => one['x-confirmation'] && one.operationId !== 'confirmLoginCode')

    expect(Object.keys(actionMessages.en.operation).sort()).to.deep.equal(
      confirmable.map((one) => one.operationId).sort(),
    )
  })
})
