import { expect } from 'chai'
import { lineShape } from '../../../agent/collect/line-shape.ts'

describe('a line of a configuration in a failure', () => {
  for (const [line, shown] of [
    ['  set psksecret ENC U2VjcmV0', 'set psksecret …'],
    ['username admin secret 9 $9$abc', 'username admin …'],
    ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj', '…'],
    ['interface GigabitEthernet1', 'interface GigabitEthernet1'],
    ['end', 'end'],
    ['', ''],
  ] as const) {
    it(`shows “${shown}” of “${line}”`, () => {
      expect(lineShape(line)).to.equal(shown)
    })
  }
})
