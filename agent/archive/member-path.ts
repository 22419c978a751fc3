import { isEntryName, treeLimits } from '../../shared/repository/tree-entry.ts'
import { MembersUnreadable } from './archive-fault.ts'

/**
 * A member's name as a path in a tree: `./config//bigip.conf` and `/config/bigip.conf` are `config/bigip.conf`. The empty
 * path is the root.
 * @throws MembersUnreadable `unsafe_names` for one that leads out of the archive, or that no tree can hold
 */
export function cleanMemberPath(name: Buffer): Buffer {
  const components = name
    .toString('latin1')
    .split('/')
    .filter((component) => component !== '' && component !== '.')
  const isUnsafe = components.some((component) => !isEntryName(Buffer.from(component, 'latin1')))
  const path = Buffer.from(components.join('/'), 'latin1')
  if (isUnsafe || path.length > treeLimits.path) {
    throw new MembersUnreadable('unsafe_names', 'a member’s name leads out of the archive')
  }
  return path
}
