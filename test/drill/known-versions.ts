import { type Client, must } from '../support/service.ts'
import type { DrillFleet } from './drill-fleet.ts'

/** A version whose content is known. */
export interface KnownVersion {
  id: string
  /** The device and the night. */
  name: string
  device: string
  revision: number
  content: { text: string } | { snapshotId: string; files: Map<string, string> }
}

/** `wrong`: the content differs from what was stored. */
export type Reading = 'whole' | 'refused' | 'wrong'

/** Returns two versions of each device. @throws Error if they are missing */
export async function knownVersions(admin: Client, fleet: DrillFleet): Promise<KnownVersion[]> {
  const known: KnownVersion[] = []
  const nights = [0, 1]
  for (const router of fleet.routers) {
    const ids = await versionsOf(admin, router.id, 'running-config')
    for (const revision of nights) {
      const content = { text: router.text(revision) }
      known.push({ id: idAt(ids, revision), name: nameOf(router, revision), device: router.name, revision, content })
    }
  }
  const { server } = fleet
  if (!server) return known
  const ids = await versionsOf(admin, server.id, 'filetree')
  const snapshots: { id: string }[] = must(await admin.get(`/api/devices/${server.id}/snapshots`), 200)
  const snapshotIds = snapshots.map(({ id }) => id).reverse()
  for (const revision of nights) {
    const content = { snapshotId: idAt(snapshotIds, revision), files: server.files(revision) }
    known.push({ id: idAt(ids, revision), name: nameOf(server, revision), device: server.name, revision, content })
  }
  return known
}

/** Reads it through the API, to the last byte. */
export async function readVersion(admin: Client, version: KnownVersion): Promise<Reading> {
  return read(admin, version).catch(() => 'refused') // an incomplete download has no usable content
}

async function read(admin: Client, { id, content }: KnownVersion): Promise<Reading> {
  if ('text' in content) {
    const { status, bytes } = await admin.get(`/api/artifacts/versions/${id}/content`)
    return status !== 200 ? 'refused' : bytes.toString() === content.text ? 'whole' : 'wrong'
  }
  for (const [file, text] of content.files) {
    const where = `/api/snapshots/${content.snapshotId}/file?path=${encodeURIComponent(file)}`
    const { status, bytes } = await admin.get(where)
    if (status !== 200) return 'refused'
    if (bytes.toString() !== text) return 'wrong'
  }
  return 'whole'
}

/** Returns the ids of a lineage's versions, oldest first. */
export async function versionsOf(admin: Client, deviceId: string, key: string): Promise<string[]> {
  const artifacts: { id: string; key: string }[] = must(await admin.get(`/api/devices/${deviceId}/artifacts`), 200)
  const lineage = artifacts.find((one) => one.key === key)
  const list: { id: string }[] = must(await admin.get(`/api/artifacts/${lineage?.id}/versions`), 200)
  return list.map(({ id }) => id).reverse()
}

function nameOf({ name }: { name: string }, revision: number): string {
  return `${name}, night ${revision + 1}`
}

function idAt(ids: string[], at: number): string {
  const id = ids[at]
  if (!id) throw new Error(`the scene has ${ids.length} versions where it must have more`)
  return id
}
