import fs from 'node:fs'
import { expect } from 'chai'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type TestConsole, describeConsole, openConsole } from '../../support/console.ts'
import { type Client, must } from '../../support/service.ts'

const planted = '<b onmouseover=alert(1)>core</b>'

describeConsole('the credentials that an agent has received', () => {
  let shown: TestConsole
  let customer: AgentScene
  let operator: Client
  let agentName: string

  before(async () => {
    shown = await openConsole()
    customer = await createAgentScene(shown.service, 'northwind')
    operator = await shown.service.as('platform_operator')
    const routers = await customer.hasCredential({ name: 'routers', username: 'backup', password: 'sesame-1234' })
    const done = await customer.hasCredential({ name: 'archive', username: 'copy', password: 'sesame-5678' })
    const devices = [
      await customer.hasDevice({ name: planted, credential_id: routers.id }),
      await customer.hasDevice({ name: 'edge-1', credential_id: routers.id }),
      await customer.hasDevice({ name: 'edge-2', credential_id: done.id }),
    ]
    const { agent, admin } = customer
    const ids = devices.map(({ id }) => id)
    must(await admin.post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: ids }), 202)
    await agent.open(await agent.claim())
    shown.service.advance(60_000)
    must(await admin.patch(`/api/credentials/${done.id}?tenant=${customer.id}`, { password: 'another-one-1' }), 200)
    const [{ name }] = must(await admin.get(`/api/agents?tenant=${customer.id}`), 200)
    agentName = name
  })

  after(() => shown?.close())

  it('of an agent with listeners: its page shows them, and forms set their ports and SNMPv3 users', async () => {
    const at = `/agents/${customer.agent.id}?customer=northwind`
    const now = shown.service.dependencies.now()
    const { page, picture, close } = await shown.open({ as: operator, at, now })
    page.setDefaultTimeout(20_000)
    await page.getByRole('button', { name: 'Backup on change' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Syslog (UDP)').fill('5514')
    await form.getByLabel('SNMP traps (UDP)').fill('5514')
    await form.getByLabel('Syslog servers').fill('192.0.2.0/24')
    await picture('agent-listeners')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('must differ from the port').waitFor()
    await form.getByLabel('SNMP traps (UDP)').fill('1162')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The agent has not reported its listeners yet.').waitFor()
    await page.getByRole('button', { name: 'Add user' }).click()
    await form.getByLabel('User name').fill('traps')
    await form.getByLabel('Authentication password').fill('short')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').first().waitFor()
    await picture('agent-snmp-user')
    await form.getByLabel('Authentication password').fill('auth-Secret-1')
    await form.getByLabel('Encryption password').fill('priv-Secret-2')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'AES-128' }).waitFor()
    await page.getByRole('button', { name: 'Edit traps' }).click()
    await form.getByLabel('Encryption', { exact: true }).selectOption('aes256')
    const where = `/api/agents/${customer.agent.id}?tenant=${customer.id}`
    const [traps] = must(await operator.get(where), 200).snmp_users
    must(await operator.patch(where, { snmp_users: [traps, { name: 'added-meanwhile', level: 'noAuthNoPriv' }] }), 200)
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'AES-256' }).waitFor()
    await page.getByRole('cell', { name: 'added-meanwhile', exact: true }).waitFor()
    await page.getByText(must(await operator.get(where), 200).snmp_engine_id).waitFor()
    await picture('agent-snmp-users')
    await close()
    const report = await customer.agent.send('POST', '/api/agent/change-reports', {
      listeners: [
        {
          protocol: 'syslog_udp',
          port: 5514,
          error: null,
          messages: 12_000,
          unknown_sender_messages: 3,
          last_message_at: now.toISOString(),
        },
        {
          ...{
            protocol: 'snmp_trap',
            port: 1162,
            error: 'port_in_use',
            messages: 1,
            unknown_sender_messages: 0,
            last_message_at: null,
          },
          rejected: 1,
          last_rejection: { reason: 'decryption_failed', user: planted, address: '192.0.2.1', at: now.toISOString() },
        },
      ],
      changes: [],
    })
    expect(report.status).to.equal(204)
    const again = await shown.open({ as: operator, at, language: 'fr', width: 390, theme: 'dark', now })
    await again.page.getByText('port déjà utilisé').waitFor()
    await again.page.getByText(`utilisateur ${planted} depuis 192.0.2.1`).scrollIntoViewIfNeeded()
    await again.picture('agent-listeners-narrow')
    expect(await again.axe('both')).to.deep.equal([])
    await again.close()
  })

  it('are listed for a revoked agent, with those left to change, and can be copied and saved', async () => {
    const at = `/agents/${customer.agent.id}?customer=northwind`
    const { page, axe, picture, close } = await shown.open({ as: operator, at, now: shown.service.dependencies.now() })

    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Then change the credentials').waitFor()
    await page.getByRole('dialog').getByRole('textbox').fill(agentName)
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    const revoked = page.getByRole('region', { name: 'Agent revoked' })
    await revoked.getByRole('link', { name: 'Credentials it has held' }).click()
    await page.getByText('One credential to change.').waitFor()
    const routers = page.getByRole('region', { name: 'routers', exact: true })
    await routers.getByText('backup', { exact: true }).waitFor()
    await routers.getByRole('row', { name: /edge-1.*to change/ }).waitFor()
    await routers.getByRole('link', { name: planted }).waitFor()
    await page.getByRole('region', { name: 'archive' }).getByText('changed since').first().waitFor()
    expect(await page.getByText('still receives credentials').count()).to.equal(0)
    await picture('agent-secrets')
    expect(await axe('both')).to.deep.equal([])

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    const lines = fs.readFileSync(await download.path(), 'utf8').split('\r\n')
    await page.getByRole('button', { name: 'Copy list' }).click()
    await page.getByText('List copied.').waitFor()

    expect(lines[0]).to.equal('\ufeffcredential,account,device,address,first_at,last_at,state')
    expect(lines.slice(1, -1).map((line) => line.split(',').toSpliced(3, 3).join(' '))).to.deep.equal([
      `routers backup ${planted} to_change`,
      'routers backup edge-1 to_change',
      'archive copy edge-2 changed',
    ])
    await page
      .getByRole('region', { name: 'routers', exact: true })
      .getByRole('link', { name: 'Change the secret' })
      .click()
    await page.getByRole('heading', { name: 'routers', exact: true }).waitFor()
    await close()
  })

  it('are filtered by time, in French too, and hidden from roles that cannot manage agents', async () => {
    shown.service.advance(3 * 86_400_000)
    const operator = await shown.service.as('platform_operator')
    const now = shown.service.dependencies.now()
    const at = `/agents/${customer.agent.id}/secrets?customer=northwind`
    const french = await shown.open({ as: operator, at, language: 'fr', width: 390, now })
    await french.page.getByText('Un jeu d’identifiants à changer.').waitFor()
    await french.picture('agent-secrets-narrow')
    expect(await french.page.evaluate(() => document.documentElement.scrollWidth)).to.be.at.most(390)
    await french.page.getByLabel('Période').selectOption('day')
    await french.page.getByText('pendant cette période').waitFor()
    await french.page.getByLabel('Période').selectOption('week')
    await french.page.getByRole('region', { name: 'routers', exact: true }).waitFor()
    await french.close()

    const admin = await customer.as('tenant_admin')
    const { page, close } = await shown.open({ as: admin, at })
    await page.getByRole('heading', { name: 'Not allowed for your role' }).waitFor()
    await close()
  })
})
