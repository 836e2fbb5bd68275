import { Agent, type IncomingMessage, type OutgoingMessage } from 'coap'
import { onTestFinished } from 'vitest'

interface CoapClientRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `/ps/a?clientid=x` */
  readonly path: string
  readonly payload?: string
  readonly observe?: boolean
  readonly confirmable?: boolean
}

/** A client of the library `coap`, with one socket as a device has. */
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
    /** Code and payload of an answer. */
    async told(asked: CoapClientRequest): Promise<readonly [code: string, payload: string]> {
      const { code, payload } = await ask(asked)
      return [code, payload.toString()]
    },
  }
}
