import { builtInPlatforms } from '../../shared/platforms/registry.ts'
import type { Platform, Transport } from '../../shared/platforms/platform.ts'
import { readCaptures, type Capture, type CapturedArtifact } from '../support/captures.ts'

/** Where devices are played by a simulator or a real server of the tests, by platform, path and key. */
const played: Record<string, string> = {
  'lbco_bigip api *': 'test/agent/procedures/lbco_bigip-rest.test.ts (a simulator)',
  'lbco_bigip ssh *': 'test/agent/procedures/lbco_bigip-shell.test.ts (a simulator)',
  'netco_iosxe ssh startup-config': 'test/agent/collect/cli/shell.test.ts (a simulator)',
  'linux_server ssh filetree': 'test/agent/collect/tree/file-tree.test.ts (sshd and rsync)',
  'routeco_junos ssh configuration-xml': 'test/agent/collect/junos.test.ts (a simulator)',
  'netco_meraki api *': 'test/agent/procedures/netco_meraki.test.ts (a simulator)',
}

/** An artifact of a platform over a path, and what proves it; nothing at all is an empty text. */
export interface ProvenArtifact {
  platform: string
  transport: Transport
  key: string
  by: string
}

/** Every artifact of every platform over every path, in the registry's order. */
export function provenArtifacts(): ProvenArtifact[] {
  const captures: Record<Transport, Capture[]> = {
    ssh: readCaptures('ssh'),
    api: [...readCaptures('api'), ...readCaptures('netconf'), ...readCaptures('cloud')],
  }
  return (builtInPlatforms as readonly Platform[]).flatMap(({ id, transports, artifacts }) =>
    transports.flatMap((transport) =>
      Object.entries(artifacts)
        .filter(([, artifact]) => artifact.transports.includes(transport))
        .map(([key]) => ({ platform: id, transport, key, by: proofOf(captures[transport], id, transport, key) })),
    ),
  )
}

/** Returns the captures that contain it, or else those that report its absence. */
function proofOf(all: Capture[], platform: string, transport: Transport, key: string): string {
  const byTest = played[`${platform} ${transport} ${key}`] ?? played[`${platform} ${transport} *`]
  const captures = all.filter((capture) => capture.platform === platform)
  const kept = captures.filter(({ collected = {} }) => isKept(collected[key]))
  const absent = captures.filter(({ collected = {} }) => collected[key] === 'absent')
  if (byTest ?? kept.length > 0) return [...(byTest ? [byTest] : []), ...namesOf(kept)].join(', ')
  return absent.length > 0 ? `not to be had over this path: ${namesOf(absent).join(', ')}` : ''
}

function isKept(artifact: CapturedArtifact | undefined): boolean {
  return typeof artifact === 'object' && !('failed' in artifact)
}

function namesOf(captures: Capture[]): string[] {
  const names = captures.map(({ path }) => path.split('/').at(-2) ?? '')
  return names.length > 3 ? [...names.slice(0, 3), `and ${names.length - 3} more`] : names
}
