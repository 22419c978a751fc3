import { command } from '../command.ts'
import { shortInstant } from '../instant.ts'
import { dataOf } from '../pages.ts'

export const acknowledgeRestore = command({
  name: 'storage acknowledge-restore',
  summary: 'Acknowledge that the database was put back: sweeps remove again',
  details: `Of every customer. Attach what is newer than the dump first: docs/operating.md, "When the database is lost". Your
password is asked for. Nothing is removed by it.`,
  words: [],
  options: {},
  examples: [['coffer storage acknowledge-restore', 'after rebuild-index has found what is newer']],
  async run({ connect, out }) {
    const mark = dataOf(await connect().api.DELETE('/api/storage/restored'))
    const what = mark.dump_taken_at ? `a dump of ${shortInstant(mark.dump_taken_at)}` : 'a rebuilt index'
    const said = mark.restored ? `acknowledged: ${what}, put back ${shortInstant(mark.at)}\n` : 'no restore waits\n'
    await out.thing(mark, () => said)
  },
})
