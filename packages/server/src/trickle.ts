import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Slower than this a body only keeps a connection and what waits for it. */
export interface BodyPace {
  readonly bytes: number
  /** In how many milliseconds. */
  readonly within: number
}

const slowest: BodyPace = { bytes: 4096, within: 10_000 }

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Ends connections whose body comes drop by drop. What waits because nobody takes it here is not the client's fault. */
export function cutTrickles(app: FastifyInstance, pace: BodyPace = slowest): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return
    const { raw } = request
    const { socket } = raw
    let before = socket.bytesRead
    const timer = setInterval(() => {
      const came = socket.bytesRead - before
      before = socket.bytesRead
      if (came >= pace.bytes || raw.complete || raw.readableLength > 0) return
      const mayAnswer = !reply.raw.headersSent
      if (mayAnswer)
        socket.write('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      socket.destroySoon()
      raw.destroy()
    }, pace.within)
    timer.unref()
    for (const event of ['end', 'close'] as const) raw.once(event, () => clearInterval(timer))
  })
}
