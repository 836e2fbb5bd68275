import type * as v from 'valibot'
import { type WorkerPort, workerPort } from './worker-port.ts'

/** As much of one as is needed here. */
export type OpenedWorker = Pick<Worker, 'terminate'> & {
  postMessage(message: unknown, ports: MessagePort[]): void
}

/** From the page: the worker is handed a channel of its own, so that it needs no global one. */
export function connectWorker<Out, In>(
  worker: OpenedWorker,
  schema: v.GenericSchema<unknown, In>,
  onMessage: (message: In) => void,
): WorkerPort<Out> {
  const { port1, port2 } = new MessageChannel()
  worker.postMessage('open', [port2])
  const port = workerPort<Out, In>(port1, schema, onMessage)
  return {
    send: port.send,
    /** At once, with all that it holds. */
    close: () => {
      port.close()
      worker.terminate()
    },
  }
}
