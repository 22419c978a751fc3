import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { migrations } from '../../../service/store/migrations/list.ts'
import { schemaFault } from '../../../service/store/schema-fault.ts'
import { emptyDatabase, freshDatabase } from '../../support/database.ts'

describe('the schema of another database', () => {
  it('is distinguished from that of another version', async () => {
    const [empty, db] = [await emptyDatabase(), await freshDatabase()]
    const last = migrations.at(-1)!.name

    const [none, ours] = [await schemaFault(empty.knex), await schemaFault(db.knex)]
    await db.owner('migrations').insert({ name: '9999-later', position: migrations.length })
    const newer = await schemaFault(db.knex)
    await db.owner('migrations').whereIn('name', ['9999-later', last]).delete()
    const older = await schemaFault(db.knex)
    await Promise.all([empty.drop(), db.drop()])

    expect(none).to.deep.equal(message('schema_missing'))
    expect(ours).to.equal(null)
    expect(newer).to.deep.equal(message('schema_step_unknown', { step: '9999-later' }))
    expect(older).to.deep.equal(message('schema_outdated', { steps: [last] }))
  })
})
