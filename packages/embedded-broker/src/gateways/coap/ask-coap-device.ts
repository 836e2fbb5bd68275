import type { CoapAnswer } from '@brokerdeck/contract/extensions/gateways/gateway-devices.ts'
import type { DeviceRequest } from '../gateway-client.ts'
import type { CoapExchange } from './coap-exchange.ts'
import { codeName, numberOption } from './coap-message.ts'

const methods = { get: '0.01', post: '0.02', put: '0.03', delete: '0.04' } as const

/** The content formats of RFC 7252 §12.3 that the API accepts. */
const formats = { 'text/plain': 0, 'application/octet-stream': 42, 'application/json': 50 } as const
const longestToken = 8

/** Returns a function that sends a request of the API to a client and returns the response in EMQX's form. */
export function askCoapDevice(exchange: CoapExchange) {
  return async ({
    token,
    method,
    contentType,
    payload,
    timeout,
  }: DeviceRequest): Promise<CoapAnswer | undefined> => {
    const bytes = Buffer.from(token).subarray(0, longestToken)
    const format = numberOption('Content-Format', formats[contentType])
    // Binary content is transferred as base64 in both directions.
    const encoding = contentType === 'application/octet-stream' ? 'base64' : 'utf8'
    const asked = { options: [format], payload: Buffer.from(payload, encoding), token: bytes }
    const request = { code: methods[method], ...asked }
    const answer = await exchange.request(request, timeout)
    if (answer === undefined) return undefined
    const kind = answer.code.startsWith('2.') ? 'ok' : 'error'
    return {
      id: answer.messageId,
      token,
      method: `{${kind},${codeName(answer.code)}}`,
      payload: answer.payload.toString(encoding),
    }
  }
}
