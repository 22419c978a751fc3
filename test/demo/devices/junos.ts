import { createJunosDevice, type JunosClock, type JunosDevice } from '../../support/junos-device.ts'
import { servedByJunos } from '../../support/junos-simulator.ts'
import type { LabDevice } from '../lab-device.ts'
import { chapterOf, instead, type Story } from '../story.ts'

type Described = Omit<LabDevice, 'platform' | 'serve' | 'login'>

/**
 * Returns a Junos router, over SSH or NETCONF at the same port. It is one device in all nights: a restore's commit
 * persists, and its timer of a confirmed commit uses `clock`.
 */
export function junosDevice(described: Described, story: Story, clock: JunosClock): LabDevice {
  let pretended: Date | undefined
  let committed = 0
  const own: JunosClock = { now: () => pretended ?? clock.now(), after: clock.after }
  let device: JunosDevice | undefined
  return {
    ...described,
    platform: 'routeco_junos',
    login: 'network',
    serve(moment) {
      const changes = story.changes.filter(({ ago }) => ago > moment.ago).length + moment.more
      const chapter = chapterOf(story, moment)
      pretended = chapter.at
      device ??= createJunosDevice({ text: chapter.text, clock: own, user: chapter.by })
      if (changes > committed) commit(device, chapter.by, chapter.text)
      committed = changes
      pretended = undefined
      return servedByJunos(device)
    },
  }
}

function commit(device: JunosDevice, user: string, text: string): void {
  const entered = device.edit(user, false)
  if ('refused' in entered) return // a restore is running
  entered.editor.load(text, 'terminal')
  entered.editor.commit()
  entered.editor.leave()
}

/** Returns the configuration of an edge router with two upstreams. */
export function edgeText(name: string, loopback: string): string {
  return `version 22.4R3.25;
system {
    host-name ${name};
    root-authentication {
        encrypted-password "$6$Zq1vR8wB$k2m9cVb7nXw4sLfT0yHj5dPqEoRiUaGt3xZlKcMnBvQwErTyUiOpAsDfGhJkLzXcVbNm1234567890"; ## SECRET-DATA
    }
    login {
        user backup {
            uid 2001;
            class super-user;
        }
        user m.jansen {
            uid 2002;
            class super-user;
        }
    }
    name-server {
        10.10.0.53;
    }
    services {
        ssh;
        netconf {
            ssh;
        }
    }
    syslog {
        host 10.10.0.60 {
            any notice;
        }
    }
    ntp {
        server 10.10.0.123;
    }
}
interfaces {
    ge-0/0/0 {
        description "upstream A";
        unit 0 {
            family inet {
                address 192.0.2.2/30;
            }
        }
    }
    ge-0/0/1 {
        description "upstream B";
        unit 0 {
            family inet {
                address 198.51.100.2/30;
            }
        }
    }
    lo0 {
        unit 0 {
            family inet {
                address ${loopback}/32;
            }
        }
    }
}
routing-options {
    static {
        route 10.0.0.0/8 next-hop 10.10.0.1;
    }
    autonomous-system 64512;
}
protocols {
    bgp {
        group upstream-a {
            type external;
            peer-as 64496;
            neighbor 192.0.2.1;
        }
        group upstream-b {
            type external;
            peer-as 64497;
            neighbor 198.51.100.1;
        }
    }
}
policy-options {
    prefix-list management {
        10.10.0.0/24;
    }
}
`
}

/** Returns the changes of an edge router while the demonstration runs. */
export function nextOnEdge(number: number): ReturnType<Story['next']> {
  return {
    by: 'm.jansen',
    edit: instead('        10.10.0.0/24;\n', `        10.10.0.0/24;\n        10.99.${number}.0/24;\n`),
  }
}
