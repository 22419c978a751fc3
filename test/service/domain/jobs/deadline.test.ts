import { expect } from 'chai'
import { deadlineKind } from '../../../../service/domain/jobs/deadline.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'

describe('the deadline of a job', () => {
  for (const [id, kind, deadline] of [
    ['netco_iosxe', 'backup', 'text'],
    ['netco_nxos', 'backup', 'text'],
    ['fwco_fortios', 'backup', 'archive'],
    ['fwco_fortios', 'test', 'text'],
    ['linux_server', 'backup', 'tree'],
    ['linux_server', 'test', 'text'],
  ] as const) {
    it(`is that of a ${deadline} for a ${kind} of ${id}`, () => {
      const platform = platformById(id)

      expect(platform && deadlineKind(kind, platform)).to.equal(deadline)
    })
  }
})
