import { gatewayDevices } from '@brokerdeck/contract/extensions/gateways/gateway-devices.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import type { DeviceObjects } from '../../gateways/gateway-client.ts'
import type { Gateways } from '../../gateways/gateways.ts'
import { ApiRefusal, refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'

/** These refusals have no message, as in EMQX. */
const notFound = () => new ApiRefusal(404, { code: 'CLIENT_NOT_FOUND' })
const silent = () => new ApiRefusal(504, { code: 'CLIENT_NOT_RESPONSE' })

const usualTimeout = 5000
const longestTimeout = 600_000

function objectsOrRefuse(gateways: Gateways, clientid: string): DeviceObjects {
  const objects = gateways.running('lwm2m')?.client(clientid)?.objects
  if (objects === undefined) throw notFound()
  return objects
}

interface Ordered {
  readonly clientid: string
  readonly msgType: string
  readonly data: object
}

/**
 * EMQX fails if a path or a type is wrong, and disconnects the device: here the request is refused and the device
 * stays connected.
 */
function order(gateways: Gateways, { clientid, msgType, data }: Ordered) {
  const isTaken = objectsOrRefuse(gateways, clientid).order({ msgType, data })
  if (!isTaken) throw refusal(400, 'BAD_REQUEST', `Not a request that the device can be sent: ${msgType}`)
  return { status: 204 as const, body: undefined }
}

export const gatewayDevicesApi = apiResource({
  endpoints: gatewayDevices,
  uses: ['gateways'],
  handlers: {
    lookup({ params: { clientid }, query: { path, action } }, { gateways }) {
      const objects = objectsOrRefuse(gateways, clientid)
      if (path === undefined || action === undefined)
        throw refusal(400, 'BAD_REQUEST', 'path and action are required')
      return { status: 200, body: objects.lookup(action, path) }
    },

    read: ({ params: { clientid }, query: data }, { gateways }) =>
      order(gateways, { clientid, msgType: 'read', data }),

    write: ({ params: { clientid }, query: data }, { gateways }) =>
      order(gateways, { clientid, msgType: 'write', data }),

    observe: ({ params: { clientid }, query: { path, enable = false } }, { gateways }) =>
      order(gateways, { clientid, msgType: enable ? 'observe' : 'cancel-observe', data: { path } }),

    async request({ params: { clientid }, body }, { gateways }) {
      const { token = '', method = 'get', content_type: contentType = 'text/plain', payload = '' } = body
      const timeout = parseDuration(body.timeout ?? usualTimeout)
      if (timeout === undefined || timeout > longestTimeout)
        throw refusal(400, 'BAD_REQUEST', `Invalid timeout: ${body.timeout ?? ''}`)
      const client = gateways.running('coap')?.client(clientid)
      if (client?.ask === undefined) throw notFound()
      const answer = await client.ask({ token, method, contentType, payload, timeout })
      if (answer === undefined) throw silent()
      return { status: 200, body: answer }
    },
  },
})
