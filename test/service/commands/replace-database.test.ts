import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { describeReplacement } from '../../../service/commands/replace-database.ts'

describe('the steps to replace the database', () => {
  it('move the folder of the embedded database', () => {
    const folder = '/var/lib/coffer/database'

    expect(describeReplacement({ database: 'embedded', dataDirectory: '/var/lib/coffer' })).to.deep.equal(
      message('replace_embedded_database', { folder, former_folder: `${folder}.former` }),
    )
  })

  it('are SQL statements for an external server, with its names and without a password', () => {
    const url = 'postgres://coffer_service:secret@db.example.net/c%20offer'
    const database = { url, listenUrl: url, ownerUrl: 'postgres://coffer:hidden@db.example.net/c%20offer' }

    const steps = describeReplacement({ database, dataDirectory: '/var/lib/coffer' })

    const statements = 'drop database "c offer"; create database "c offer" owner "coffer";'
    expect(steps).to.deep.equal(message('replace_external_database', { statements }))
  })
})
