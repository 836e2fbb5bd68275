import { workerPort } from '#domain/mqtt-link/worker-port.ts'
import { type PageMessage, pageMessageSchema } from './page-message.ts'
import { TestClientEngine } from './test-client-engine.ts'
import type { WorkerMessage } from './worker-message.ts'

/** Handles the page's requests on its channel; returns a function that stops. */
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
