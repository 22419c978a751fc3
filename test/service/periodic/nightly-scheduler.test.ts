import { expect } from 'chai'
import type { LastRuns } from '../../../service/domain/kernel/maintenance-tasks/find-last-runs.ts'
import { createNightlyScheduler } from '../../../service/periodic/nightly-scheduler.ts'
import type { NightlyTask } from '../../../service/periodic/schedule.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The installation time, for an old installation. */
const long = new Date(0)

const tasks: NightlyTask[] = [
  { name: 'freeze', at: '5 0 * * *', kind: 'report', uselessAfterMs: 55 * minute },
  { name: 'purge', at: '0 2 * * *', kind: 'purge' },
  { name: 'dump', at: '10 4 * * *', kind: 'dump' },
]

/** Returns a service with its own clocks; its tasks are recorded as its threads would. */
function aService(start: string, { installedAt = new Date(start), timeZone = 'UTC', recorded = new Map() } = {}) {
  let wall = Date.parse(start)
  let steady = 0
  const ran: string[] = []
  const of: LastRuns['of'] = recorded
  const look = createNightlyScheduler({
    tasks,
    timeZone,
    now: () => new Date(wall),
    steadyMs: () => steady,
    findLastRuns: () => Promise.resolve({ installedAt, of }),
    run(name) {
      ran.push(`${new Date(wall).toISOString().slice(5, 16)} ${name}`)
      const at = new Date(wall)
      of.set(tasks.find((task) => task.name === name)!.kind, { startedAt: at, finishedAt: at })
    },
  })
  return {
    ran,
    of,
    /** Advances the time, and checks the clock every half minute. */
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += minute / 2) {
        wall += minute / 2
        steady += minute / 2
        await look()
      }
    },
    /** Sets the wall clock, or simulates sleep: only one of the clocks advances. */
    set(to: string) {
      wall = Date.parse(to)
    },
  }
}

describe('nightly tasks', () => {
  it('run at their times, each once a night', async () => {
    const service = aService('2026-11-21T23:00Z')

    await service.pass(day + 2 * hour)

    const night = ['11-22T00:05 freeze', '11-22T02:00 purge', '11-22T04:10 dump']
    expect(service.ran).to.deep.equal([...night, '11-23T00:05 freeze'])
  })

  it('follow the clock of BKP_TIMEZONE', async () => {
    const service = aService('2026-11-21T20:00Z', { timeZone: 'Asia/Kolkata' })

    await service.pass(hour)

    expect(service.ran).to.deep.equal(['11-21T20:30 purge'])
  })

  it('missed during sleep run on wake, in sequence, except a long past report', async () => {
    const service = aService('2026-11-21T22:00Z')
    await service.pass(hour)
    service.set('2026-11-24T09:00Z')

    await service.pass(8 * hour)

    expect(service.ran).to.deep.equal(['11-24T09:00 purge', '11-24T09:01 dump'])
  })

  it('missed while the service was off run some minutes after its start', async () => {
    const recorded = aService('2026-11-20T01:00Z')
    await recorded.pass(5 * hour)
    const service = aService('2026-11-21T09:00Z', { installedAt: long, recorded: recorded.of })

    await service.pass(hour)

    expect(service.ran).to.deep.equal(['11-21T09:03 purge', '11-21T09:04 dump'])
  })

  it('done by another replica or before a restart are not repeated', async () => {
    const before = aService('2026-11-21T01:00Z')
    await before.pass(5 * hour)
    const service = aService('2026-11-21T09:00Z', { installedAt: long, recorded: before.of })

    await service.pass(hour)

    expect(service.ran).to.deep.equal([])
  })

  it('that were interrupted are repeated', async () => {
    const before = aService('2026-11-21T01:00Z')
    await before.pass(5 * hour)
    before.of.set('purge', { startedAt: new Date('2026-11-21T02:00Z'), finishedAt: null })
    const service = aService('2026-11-21T04:30Z', { installedAt: long, recorded: before.of })

    await service.pass(hour)

    expect(service.ran).to.deep.equal(['11-21T04:33 purge'])
  })

  it('of nights before the installation are not missed', async () => {
    const service = aService('2026-11-21T09:00Z')

    await service.pass(20 * hour)

    expect(service.ran).to.deep.equal(['11-22T00:05 freeze', '11-22T02:00 purge', '11-22T04:10 dump'])
  })

  it('run again the next night after a clock that was a year ahead', async () => {
    const service = aService('2026-11-21T22:00Z')
    service.set('2027-11-21T22:00Z')
    await service.pass(10 * minute)
    service.set('2026-11-21T22:10Z')
    service.ran.length = 0

    await service.pass(7 * hour)

    expect(service.ran).to.include.members(['11-22T00:05 freeze', '11-22T02:00 purge', '11-22T04:10 dump'])
  })

  it('include an unrecorded report within its hour', async () => {
    const service = aService('2026-11-21T00:20Z', { installedAt: long })

    await service.pass(10 * minute)

    expect(service.ran).to.include('11-21T00:23 freeze')
  })
})
