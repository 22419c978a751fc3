import { expect } from 'chai'
import type { components } from '../../../../shared/contract/api-types.ts'
import { ApiProblem } from '../../../../desktop/console/client/api.ts'
import { unsavedQuestion } from '../../../../desktop/console/ui/leave-unsaved.ts'
import { useForm } from '../../../../desktop/console/ui/useForm.ts'
import { openHeadlessPage } from './headless-page.ts'

interface Values {
  name: string
  paths: string[]
}

type FieldError = components['schemas']['FieldError']

/** A field error of a newer service, whose sentence is quoted. */
const unknownHere = (error: Pick<FieldError, 'path' | 'message'>): FieldError => ({
  ...error,
  code: 'something_new' as never,
  params: {},
})

const refusal = (errors: Pick<FieldError, 'path' | 'message'>[], status = 422) =>
  new ApiProblem({ type: 'about:blank', title: 'Refused', status, request_id: 'r', errors: errors.map(unknownHere) })

describe('a console form', () => {
  async function open(fields?: string[]) {
    const sent: (PromiseWithResolvers<void> & { values: Values })[] = []
    const page = await openHeadlessPage(() =>
      useForm<Values>(
        { name: '', paths: ['/etc'] },
        (values) => {
          const one = { ...Promise.withResolvers<void>(), values }
          sent.push(one)
          return one.promise
        },
        { fields },
      ),
    )
    return { ...page, form: page.used, sent }
  }

  it('is sent once, however often Enter is pressed', async () => {
    const { form, sent, close } = await open()
    form.values.name = 'core-1'

    const first = form.submit()
    expect(await form.submit()).to.equal(false)
    expect(form.sending.value).to.equal(true)
    sent[0]!.resolve()

    expect(await first).to.equal(true)
    expect(sent.map(({ values }) => values)).to.deep.equal([{ name: 'core-1', paths: ['/etc'] }])
    expect([form.sending.value, form.isDirty.value]).to.deep.equal([false, false])
    close()
  })

  for (const [fields, refused, said, isElsewhere] of [
    [['options'], ['options.paths.0', 'options.depth'], 'no; no', false],
    [['options.paths'], ['options.paths.0', 'options.depth'], 'no; no', true],
    [['options'], ['optionsets'], undefined, true],
    [undefined, ['options.paths.0', 'name'], 'no', false],
    [['options'], [], undefined, true],
  ] as const) {
    it(`with fields for ${fields?.join(' and ') ?? 'everything'} shows ${said ?? 'nothing'} at the options when ${refused.join(' and ') || 'nothing by name'} is rejected`, async () => {
      const { form, sent, close } = await open(fields && [...fields])

      const sending = form.submit()
      sent[0]!.reject(refusal(refused.map((path) => ({ path, message: 'no' }))))
      await sending

      expect(form.errorOf('options')).to.equal(said)
      expect(form.failure.value !== undefined).to.equal(isElsewhere)
      close()
    })
  }

  it('keeps text typed while it is sent, as unsaved', async () => {
    const { form, sent, close } = await open()
    form.values.name = 'core-1'

    const sending = form.submit()
    form.values.name = 'core-12'
    sent[0]!.resolve()
    await sending

    expect(sent[0]!.values.name).to.equal('core-1')
    expect([form.values.name, form.isDirty.value]).to.deep.equal(['core-12', true])
    close()
  })

  it('shows each field’s errors at the field, and others separately', async () => {
    const { form, sent, close } = await open(['name', 'paths.0'])
    const refuse = async (error: Error) => {
      const sending = form.submit()
      sent.at(-1)!.reject(error)
      expect(await sending).to.equal(false)
    }

    await refuse(
      refusal([
        { path: 'name', message: 'is taken' },
        { path: 'name', message: 'is long' },
      ]),
    )
    expect([form.errors.value, form.failure.value]).to.deep.equal([{ name: 'is taken; is long' }, undefined])
    await refuse(refusal([{ path: 'tenant', message: 'is gone' }]))
    expect(form.failure.value).to.be.instanceOf(ApiProblem)
    await refuse(refusal([], 409))
    expect([form.errors.value, form.failure.value?.message]).to.deep.equal([{}, 'Refused'])

    const sending = form.submit()
    expect(form.failure.value).to.equal(undefined)
    sent.at(-1)!.resolve()
    await sending
    close()
  })

  it('resets to the saved or externally updated values', async () => {
    const { form, close } = await open()
    form.values.name = 'core-1'
    form.values.paths.push('/opt')
    form.reset()
    expect([form.values, form.isDirty.value]).to.deep.equal([{ name: '', paths: ['/etc'] }, false])

    form.reset({ name: 'edge', paths: [] })
    expect([form.values.name, form.isDirty.value]).to.deep.equal(['edge', false])
    close()
  })

  it('asks before leaving with unsaved changes only', async () => {
    const { form, router, address, settled, sent, close } = await open()
    form.values.name = 'core-1'

    const leaving = router.push('/elsewhere')
    await settled()
    expect(unsavedQuestion.isOpen).to.equal(true)
    unsavedQuestion.answer(false)
    await leaving
    expect(address()).to.equal('/list')

    await router.push('/list?tab=two')
    const choosing = router.push('/list?customer=bolt')
    await settled()
    unsavedQuestion.answer(false)
    await choosing
    expect(address()).to.equal('/list?tab=two')

    const sending = form.submit()
    sent[0]!.resolve()
    await sending
    await router.push('/elsewhere')
    expect(address()).to.equal('/elsewhere')
    close()
  })

  it('makes the browser ask before closing, only with unsaved changes', async () => {
    const { form, close } = await open()
    const unload = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }

    expect(unload()).to.equal(false)
    form.values.name = 'core-1'
    expect(unload()).to.equal(true)
    close()
  })
})
