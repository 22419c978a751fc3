import { expect } from 'chai'
import { netboxPlatforms } from '../../../../../service/domain/inventory/import-export/netbox-platforms.ts'
import { platforms } from '../../../../../shared/platforms/registry.ts'

describe('NetBox platforms', () => {
  it('are mapped from the names of other tools and of documents', () => {
    const found = ['eos', 'cisco-ios-xr', 'asa', 'AOS-CX', 'h3c', 'huawei', 'sros', 'MikroTik', 'ironware', 'gaia'].map(
      (slug) => netboxPlatforms({ slug, name: '' }),
    )

    expect(found).to.deep.equal([
      ...['arista_eos', 'cisco_iosxr', 'cisco_asa', 'aruba_aoscx', 'hpe_comware', 'huawei_vrp', 'nokia_sros'],
      ...['mikrotik_routeros', 'ruckus_fastiron', 'checkpoint_gaia'],
    ])
  })

  it('are mapped from the name of each platform', () => {
    for (const { id, name } of platforms.filter((platform) => platform.id !== 'cisco_ios')) {
      expect(netboxPlatforms({ slug: name, name }), name).to.equal(id)
    }
  })

  it('are mapped from the id of each platform', () => {
    // NetBox means IOS XE by cisco-ios too, which collects more
    const own = platforms.filter(({ id }) => id !== 'cisco_ios')
    for (const { id } of own) expect(netboxPlatforms({ slug: id.replaceAll('_', '-'), name: '' })).to.equal(id)
    expect(netboxPlatforms({ slug: 'acme-os', name: 'Acme OS' })).to.equal(undefined)
  })
})
