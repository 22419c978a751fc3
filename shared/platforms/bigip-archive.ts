import type { ArchiveDescription } from './platform.ts'

/** A UCS. Only the configuration identifies it: the rest (`/var`, `/etc`, histories) differs in each save. */
export const bigipArchive: ArchiveDescription = {
  identity: [
    { members: /^config\/bigip[^/]*\.conf$/, as: 'scf' },
    { members: /^config\/partitions\/.*\.conf$/, as: 'scf' },
    { members: /^config\/(?:partitions|filestore)\// },
  ],
  requiredMembers: [/^config\/bigip_base\.conf$/, /^config\/bigip\.conf$/],
  companion: 'scf',
  extension: 'ucs',
}
