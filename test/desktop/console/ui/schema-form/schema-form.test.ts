import { expect } from 'chai'
import { useSchemaForm } from '../../../../../desktop/console/ui/schema-form/useSchemaForm.ts'
import { formSchemas } from '../../../../../shared/contract/form-schemas.ts'
import { openHeadlessPage } from '../../../../support/headless-page.ts'

describe('a form of a request schema', () => {
  it('sends nothing while a field is invalid, counts such fields, and sends what is valid', async () => {
    const sent: object[] = []
    const { used: form } = await openHeadlessPage(() =>
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
  })
})
