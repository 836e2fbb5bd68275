import { gcpDevices } from '@brokerdeck/contract/access/gcp-devices.ts'
import type { ResourceExample } from '../../../testing/resource-examples.ts'

const device = { project: 'p', location: 'l', registry: 'r', config: 'aGVsbG8=' }
const keys = [{ key: '-----BEGIN PUBLIC KEY-----', key_type: 'ES256_PEM', expires_at: 0 }]

export const gcpDevicesExample: ResourceExample = {
  endpoints: gcpDevices,
  fills: [['POST', '/gcp_devices', [{ deviceid: 'd1', blocked: false, keys, ...device }]]],
  writes: [
    ['PUT', '/gcp_devices/d2', { config: '', keys }],
    ['DELETE', '/gcp_devices/d2'],
  ],
}
