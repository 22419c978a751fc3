import { readApart } from '../support/long-devices.ts'
import { printTable } from './table.ts'

/** In megabytes: the largest sizes seen in practice. */
const sizes = {
  'pafw_panos over SSH': 20,
  'fwco_fortios over SSH': 30,
  'lbco_bigip over SSH, a listing': 100,
  'lbco_bigip over its API': 100,
  'pafw_panorama over its API': 200,
  'an archive of lbco_bigip': 600,
}

/** Measures the time and memory that one long answer costs the process that reads it. */
export async function benchLongAnswers(small: boolean): Promise<void> {
  const rows = []
  for (const [name, size] of Object.entries(sizes)) {
    const megabytes = small ? size / 5 : size
    const { seconds, peakMb } = await readApart(name, megabytes)
    rows.push([name, megabytes, seconds.toFixed(1), Math.round(peakMb)])
  }
  printTable('one long answer, its process', ['answer', 'MB', 'seconds', 'peak MB'], rows)
}
