import { expect } from 'chai'
import { useSchemaForm } from '../../../../../desktop/console/ui/schema-form/useSchemaForm.ts'
import { formSchemas } from '../../../../../shared/contract/form-schemas.ts'
import { openHeadlessPage } from '../headless-page.ts'

describe('a schema form', () => {
  it('sends nothing while a field is invalid, counts invalid fields, and sends valid values', async () => {
    const sent: object[] = []
    const { used: form, close } = await openHeadlessPage(() =>
      useSchemaForm({
        schema: formSchemas.NewTenant,
        initial: { name: '', slug: 'Not A Slug', days: 0 as number | '' },
        fields: [
          { key: 'name', label: () => 'Name' },
          { key: 'slug', label: () => 'Short name' },
          { key: 'days', label: () => 'Days', path: 'decommissioned_retention_days' },
        ],
        send: (values) => Promise.resolve(sent.push({ ...values })),
      }),
    )

    const before = await form.submit()
    const errorCount = form.errorCount.value
    form.values.name = 'Acme'
    const whileTyping = form.errorCount.value
    Object.assign(form.values, { name: ' Acme ', slug: 'acme', days: '' })
    const after = await form.submit()

    expect([before, errorCount, whileTyping]).to.deep.equal([false, 3, 2])
    expect([after, form.errorCount.value]).to.deep.equal([true, 0])
    expect(sent).to.deep.equal([{ name: ' Acme ', slug: 'acme', days: '' }])
    close()
  })

  it('checks only visible sections, parts of a value, and rules beyond the schema', async () => {
    const { used: form, close } = await openHeadlessPage(() =>
      useSchemaForm({
        schema: {},
        initial: { hasPort: true, options: { port: '' as number | '' }, password: 'a', again: 'b' },
        sections: [
          {
            key: 'options',
            title: () => 'Options',
            isShown: (): boolean => form.values.hasPort,
            fields: [{ key: 'options.port', label: () => 'Port', rules: { required: true, minimum: 1 } }],
          },
          {
            key: 'password',
            title: () => 'Password',
            fields: [
              { key: 'password', label: () => 'Password' },
              {
                key: 'again',
                label: () => 'Again',
                check: (): string | undefined => (form.values.again === form.values.password ? undefined : 'differs'),
              },
            ],
          },
        ],
        send: () => Promise.resolve(),
      }),
    )

    const isSent = await form.submit()
    const withSection = form.errorCount.value
    form.setValueAt('options.port', 22)
    const withPort = form.errorCount.value
    Object.assign(form.values, { hasPort: false, options: { port: '' }, again: 'a' })

    expect([isSent, withSection, withPort]).to.deep.equal([false, 2, 1])
    expect(form.valueAt('options.port')).to.equal('')
    expect(await form.submit()).to.equal(true)
    close()
  })
})
