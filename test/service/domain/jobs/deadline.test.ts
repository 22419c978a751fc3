import { expect } from 'chai'
import { deadlineKind, deadlineMs } from '../../../../service/domain/jobs/deadline.ts'
import { defaultIntervals } from '../../../../shared/agent-protocol/intervals.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'

describe('a job deadline', () => {
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

  it('is that of a server’s option, only for its backup', () => {
    const server = platformById('linux_server')!
    const hours = (kind: 'backup' | 'test', options: Record<string, unknown>) =>
      deadlineMs(kind, server, { options }, defaultIntervals) / 3_600_000

    expect(hours('backup', {})).to.equal(6)
    expect(hours('backup', { deadline_hours: 48 })).to.equal(48)
    expect(hours('test', { deadline_hours: 48 })).to.equal(1 / 6)
  })
})
