import { Agent, type IncomingMessage, type OutgoingMessage } from 'coap'
import { onTestFinished } from 'vitest'

interface CoapClientRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path with its query, such as `/ps/a?clientid=x`. */
  readonly path: string
  readonly payload?: string
  readonly observe?: boolean
  readonly confirmable?: boolean
}

/** Opens a client of the library `coap` that uses one socket, like a device. */
export function coapClient(port: number) {
  const agent = new Agent({ type: 'udp4' })
  onTestFinished(() => void agent.close())

  function ask({
    method,
    path,
    payload,
    observe = false,
    confirmable = true,
  }: CoapClientRequest): Promise<IncomingMessage> {
    const [pathname, query] = path.split('?')
    return new Promise((resolve, reject) => {
      const request: OutgoingMessage = agent.request({
        hostname: '127.0.0.1',
        port,
        method,
        observe,
        confirmable,
        pathname: pathname ?? '',
        query: query ?? '',
      })
      request.on('response', resolve)
      request.on('error', reject)
      request.end(payload)
    })
  }

  return {
    ask,
    /** Resolves with the code and payload of a response. */
    async told(asked: CoapClientRequest): Promise<readonly [code: string, payload: string]> {
      const { code, payload } = await ask(asked)
      return [code, payload.toString()]
    },
  }
}
