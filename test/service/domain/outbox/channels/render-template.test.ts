import { expect } from 'chai'
import {
  TemplateRefused,
  findTemplateFault,
  renderTemplate,
} from '../../../../../service/domain/outbox/channels/render-template.ts'
import { aNotification, hostileName } from '../../../../support/notification.ts'

const json = 'application/json; charset=utf-8'
const faultOf = (template: string, type = 'text/plain') => findTemplateFault(template, type)

describe('a template of an HTTP channel', () => {
  it('escapes values inside the strings of JSON', () => {
    const body = renderTemplate('{"text": "{{title}}", "lines": {{json lines}}, "ok": {{json alert.resolved}}}', aNotification(), json) // prettier-ignore

    expect(JSON.parse(body)).to.deep.equal({ text: aNotification().title, lines: aNotification().lines, ok: null })
  })

  it('escapes values for XML and for forms, and leaves plain text as it is', () => {
    const [xml, form, plain] = ['application/soap+xml', 'application/x-www-form-urlencoded', 'text/plain'].map((type) =>
      renderTemplate('<a>{{title}}</a>', aNotification({ title: '<&"=' }), type),
    )

    expect(xml).to.equal('<a>&#60;&#38;&#34;=</a>')
    expect(form).to.equal('<a>%3C%26%22%3D</a>')
    expect(plain).to.equal('<a><&"=</a>')
  })

  it('repeats a section for each line, and shows one for a value or its absence', () => {
    const template = '{{#link}}see {{link}}{{/link}}{{^customer}}installation{{/customer}}{{#lines}}[{{.}}]{{/lines}}'
    const fields = { lines: ['one', 'two'], link: 'https://c/', customer: null }

    expect(renderTemplate(template, aNotification(fields), 'text/plain')).to.equal('see https://c/installation[one][two]') // prettier-ignore
  })

  it('reads no value as a template and has no names besides those of a notification', () => {
    const title = '{{json events}} ${process.env.PATH} {{constructor.constructor}}'

    expect(renderTemplate('{{title}}', aNotification({ title }), 'text/plain')).to.equal(title)
    for (const name of ['constructor', '__proto__', 'toString', 'events.0', 'alert.constructor', 'title()', 'a b']) {
      expect(faultOf(`{{${name}}}`)?.code, name).to.be.oneOf(['template_name_unknown', 'template_tag_invalid'])
    }
  })

  it('states what is wrong, and in which line', () => {
    expect(faultOf('a\n{{titel}}')).to.deep.equal({ code: 'template_name_unknown', params: { name: 'titel', line: 2 } })
    expect(faultOf('a\n{{title')).to.deep.equal({ code: 'template_tag_invalid', params: { line: 2 } })
    expect(faultOf('{{#lines}}')).to.deep.equal({ code: 'template_section_unclosed', params: { name: 'lines', line: 1 } }) // prettier-ignore
    expect(faultOf('{{/lines}}')?.code).to.equal('template_section_unopened')
    expect(faultOf('{{#lines}}{{#link}}{{/lines}}')?.code).to.equal('template_section_unopened')
    expect(faultOf('{{#link}}'.repeat(5))?.code).to.equal('template_too_deep')
    expect(faultOf('x'.repeat(16 * 1024 + 1))?.code).to.equal('template_too_long')
    expect(faultOf('{"text": {{title}}}', json)?.code).to.equal('template_not_json')
    expect(faultOf('{"text": "{{title}}"}', json)).to.equal(null)
  })

  it('escapes values in JSON for XML and for forms', () => {
    const fields = { lines: ['</a>&b=1'] }

    expect(renderTemplate('<a>{{json lines}}</a>', aNotification(fields), 'text/xml')).to.equal('<a>[&#34;&#60;/a&#62;&#38;b=1&#34;]</a>') // prettier-ignore
    expect(renderTemplate('a={{json lines}}', aNotification(fields), 'application/x-www-form-urlencoded')).to.equal('a=%5B%22%3C%2Fa%3E%26b%3D1%22%5D') // prettier-ignore
  })

  it('refuses sections that repeat too much, also without content', () => {
    const deep = '{{#lines}}'.repeat(4) + '{{/lines}}'.repeat(4)

    expect(faultOf(deep)?.code).to.equal('template_output_too_long')
    expect(faultOf('{{#lines}}{{#lines}}{{.}}{{/lines}}{{/lines}}')?.code).to.equal('template_output_too_long')
    expect(faultOf(`{{#lines}}${'{{#lines}}{{/lines}}'.repeat(600)}{{/lines}}`)?.code).to.equal('template_output_too_long') // prettier-ignore
  })

  it('limits the body', () => {
    const lines = Array.from({ length: 1_000 }, () => hostileName.repeat(10))
    const render = () => renderTemplate('{{#lines}}{{#lines}}{{.}}{{/lines}}{{/lines}}', aNotification({ lines }), 'text/plain') // prettier-ignore

    expect(render).to.throw(TemplateRefused).with.nested.property('reason.code', 'template_output_too_long')
  })
})
