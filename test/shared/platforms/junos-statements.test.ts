import { expect } from 'chai'
import { countMissingOfConf } from '../../../shared/platforms/junos-statements.ts'
import { countMissingOfXml } from '../../../shared/platforms/junos-xml-ends.ts'
import { asSet, parseJunos, wholeView } from '../../support/junos-text.ts'
import { fixture } from '../../support/recordings.ts'

const lab = 'routeco_junos/lab-validation'
const text = (path: string) => fixture(path).toString('latin1')

/** Texts that were loaded into devices, and the set form that these showed. */
const pairs = ['junos_evpn_type5__node1-1', 'junos_evpn_type5__node1-2', 'junos_cross_term_match__sender'].map(
  (name) => ({
    conf: text(`${lab}/${name}/input_configuration.cfg`),
    set: text(`${lab}/${name}/show_configuration___display_set.txt`),
  }),
)

/** One device's form in braces and its XML; of the set form there is no capture. */
const firefly = {
  conf: text('routeco_junos/py-junos-eznc/firefly/show-configuration.xml').replace(/<[^>]*>/g, ''),
  xml: /<configuration\b[\s\S]*<\/configuration>/.exec(
    text('routeco_junos/py-junos-eznc/firefly/get-configuration.xml'),
  )?.[0] as string,
}

describe('the forms of one Junos configuration', () => {
  it('agree in each capture of two forms', () => {
    const derived = asSet(parseJunos(firefly.conf).statements, wholeView)

    expect(pairs.map(({ conf, set }) => countMissingOfConf(set, conf))).to.deep.equal([0, 0, 0])
    expect(countMissingOfConf(derived, firefly.conf)).to.equal(0)
    expect(countMissingOfXml(derived, firefly.xml)).to.equal(0)
  })

  it('disagree wherever the set form is truncated', () => {
    for (const { conf, set } of pairs) {
      const whole = set.trimEnd()
      for (let part = 1; part < 240; part++) {
        const cut = whole.slice(0, Math.floor((whole.length * part) / 240))
        expect(countMissingOfConf(cut, conf), cut.slice(-60)).to.be.greaterThan(0)
      }
    }
    const lines = asSet(parseJunos(firefly.conf).statements, wholeView).trimEnd().split('\n')
    for (let count = 1; count < lines.length; count++) {
      const cut = lines.slice(0, count).join('\n')
      expect(countMissingOfXml(cut, firefly.xml), lines[count - 1]).to.be.greaterThan(0)
    }
  })

  it('agree in statement markers and multi-line statements', () => {
    const conf = `## Last commit: 2026-11-20 10:00:00 UTC by anna
version 22.4R3;
apply-groups [ base "two words" ];
system {
    /* an annotation;
       { in two lines } */
    host-name r1; ## a remark
    root-authentication {
        encrypted-password "$6$a;{b}"; ## SECRET-DATA
    }
    inactive: syslog {
        archive size 1m files 3;
        protect: file messages {
            any notice;
        }
    }
    ntp {
        threshold 400 action accept;
        inactive: server 192.0.2.1 version 4 prefer;
    }
    login {
        message "first line\\nsays \\"no\\"";
    }
}
interfaces {
    <ge-*> {
        unit 0 {
            family ethernet-switching {
                vlan {
                    members [ a b ];
                }
            }
        }
    }
    ge-0/0/* {
        unit 0;
    }
    ge-0/0/1 {
        unit 0 {
            family inet {
            }
        }
    }
}
snmp { /* ACCESS-DENIED */ };
groups {
    apply-flags omit;
    hidden {
        system {
            services;
        }
    }
}
`
    const set = `set version 22.4R3
set apply-groups base
set apply-groups "two words"
set system host-name r1
set system root-authentication encrypted-password "$6$a;{b}"
set system syslog archive size 1m
set system syslog archive files 3
set system syslog file messages any notice
protect system syslog file messages
deactivate system syslog
set system ntp threshold 400
set system ntp threshold action accept
set system ntp server 192.0.2.1 version 4
set system ntp server 192.0.2.1 prefer
deactivate system ntp server 192.0.2.1
set system login message "first line\\nsays \\"no\\""
set interfaces <ge-*> unit 0 family ethernet-switching vlan members a
set interfaces <ge-*> unit 0 family ethernet-switching vlan members b
set interfaces ge-0/0/* unit 0
set interfaces ge-0/0/1 unit 0 family inet
`
    const without = (line: string) => countMissingOfConf(set.replace(line, ''), conf)

    expect(countMissingOfConf(set, conf)).to.equal(0)
    for (const line of [
      'members b',
      'deactivate system syslog\n',
      ' files 3',
      'server 192.0.2.1 prefer',
      '"two words"',
    ])
      expect(without(line), line).to.equal(1)
  })

  it('cannot be compared with an incomplete document', () => {
    expect(countMissingOfXml('set version 1\n', firefly.xml.slice(0, 900))).to.equal(0)
  })
})
