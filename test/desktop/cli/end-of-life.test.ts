import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import type { TestService } from '../../support/service.ts'
import type { ClientUser } from './client-runs.ts'
import { createClientScene } from './client-scene.ts'

describe('coffer end-of-life', () => {
  let service: TestService
  let user: ClientUser

  before(async () => {
    ;({ service, user } = await createClientScene())
  })

  after(async () => {
    user?.end()
    await service?.close()
  })

  const fileWith = (name: string, text: string) => {
    const file = path.join(user.folder, name)
    fs.writeFileSync(file, text)
    return file
  }

  it('loads a table from CSV or JSON and lists it', async () => {
    const csv = fileWith('a.csv', 'vendor,model,end_of_support\nAcme,X1*,2031-12-31\nAcme,X2,2030-01-01\n')
    const json = fileWith(
      'b.json',
      JSON.stringify([{ vendor: 'Acme', os_version: '9.*', end_of_support: '2028-06-30' }]),
    )

    const fromCsv = await user.coffer(['end-of-life', 'load', csv])
    const fromJson = await user.coffer(['end-of-life', 'load', json])
    const listed = await user.coffer(['end-of-life'])

    expect(fromCsv.output).to.equal('loaded; entries: 2, changed devices: 0\n')
    expect(fromJson.output).to.equal('loaded; entries: 1, changed devices: 0\n')
    expect(listed.output).to.match(/Acme +\* +9\.\*.*2028-06-30/)
  })

  it('reports the line of an error, and finds no device without a table', async () => {
    const wrong = fileWith('c.csv', 'vendor,model,end_of_support\nAcme,X1*,2031-12-31\nAcme,X2,tomorrow\n')

    const refused = await user.coffer(['end-of-life', 'load', wrong])
    const devices = await user.coffer(['devices', '--facts', '--end-of-support-by', '2027-12-31'])

    expect(refused.code).not.to.equal(0)
    expect(refused.errors).to.include('tomorrow for end_of_support in line 3')
    expect(devices.output + devices.errors).to.include('no devices match')
  })
})
