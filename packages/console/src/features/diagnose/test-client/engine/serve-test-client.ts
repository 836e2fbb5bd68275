import { workerPort } from '#domain/mqtt-link/worker-port.ts'
import { type PageMessage, pageMessageSchema } from './page-message.ts'
import { TestClientEngine } from './test-client-engine.ts'
import type { WorkerMessage } from './worker-message.ts'

/** Does what the page asks on its channel; returns how to stop. */
export function serveTestClient(channel: MessagePort): () => void {
  const port = workerPort<WorkerMessage, PageMessage>(channel, pageMessageSchema, (message) =>
    engine.handle(message),
  )
  const engine = new TestClientEngine((message) => port.send(message))
  return () => {
    engine.stop()
    port.close()
  }
}
