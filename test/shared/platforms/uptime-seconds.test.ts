import { expect } from 'chai'
import { uptimeSeconds } from '../../../shared/platforms/uptime-seconds.ts'

const day = 86_400

describe('an uptime', () => {
  for (const [text, seconds] of [
    ['1 year, 21 weeks, 5 days, 3 hours, 36 minutes', (365 + 147 + 5) * day + 3 * 3600 + 36 * 60],
    ['217 day(s), 3 hour(s), 52 minute(s), 47 second(s)', 217 * day + 3 * 3600 + 52 * 60 + 47],
    ['12 days 12:42:42', 12 * day + 12 * 3600 + 42 * 60 + 42],
    ['12 days, 5:03', 12 * day + 5 * 3600 + 3 * 60],
    ['14w1d19h55m4s', 99 * day + 19 * 3600 + 55 * 60 + 4],
    ['160 days, 22 hours, 1 minute', 160 * day + 22 * 3600 + 60],
    ['42 Days 42 Hours 42 Minutes', 42 * day + 42 * 3600 + 42 * 60],
    ['4:04:14:10', 4 * day + 4 * 3600 + 14 * 60 + 10],
    ['soon', null],
  ] as const)
    it(`of '${text}' is ${seconds === null ? 'unknown' : `${seconds} seconds`}`, () => {
      expect(uptimeSeconds(text)).to.equal(seconds)
    })
})
