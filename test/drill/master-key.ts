import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Drill } from './drill.ts'
import { type DrillScene, namesOfHurt } from './drill-scene.ts'

/** Every command that needs the key reports its absence; none creates a new one over data that it cannot decrypt. */
export const masterKeyLost: Drill = {
  name: 'master-key-lost',
  title: 'the master key is lost, and an operator tries another one',
  async play(scene, say, isWhole) {
    const key = keyOf(scene)
    const away = path.join(scene.elsewhere, 'master-key')
    fs.renameSync(key, away)
    say.did('moved the master key away')
    const commands = ['start', 'rebuild-index', ...(isWhole ? ['verify', 'check', `restore ${scene.dump}`] : [])]
    for (const words of commands) {
      const { code, errors } = await scene.command(words)
      const [command] = words.split(' ')
      say.holds(`${command} ends with 1 and says so: ${errors.trim()}`, code === 1 && saysWhy(command, errors), code)
    }
    say.holds('no new key is made', !fs.existsSync(key))

    fs.writeFileSync(key, randomBytes(32).toString('base64'), { mode: 0o600 })
    const other = await scene.command('start')
    say.did('put 32 other bytes in its place')
    say.holds(`the start is refused: ${other.errors.trim()}`, other.code === 1 && other.errors.includes('[master_key_'))

    fs.rmSync(key)
    fs.renameSync(away, key)
    await readsWhole(scene, (affected) =>
      say.holds('with the key back, every version reads', affected.length === 0, affected),
    )
    say.lost('without a copy of the key: every backup, for good. There is no second way in')
  },
}

/** Everything is readable with the new key, and nothing with the old one, except for earlier copies. */
export const masterKeyChanged: Drill = {
  name: 'master-key-changed',
  title: 'the master key may be compromised, and is changed',
  async play(scene, say, isWhole) {
    const [former, next] = ['former-key', 'next-key'].map((name) => path.join(scene.elsewhere, name)) as [
      string,
      string,
    ]
    fs.cpSync(keyOf(scene), former)
    fs.writeFileSync(next, randomBytes(32).toString('base64'), { mode: 0o600 })
    const how = { BKP_NEW_MASTER_KEY_FILE: next }
    await scene.start()
    const beside = await scene.command('rewrap-keys', how)
    say.holds('it is refused while a replica runs', beside.code === 1, beside.errors)
    await scene.stop()
    const { code, errors } = await scene.command('rewrap-keys', how)
    say.did('stopped the service, and wrapped every key anew: rewrap-keys')
    say.holds('the command ends with 0', code === 0, errors)
    await readsWhole(scene, (affected) =>
      say.holds('every version reads under the new key', affected.length === 0, affected),
    )

    const old = await scene.command('start', { BKP_MASTER_KEY_FILE: former })
    say.holds(
      `the former key opens nothing: ${old.errors.trim()}`,
      old.code === 1 && old.errors.includes('[master_key_'),
    )
    if (!isWhole) return
    fs.rmSync(path.join(scene.data, 'database'), { recursive: true })
    const dump = await scene.command(`restore ${scene.dump}`)
    say.did('removed the database, too')
    say.holds(
      `a dump from before needs the former key, and says so: ${dump.errors.trim()}`,
      dump.code === 1 && dump.errors.includes('[dump_wrong_master_key]'),
    )
    const rebuilt = await scene.command('rebuild-index')
    say.holds('rebuild-index works with the new key', rebuilt.code === 0, rebuilt.errors)
    await readsWhole(scene, (affected) => say.holds('and every version reads', affected.length === 0, affected))
    say.lost('nothing. Keep the former key for as long as dumps from before are kept')
  },
}

function keyOf({ data }: DrillScene): string {
  return path.join(data, 'master-key')
}

function saysWhy(command: string | undefined, errors: string): boolean {
  const isOneLine = /^coffer: [^\n]+\n$/.test(errors)
  return isOneLine && (errors.includes('[master_key_') || command === 'verify')
}

async function readsWhole(scene: DrillScene, check: (affected: string[]) => void) {
  const coffer = await scene.start()
  check(namesOfHurt(await scene.readAll(await coffer.admin())))
  await scene.stop()
}
