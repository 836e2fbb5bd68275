import { parseDuration } from '@brokerdeck/contract/duration.ts'
import { gatewayDevices } from '@brokerdeck/contract/extensions/gateways/gateway-devices.ts'
import { acts } from '../../http/acts.ts'
import { ApiRefusal } from '../../http/api-refusal.ts'

/** Without a message, as EMQX has it. */
const unknown = () => new ApiRefusal(404, { code: 'CLIENT_NOT_FOUND' })

const longestWait = 60_000

/** No device registers by LwM2M here, so none is found. */
export const gatewayDevicesApi = acts({
  endpoints: gatewayDevices,
  uses: ['gateways'],
  handlers: {
    async coapRequest({ params: { clientid }, body }, { gateways }) {
      const client = gateways.running('coap')?.client(clientid)
      if (client?.ask === undefined) throw unknown()
      const { token, method, payload, content_type: contentType } = body
      const timeout = Math.min(parseDuration(body.timeout) ?? 10_000, longestWait)
      const answer = await client.ask({ token, method, contentType, payload, timeout })
      if (answer === undefined) throw new ApiRefusal(504, { code: 'CLIENT_NOT_RESPONSE' })
      return { status: 200, body: answer }
    },
    lookup() {
      throw unknown()
    },
    observe() {
      throw unknown()
    },
    read() {
      throw unknown()
    },
    write() {
      throw unknown()
    },
  },
})
