import { isEntryName, treeLimits } from '../../shared/repository/tree-entry.ts'
import { MembersUnreadable } from './archive-fault.ts'

/**
 * Returns a member's name as a path in a tree: `./config//bigip.conf` and `/config/bigip.conf` become
 * `config/bigip.conf`. The empty path is the root.
 * @throws MembersUnreadable `unsafe_names` for a path that leaves the archive or that a tree cannot contain
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
