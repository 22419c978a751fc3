import { type StepMessage, failureSentences } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type { BigipRestDescription, Platform } from '../../shared/platforms/platform.ts'
import type { ApiRequest } from '../../shared/platforms/requests.ts'
import { openApiSession } from '../collect/api/api-session.ts'
import type { CapturedLongText, CapturedText } from '../collect/captured.ts'
import type { OpenPath } from '../collect/device-collector.ts'
import { knownWords } from '../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../device-failure.ts'
import {
  createScfIntake,
  collectBigip,
  headLength,
  masterKeyIn,
  withCleanup,
  withLeft,
} from './lbco_bigip-artifacts.ts'
import { bigipNames } from './lbco_bigip-names.ts'
import { bashThere, readResult, objectOf, postJson } from './lbco_bigip-rest-replies.ts'
import { clearArchives, readUcsOverRest } from './lbco_bigip-rest-ucs.ts'
import type { BigipRestRun } from './lbco_bigip-rest-run.ts'

/** Collects over a load balancer's API, iControl REST. The transport is open once a token was issued. */
export const openBigipRest: OpenPath = async (job, platform, dependencies) => {
  const description = descriptionOf(platform)
  const talk = await openApiSession(job, description, dependencies)
  dependencies.onStep?.('login')
  const limits = { ...description.limits, ...dependencies.requestLimits }
  const run = { talk, description, limits, dependencies, names: bigipNames(job.leaseId) }
  return {
    async read(keys) {
      const left = await clearArchives(run)
      const readers = {
        scf: () => readScf(run),
        masterKey: async () =>
          masterKeyIn(
            await bash(run, 'f5mku -K', message('step_reading', { artifact: 'master-key' })),
            'api',
            dependencies.now(),
          ),
        ucs: (companion: CapturedText | CapturedLongText | undefined) => readUcsOverRest(run, companion),
      }
      return collectBigip(keys, 'api', readers, { log: talk.log, signal: dependencies.signal }, left)
    },
    probe: () => Promise.resolve(),
    close: () => talk.close(),
  }
}

function descriptionOf(platform: Platform): BigipRestDescription {
  if (platform.api?.driver !== 'lbco_bigip_rest') throw new Error(`${platform.id} is no BIG-IP`)
  return platform.api
}

const step = message('step_reading', { artifact: 'scf' })

/**
 * Saves, reads and removes the configuration file by system commands. If saving is refused, reads the listing, which
 * contains the same in another form. Both require an administrator with access to bash.
 * @throws DeviceFailure
 */
async function readScf(run: BigipRestRun): Promise<CapturedText | CapturedLongText> {
  const path = `/var/local/scf/${run.names.scf}`
  const removed = run.talk.deferCleanup(bashRequest(removalOf(path)))
  const { done, left } = await withCleanup(
    () => saveScf(run, path),
    async () => {
      const stays = await removeScf(run, path)
      if (!run.dependencies.signal.aborted) removed()
      return stays
    },
  )
  return withLeft(done ?? (await listScf(run)), left)
}

/** @returns undefined if the account may not save it */
async function saveScf(run: BigipRestRun, path: string): Promise<CapturedText | CapturedLongText | undefined> {
  const { description, names, talk } = run
  const saved = await bash(run, `tmsh -q -c "save sys config file ${names.scf} no-passphrase"`, step)
  if (!isErrorOutput(run, saved)) {
    const { head, end } = await readFrom(run, `cat ${path}`, 'saved')
    if (description.scf.saved.firstLine?.test(head.split('\n')[0] ?? '')) return end()
  }
  talk.log('info', message('log_configuration_listed'))
  return undefined
}

async function listScf(run: BigipRestRun): Promise<CapturedText | CapturedLongText> {
  const { description, talk } = run
  const { head, end } = await readFrom(run, 'tmsh -q -c "cd /; list recursive"', 'listed')
  if (!isErrorOutput(run, head)) return end()
  const isDenial = description.permissionErrors.some((denial) => denial.test(head))
  throw talk.failure(isDenial ? 'privilege_insufficient' : 'command_refused', {
    step,
    expected: message('expected_configuration'),
    seen: knownWords(head, [...description.permissionErrors, ...description.errorPatterns]),
  })
}

/** Reads the output of a system command as a configuration. Its start shows whether it is one. */
async function readFrom(run: BigipRestRun, command: string, form: 'saved' | 'listed') {
  const { description, dependencies, talk } = run
  const how = { checks: description.scf[form], form, transport: 'api' } as const
  const intake = createScfIntake(how, { ...dependencies, log: talk.log }, talk.secrets)
  const answer = await talk.ask(bashRequest(command), step)
  const lost = await readResult(talk, answer, step, intake.push)
  return {
    head: intake.head(),
    async end() {
      const scf = await intake.end()
      if (lost === 0) return scf
      talk.log('warn', message('log_characters_lost', { artifact: 'scf', characters: lost }))
      return { ...scf, metadata: { ...scf.metadata, lost: { characters: lost } } }
    },
  }
}

/** The answer combines both streams and has no status. */
function isErrorOutput({ description }: BigipRestRun, words: string): boolean {
  return description.errorPatterns.some((refusal) => refusal.test(words.slice(0, headLength)))
}

/** @returns a description of the files that may remain */
async function removeScf(run: BigipRestRun, path: string): Promise<string | undefined> {
  const left = `${path} ${path}.tar`
  try {
    const response = await bash(run, removalOf(path), message('step_removing_saved_files'))
    if (response.trim() === '') return undefined
    const seen = knownWords(response, run.description.errorPatterns)
    run.talk.log('warn', message('log_file_left_after_refusal', { file: left, seen }))
  } catch (failure) {
    if (!(failure instanceof DeviceFailure)) throw failure
    run.talk.log('warn', message('log_file_left_after_failure', { file: left, failure: failureSentences(failure) }))
  }
  return left
}

function removalOf(path: string): string {
  return `rm -f ${path} ${path}.tar`
}

/**
 * Returns the output of a system command, which must not contain single quotes.
 * @throws DeviceFailure privilege_insufficient for an account that may not run commands
 */
async function bash({ talk }: BigipRestRun, command: string, step: StepMessage): Promise<string> {
  const response = await objectOf(talk, await talk.ask(bashRequest(command), step), step, bashThere)
  const { commandResult = '' } = response
  return typeof commandResult === 'string' ? commandResult : ''
}

function bashRequest(command: string): ApiRequest {
  return postJson('/mgmt/tm/util/bash', { command: 'run', utilCmdArgs: `-c '${command}'` })
}
