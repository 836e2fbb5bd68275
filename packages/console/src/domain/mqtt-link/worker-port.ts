import * as v from 'valibot'

export interface WorkerPort<Out> {
  send(message: Out): void
  /** Closes the port, which then receives no more messages. */
  close(): void
}

/**
 * Opens an end of the channel between page and worker; a message that does not match its schema is a programming
 * error and throws.
 */
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
