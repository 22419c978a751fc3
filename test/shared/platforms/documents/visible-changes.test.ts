import { expect } from 'chai'
import { normaliseText } from '../../../../shared/platforms/normalise.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'

describe('the comparison of platform documents', () => {
  const replication = (schedule: string, state: string) =>
    `INSERT INTO storage_replication VALUES(1,'${schedule}','{"state": "${state}"}','tank');\n`

  it('shows a change of the configuration of watchguard_fireware that looks like a reading', () => {
    const compared = (zone: string) =>
      normalised('watchguard_fireware', 'configuration', `<timezone>${zone}</timezone>\n`)

    expect(compared('GMT+01:00')).to.not.equal(compared('GMT+01:30'))
  })

  it('hides only the state of a replication of truenas', () => {
    const compared = (schedule: string, state: string) =>
      normalised('truenas', 'database', replication(schedule, state))

    expect(compared('daily', 'FINISHED')).to.equal(compared('daily', 'RUNNING'))
    expect(compared('daily', 'FINISHED')).to.not.equal(compared('weekly', 'FINISHED'))
  })
})

function normalised(platform: string, key: string, text: string): string {
  return normaliseText(platformById(platform)!, key, Buffer.from(text)).toString()
}
