import { command } from '../command.ts'
import { shortInstant } from '../instant.ts'
import { dataOf } from '../pages.ts'

export const acknowledgeRestore = command({
  name: 'storage acknowledge-restore',
  summary: 'Acknowledge a restored database, so that sweeps remove unused data again',
  details: `Applies to all customers. First attach backups that are newer than the dump: docs/backup-and-recovery.md. Asks for
your password. Deletes nothing.`,
  words: [],
  options: {},
  examples: [['coffer storage acknowledge-restore', 'after rebuild-index has attached newer backups']],
  async run({ connect, out }) {
    const mark = dataOf(await connect().api.DELETE('/api/storage/restored'))
    const what = mark.dump_taken_at ? `a dump of ${shortInstant(mark.dump_taken_at)}` : 'a rebuilt index'
    const sentence = mark.restored
      ? `acknowledged: ${what}, restored ${shortInstant(mark.at)}\n`
      : 'no restored database awaits acknowledgement\n'
    await out.thing(mark, () => sentence)
  },
})
