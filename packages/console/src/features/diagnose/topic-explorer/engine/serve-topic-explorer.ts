import { MqttLink } from '#domain/mqtt-link/mqtt-link.ts'
import { type WorkerPort, workerPort } from '#domain/mqtt-link/worker-port.ts'
import { explorerCommandSchema } from './explorer-command.ts'
import { ExplorerEngine } from './explorer-engine.ts'
import type { ExplorerEvent } from './explorer-event.ts'

/** Runs the worker's half of the explorer; returns a function that stops it. */
export function serveTopicExplorer(port: MessagePort): () => void {
  const engine = new ExplorerEngine(
    (event) => channel.send(event),
    (request, listener) => new MqttLink(request, listener),
  )
  const channel: WorkerPort<ExplorerEvent> = workerPort(port, explorerCommandSchema, (command) =>
    engine.handle(command),
  )
  return () => {
    engine.close()
    channel.close()
  }
}
