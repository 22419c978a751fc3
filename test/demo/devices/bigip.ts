import { bigipDevice } from '../../support/bigip-device.ts'
import { bigipRest } from '../../support/bigip-rest.ts'
import { unitMembers, unitScf } from '../../support/bigip-unit.ts'
import { apiCredential } from '../../support/collect-over-api.ts'
import type { LabDevice } from '../lab-device.ts'

type Described = Omit<LabDevice, 'platform' | 'serve' | 'login'>

/** A virtual server that exists from that night on. */
export interface Published {
  ago: number
  name: string
  address: string
}

/** Returns a BIG-IP over its API or SSH: its configuration, and an archive whose bytes differ with each save. */
export function balancer(described: Described, published: Published[]): LabDevice {
  return {
    ...described,
    platform: 'lbco_bigip',
    login: described.path === 'api' ? 'api' : 'network',
    serve({ ago, more }) {
      const later = Array.from({ length: more }, (_, at) => ({ name: `event-${at + 1}`, address: `10.30.9.${at + 1}` }))
      const servers = [...published.filter((one) => one.ago > ago), ...later]
      const members = unitMembers()
      members['config/bigip.conf'] = `${members['config/bigip.conf']}${servers.map(serverText).join('')}`
      const unit = { members, scf: unitScf(members) }
      if (described.path === 'api')
        return { answer: bigipRest({ ...unit, polls: 0, password: apiCredential.password }).answer }
      const device = bigipDevice(unit)
      return { exec: (command, stream) => device.exec(command, stream) }
    },
  }
}

function serverText({ name, address }: Omit<Published, 'ago'>): string {
  return `ltm pool /Common/pool-${name} {
    members {
        /Common/${address}:443 {
            address ${address}
        }
    }
    monitor /Common/https
}
ltm virtual /Common/vs-${name} {
    destination /Common/${address.replace(/^10\.30/, '203.0')}:443
    ip-protocol tcp
    pool /Common/pool-${name}
    profiles {
        /Common/tcp { }
    }
}
`
}
