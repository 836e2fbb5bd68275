import { MqttLink } from '#domain/mqtt-link/mqtt-link.ts'
import { type WorkerPort, workerPort } from '#domain/mqtt-link/worker-port.ts'
import { Capture } from './capture.ts'
import { type CaptureEvent, captureCommandSchema, type ReceivedMessage } from './capture-event.ts'

/** The milliseconds between updates: more than four per second cannot be read. */
const between = 250

/** Runs the worker's side of a capture; returns a function that stops it. */
export function serveCapture(port: MessagePort): () => void {
  let came: ReceivedMessage[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const capture = new Capture({
    openLink: (request, listener) => new MqttLink(request, listener),
    take: (message, at) => came.push({ ...message, at }),
    changed: () => {
      timer ??= setTimeout(tell, between)
    },
  })
  const channel: WorkerPort<CaptureEvent> = workerPort(port, captureCommandSchema, (command) => {
    if (command.kind === 'start') capture.start(command)
    else capture.stop()
  })

  function tell(): void {
    timer = capture.isRunning ? setTimeout(tell, between) : undefined
    const messages = came
    came = []
    channel.send({ capture: capture.view, messages })
  }

  return () => {
    capture.stop()
    clearTimeout(timer)
    channel.close()
  }
}
