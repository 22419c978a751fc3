import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { convertFailure } from '../../../service/store/legacy-sentences/failures.ts'
import { defaultAdvice } from '../../../shared/messages/failure.ts'
import { convertKeyDamage } from '../../../service/store/legacy-sentences/key-damage.ts'
import { convertReason } from '../../../service/store/legacy-sentences/reasons.ts'
import { convertSuspicion } from '../../../service/store/legacy-sentences/suspicions.ts'

describe('the conversion of legacy texts', () => {
  for (const [sentence, converted] of [
    ['it shrank by more than 40 %', message('capture_shrank', { percent: 40 })],
    ['its last section is gone or cut off', message('last_section_missing')],
    ['it lacks the lines that end every configuration of this platform', message('closing_lines_missing')],
    [
      'statements are missing that configuration-conf of the same run has: 9',
      message('statements_missing', { artifact: 'configuration-conf', count: 9 }),
    ],
    [
      'it ends where startup-config of the same run goes on',
      message('ends_before_other_artifact', { artifact: 'startup-config' }),
    ],
    ['1 part that it had are said not to be present', message('members_absent', { count: 1 })],
    ['2 parts that it had are said not to be present', message('members_absent', { count: 2 })],
    [
      'each of its encrypted values is another, and nothing else: the master key was changed',
      message('master_key_changed'),
    ],
    [
      'another unit answered: its serial number is FG2, it was FG1',
      message('serial_number_changed', { serial: 'FG2', previous_serial: 'FG1' }),
    ],
    ['it shows 2 device groups, it showed 3', message('device_groups_fewer', { count: 2, previous_count: 3 })],
    ['it shows a part only, the one before did not', message('capture_partial')],
    ['secrets are masked that the one before showed', message('secrets_masked')],
    ['it shrank by half', message('legacy_text', { text: 'it shrank by half' })],
  ] as const) {
    it(`converts the suspicion “${sentence}” to ${converted.code}`, () => {
      expect(convertSuspicion(sentence)).to.deep.equal(converted)
    })
  }

  const object = 'tenants/x/keys/2'
  for (const [sentences, converted] of [
    [
      `in the database, the customer’s keys do not open; ${object} does; tenants/x/customer is unreadable`,
      [
        message('keys_do_not_open', { object, stored: 'opens' }),
        message('key_object_unreadable', { object: 'tenants/x/customer' }),
      ],
    ],
    [
      `in the database, the customer’s keys do not open; ${object} does not either`,
      [message('keys_do_not_open', { object, stored: 'does_not_open' })],
    ],
    [`${object} holds other bytes`, [message('key_object_differs', { object })]],
    [`${object} is not what it was`, [message('former_keys_changed', { object })]],
    [
      'tenants/x/customer does not open: it was altered, or is damaged; it is odd',
      [
        message('key_object_does_not_open', { object: 'tenants/x/customer' }),
        message('legacy_text', { text: 'it is odd' }),
      ],
    ],
  ] as const) {
    it(`converts the damage “${sentences}” to messages`, () => {
      expect(convertKeyDamage(sentences)).to.deep.equal(converted)
    })
  }

  const instant = '2026-11-23T07:08:00.000Z'
  for (const [sentence, converted] of [
    ['did nothing because BKP_DUMP_KEEP is 0', message('dumps_off')],
    ['did nothing because the dump d1 is of the same night', message('dump_already_made', { dump: 'd1' })],
    ['stopped: the service was ending', message('service_stopping')],
    ['stopped: the service was stopped; the next check goes on here', message('service_stopping')],
    ['stopped because the customer’s keys were destroyed', message('tenant_keys_destroyed')],
    [
      'the object store cannot be read: timed out',
      message('store_not_answering', { detail: message('legacy_text', { text: 'timed out' }) }),
    ],
    [
      'stopped because the object store does not answer: object store: reading: timed out',
      message('store_not_answering', { detail: message('legacy_text', { text: 'object store: reading: timed out' }) }),
    ],
    [`did nothing because of a sample of ${instant}`, message('recently_sampled', { sampled_at: instant })],
    [
      'the service’s clock says 2026-11-23 07:08 UTC and PostgreSQL’s 2026-11-23 07:08 UTC: nothing is removed by its age until they agree',
      message('clocks_differ', { service_time: instant, database_time: instant }),
    ],
    [
      'the last run was 9 days ago by this clock (2026-11-23 07:08 UTC): was the service off, or has the clock jumped? It goes on after 3 such nights',
      message('clock_jumped', { days: 9, now: instant, nights: 3 }),
    ],
    [
      '11 of 31 packs would be left without a chunk: more than a sweep removes unasked (POST /api/storage/purge is the yes)',
      message('packs_unreferenced', { packs: 11, stored: 31 }),
    ],
    [
      '3.5 GiB of 5 GiB are referred to by nothing: more than a sweep removes unasked (POST /api/storage/purge is the yes)',
      message('bytes_unreferenced', { unreferenced: 3.5 * 1024 ** 3, stored: 5 * 1024 ** 3 }),
    ],
    [
      'the database has never heard of 3 of 900 manifests in the store: was it put back? rebuild-index attaches them; if nobody wants them, POST /api/storage/purge is the yes',
      message('manifests_unknown', { unknown: 3, stored: 900 }),
    ],
    [
      'the store has a tombstone of this customer that this installation did not seal, and the database has its keys: it is forged',
      message('tombstone_not_sealed'),
    ],
    [
      `did nothing because everything is referred to; 2 objects are locked until ${instant} at the latest, and are deleted when their locks end`,
      message('several_reasons', {
        reasons: [message('everything_referenced'), message('deletion_deferred', { objects: 2, until: instant })],
      }),
    ],
    [
      'did nothing because everything is referred to; of 1 versions parts are lost; the rest of them was kept',
      message('several_reasons', {
        reasons: [message('everything_referenced'), message('versions_partly_lost', { versions: 1 })],
      }),
    ],
    ['did nothing because the moon is full', message('legacy_text', { text: 'did nothing because the moon is full' })],
  ] as const) {
    it(`converts the reason “${sentence.slice(0, 60)}” to ${converted.code}`, () => {
      expect(convertReason(sentence)).to.deep.equal(converted)
    })
  }

  for (const [sentence, code, step, expected, seen, advice] of [
    [
      'failed while connecting to 192.0.2.1 port 22; expected an open TCP port; seen: refused. To try: from the agent, check address, route and firewall.',
      'connection_timeout',
      message('step_connecting', { host: '192.0.2.1', port: 22 }),
      message('expected_open_port'),
      'refused',
      defaultAdvice('connection_timeout'),
    ],
    [
      'failed while logging in to the API with POST /api/login; nothing was seen. To try: check the moon.',
      'auth_failed',
      message('step_requesting', { step: message('step_logging_in_to_api'), method: 'POST', path: '/api/login' }),
      null,
      '',
      message('legacy_text', { text: 'Check the moon.' }),
    ],
    [
      'failed while starting rsync on the server with sudo; expected a wonder; seen: a. To try: b. To try: install rsync on the server.',
      'rsync_missing',
      message('step_starting_rsync', { sudo: 'yes' }),
      message('legacy_text', { text: 'a wonder' }),
      'a. To try: b',
      defaultAdvice('rsync_missing'),
    ],
    ['r1: check the credential.', 'auth_failed', null, null, null, defaultAdvice('auth_failed')],
    [
      'r1: the agent that worked on it was lost. Try: check that the agent runs and reaches the service.',
      'agent_lost',
      null,
      null,
      null,
      defaultAdvice('agent_lost'),
    ],
    [
      'The restore policy refuses at the level device: the device denies restores.',
      'restore_not_begun',
      null,
      null,
      null,
      message('advice_restore_denied', { level: 'device', reason: 'denied' }),
    ],
    ['nobody knows it', 'auth_failed', null, null, null, message('legacy_text', { text: 'nobody knows it' })],
  ] as const) {
    it(`converts “${sentence}” to a failure`, () => {
      expect(convertFailure(sentence, code)).to.deep.equal({ code, step, expected, seen, advice })
    })
  }
})
