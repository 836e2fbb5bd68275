import {
  type GcpDevice,
  gcpDeviceSchema,
  gcpDevices,
  gcpKeyTypes,
} from '@brokerdeck/contract/access/gcp-devices.ts'
import { topicNameFault } from '@brokerdeck/languages/topic.ts'
import * as v from 'valibot'
import { refusal } from '../../http/api-refusal.ts'
import type { Pieces } from '../../http/api-resource.ts'
import { apiResource } from '../../http/api-resource.ts'
import { toPage } from '../../http/page.ts'
import { readRecords } from '../../storage/read-records.ts'

const kind = 'gcp-devices'
/** The device without its configuration, which is stored as a retained message. */
const recordSchema = v.omit(gcpDeviceSchema, ['config'])
type GcpDevicesApiDeps = Pieces<'cluster' | 'now' | 'store'>

/** The maximum number of devices. */
const mostDevices = 100_000

const toTopic = (deviceid: string) => `/devices/${deviceid}/config`

function getConfig({ cluster }: GcpDevicesApiDeps, deviceid: string): string {
  const [message] = cluster.retained(toTopic(deviceid))
  return message?.payload.toString('base64') ?? ''
}

const withConfig = (uses: GcpDevicesApiDeps, record: v.InferOutput<typeof recordSchema>): GcpDevice => ({
  ...record,
  config: getConfig(uses, record.deviceid),
})

/** Returns the error, in the broker's words, for a device that its schema accepts but that is invalid. */
function findFault({ deviceid, keys, config }: GcpDevice): string | undefined {
  if (deviceid === '' || topicNameFault(toTopic(deviceid)) !== undefined) {
    return 'invalid or missing field: deviceid'
  }
  if (keys.some(({ key_type }) => !gcpKeyTypes.some((known) => known === key_type))) return 'invalid key_type'
  return isBase64(config) ? undefined : 'invalid field: config'
}

const isBase64 = (text: string): boolean => /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0

/** Publishes the configuration as a retained message; an empty configuration clears it. */
async function publishConfig(
  { cluster }: GcpDevicesApiDeps,
  deviceid: string,
  config: string,
): Promise<void> {
  const payload = Buffer.from(config, 'base64')
  await cluster.publish({ topic: toTopic(deviceid), payload, qos: 1, retain: true, clientid: deviceid })
}

const isNew = ({ store }: GcpDevicesApiDeps, deviceid: string) => store.get(kind, deviceid) === undefined

async function keep(uses: GcpDevicesApiDeps, { config, ...device }: GcpDevice): Promise<void> {
  await uses.store.put(kind, device.deviceid, { ...device, created_at: Math.floor(uses.now() / 1000) })
  await publishConfig(uses, device.deviceid, config)
}

/** Stores devices and publishes their configurations. No client is authenticated by the keys of the devices. */
export const gcpDevicesApi = apiResource({
  endpoints: gcpDevices,
  edition: 'enterprise',
  uses: ['cluster', 'now', 'store'],
  state({ store }) {
    // The records are read on each request; a record that cannot be read makes the start fail.
    for (const _ of readRecords(store, kind, recordSchema));
    return {}
  },
  handlers: {
    list({ query }, call) {
      const devices = [...readRecords(call.store, kind, recordSchema)].map(([, record]) => record)
      const sorted = devices.toSorted((a, b) => (a.deviceid < b.deviceid ? -1 : 1))
      return { status: 200, body: toPage(sorted, query, (record) => withConfig(call, record)) }
    },

    async importMany({ body }, call) {
      const devices = body.map(({ blocked: _blocked, ...device }) => device)
      const fault = devices.map(findFault).find((one) => one !== undefined)
      if (fault !== undefined) throw refusal(400, 'BAD_REQUEST', fault)
      const counts = { imported: 0, errors: 0 }
      // The devices are counted once: with a hundred thousand devices each count takes a millisecond.
      let free = mostDevices - call.store.keys(kind).length
      for (const device of devices) {
        try {
          if (isNew(call, device.deviceid)) {
            if (free === 0) throw new Error('too many devices')
            free -= 1
          }
          await keep(call, device)
          counts.imported += 1
        } catch {
          // The response only tells the number of errors.
          counts.errors += 1
        }
      }
      return { status: 200, body: counts }
    },

    get({ params: { deviceid } }, call) {
      const found = call.store.get(kind, deviceid)
      if (found === undefined) throw refusal(404, 'NOT_FOUND', `device not found: ${deviceid}`)
      return { status: 200, body: withConfig(call, v.parse(recordSchema, found)) }
    },

    async put({ params: { deviceid }, body }, call) {
      const device = { deviceid, ...body }
      const fault = findFault(device)
      if (fault !== undefined) throw refusal(400, 'BAD_REQUEST', fault)
      if (isNew(call, deviceid) && call.store.keys(kind).length >= mostDevices) {
        throw refusal(400, 'BAD_REQUEST', 'too many devices')
      }
      await keep(call, device)
      return { status: 200, body: device }
    },

    async remove({ params: { deviceid } }, call) {
      if (call.store.get(kind, deviceid) !== undefined) {
        await call.store.remove(kind, deviceid)
        await publishConfig(call, deviceid, '')
      }
      return { status: 204, body: undefined }
    },
  },
})
