import * as v from 'valibot'

export interface WorkerPort<Out> {
  send(message: Out): void
  /** Nothing comes any more. */
  close(): void
}

/** One end of the channel between page and worker; what does not fit its schema is an error of ours, thrown. */
export function workerPort<Out, In>(
  port: MessagePort,
  schema: v.GenericSchema<unknown, In>,
  onMessage: (message: In) => void,
): WorkerPort<Out> {
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(v.parse(schema, data)))
  port.start()
  return {
    send: (message) => port.postMessage(message),
    close: () => port.close(),
  }
}
