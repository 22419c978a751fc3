import fs from 'node:fs'
import path from 'node:path'
import { must } from '../support/service.ts'
import type { Drill } from './drill.ts'
import { type DrillScene, namesOfHurt } from './drill-scene.ts'

/**
 * One pack is missing and one has a flipped bit: exactly the affected versions are named, and the others are readable.
 */
export const objectsLost: Drill = {
  name: 'objects-lost',
  title: 'some stored objects are lost, and some are damaged',
  async play(scene, say) {
    const packs = fs.globSync(path.join(scene.data, 'objects/tenants/*/packs/*')).sort()
    const [gone, flipped] = [packs[0]!, packs.at(-1)!]
    const copy = path.join(scene.elsewhere, 'copy')
    fs.cpSync(flipped, copy)
    fs.rmSync(gone)
    const hurtByGone = namesIn(scene, (await scene.command('check')).output)
    flipBit(flipped)
    say.did(`removed one of ${packs.length} packs, and flipped one bit of another`)

    const found = await scene.command('check')
    const named = namesIn(scene, found.output)
    say.did('check')
    say.holds('check ends with 1, and names both objects', found.code === 1 && namesBoth(found.output, gone, flipped))

    let coffer = await scene.start()
    let admin = await coffer.admin()
    let readings = await scene.readAll(admin)
    const affected = namesOfHurt(readings)
    say.holds('no version gives other bytes than were stored', ![...readings.values()].includes('wrong'))
    say.holds(
      `hurt are exactly the versions that check names: ${affected.join('; ')}`,
      affected.join() === named.join(),
      named,
    )
    say.holds(
      `the other ${readings.size - affected.length} versions read byte for byte`,
      affected.length < readings.size,
    )
    const listed = must(await admin.get(`/api/storage/damaged-versions?tenant=${scene.tenantId}`), 200)
    const ofApi = namesOfIds(scene, listed)
    say.holds('the API lists the same versions, with their snapshots', ofApi.join() === affected.join(), listed)
    await scene.stop()

    fs.rmSync(flipped)
    fs.cpSync(copy, flipped)
    const again = await scene.command('check')
    const left = namesIn(scene, again.output)
    say.did('put the damaged pack back from a copy; check')
    say.holds(
      `what it hurt reads again; still hurt: ${left.join('; ')}`,
      left.length > 0 && left.join() === hurtByGone.join(),
      left,
    )

    coffer = await scene.start()
    admin = await coffer.admin()
    const statuses = (await scene.backUp(admin)).map(({ status }) => status)
    readings = await scene.readAll(admin)
    const forGood = namesOfHurt(readings)
    say.did('backed up all devices, none of which has changed since')
    say.holds(
      'every backup ends well',
      statuses.every((status) => status === 'unchanged' || status === 'succeeded'),
      statuses,
    )
    say.holds(
      'the latest version of every device reads',
      forGood.every((name) => name.endsWith('night 1')),
      forGood,
    )
    for (const name of forGood) say.lost(`${name}: on no device any more, and in no copy`)
  },
}

function flipBit(file: string) {
  const bytes = fs.readFileSync(file)
  bytes[bytes.length >> 1]! ^= 1
  fs.writeFileSync(file, bytes)
}

function namesBoth(output: string, ...files: string[]): boolean {
  return files.every((file) => output.includes(path.basename(file)))
}

/** Returns the names of the versions that a check reported as unreadable. */
function namesIn(scene: DrillScene, output: string): string[] {
  const lines = output.split('\n').filter((line) => line.includes('this version cannot be read whole'))
  return namesOfIds(
    scene,
    lines.map((line) => ({ version_id: JSON.parse(line).versionId })),
  )
}

function namesOfIds({ versions }: DrillScene, list: { version_id: string }[]): string[] {
  return list
    .map(({ version_id }) => versions.find(({ id }) => id === version_id)?.name ?? `${version_id}, not known`)
    .sort()
}
