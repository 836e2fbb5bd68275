import type { DeviceAnswer, DeviceRequest } from '../gateway-client.ts'
import type { CoapExchange } from './coap-exchange.ts'
import { codeName, numberOption } from './coap-message.ts'

const methods = { get: '0.01', post: '0.02', put: '0.03', delete: '0.04' } as const

/** RFC 7252 §12.3 */
const formats: Readonly<Record<string, number>> = {
  'text/plain': 0,
  'application/link-format': 40,
  'application/xml': 41,
  'application/octet-stream': 42,
  'application/exi': 47,
  'application/json': 50,
}
const longestToken = 8

/** A request of the API to a client, as EMQX answers it. */
export function askCoapDevice(exchange: CoapExchange) {
  return async ({
    token,
    method,
    contentType,
    payload,
    timeout,
  }: DeviceRequest): Promise<DeviceAnswer | undefined> => {
    const bytes = Buffer.from(token).subarray(0, longestToken)
    const format = numberOption('Content-Format', formats[contentType] ?? 0)
    const request = { code: methods[method], options: [format], payload: Buffer.from(payload), token: bytes }
    const answer = await exchange.request(request, timeout)
    if (answer === undefined) return undefined
    const kind = answer.code.startsWith('2.') ? 'ok' : 'error'
    return {
      id: answer.messageId,
      token,
      method: `{${kind},${codeName(answer.code)}}`,
      payload: answer.payload.toString(),
    }
  }
}
