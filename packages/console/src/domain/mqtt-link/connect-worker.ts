import type * as v from 'valibot'
import { type WorkerPort, workerPort } from './worker-port.ts'

/** The part of a worker that is needed here. */
export type OpenedWorker = Pick<Worker, 'terminate'> & {
  postMessage(message: unknown, ports: MessagePort[]): void
}

/** Connects a page to a worker: the worker receives its own channel, so it needs no global one. */
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
    /** Closes the worker at once, with everything that it holds. */
    close: () => {
      port.close()
      worker.terminate()
    },
  }
}
