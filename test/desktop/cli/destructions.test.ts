import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { carryOutDestructions } from '../../../service/domain/recovery/destruction/carry-out.ts'
import { type ClientUser, clientUser } from './client-runs.ts'
import { createClientScene, email, password } from './client-scene.ts'
import type { TestService } from '../../support/service.ts'
import { systemTransactions } from '../../support/system-transactions.ts'

describe('coffer customers delete', () => {
  let service: TestService
  let user: ClientUser
  before(async () => {
    ;({ service, user } = await createClientScene())
  })
  after(async () => {
    user.end()
    await service.close()
  })

  it('asks for the short name and the password, and can be cancelled', async () => {
    const { id } = await service.hasTenant('acme')

    const asked = await user.atTerminal(['customers', 'delete', 'acme'], ['acme', password])
    const waiting = JSON.parse((await user.coffer(['destructions', '--json'])).output)
    const withdrawn = await user.coffer(['destructions', 'withdraw', 'acme'])

    expect(asked.code, asked.errors).to.equal(0)
    expect(asked.errors).to.include('Type acme to continue').and.not.include(password)
    expect(waiting[0]).to.include({ tenant_id: id, kind: 'tenant', state: 'pending' })
    expect(withdrawn.errors).to.include('no data of acme is destroyed')
    expect(withdrawn.code).to.equal(0)
  })

  it('saves the certificate of a completed deletion', async () => {
    await service.hasTenant('north')
    const requested = await user.coffer(['customers', 'destroy-keys', 'north', '--confirm', 'north'], `${password}\n`)
    const early = await user.coffer(['destructions', 'certificate', 'north'])
    service.advance(7 * 24 * 3_600_000)
    const { knex, keys, serviceKeys, store, now } = service.dependencies
    await carryOutDestructions(
      {
        ...{ knex, keys, serviceKeys, store, now },
        runInSystemTransaction: systemTransactions(service.dependencies),
        readClock: () => Promise.resolve(now()),
      },
      () => undefined,
    )
    const later = clientUser()
    await later.coffer(['login', service.url, '--email', email], `${password}\n`)
    const file = path.join(later.folder, 'north.json')

    const saved = await later.coffer(['destructions', 'certificate', 'north', '--output', file])

    expect(requested.code, requested.errors).to.equal(0)
    expect(early.errors).to.include('[destruction_not_found]')
    expect(saved.code, saved.errors).to.equal(0)
    expect(JSON.parse(fs.readFileSync(file, 'utf8')).certificate.tenant.slug).to.equal('north')
    later.end()
  })
})
