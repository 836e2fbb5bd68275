import { MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import {
  type JqAnswer,
  JqEvaluator,
  type JqRequest,
} from '@brokerdeck/languages/rule-sql/evaluate/jq/jq-evaluator.ts'
import base64 from 'jq-web/jq.wasm.wasm?base64'
import * as v from 'valibot'
import { closed, type JqReply, jqRequestSchema, jqSignal } from './jq-messages.ts'

/** A thread that nobody asks gives its memory back. */
const idleMs = 60_000

const { port, signal } = v.parse(
  v.object({ port: v.instance(MessagePort), signal: v.instance(Int32Array) }),
  workerData,
)

let taken: { readonly id: number; readonly isAsked: boolean } | undefined

/** Stands still until there is a request; undefined when there was none for long. */
function takeRequest(): JqRequest | undefined {
  for (;;) {
    const seen = Atomics.load(signal, jqSignal.requests)
    const received = receiveMessageOnPort(port)
    if (received !== undefined) {
      const { id, request } = v.parse(jqRequestSchema, received.message)
      taken = { id, isAsked: request.kind === 'ask' }
      return request
    }
    const isIdle = Atomics.wait(signal, jqSignal.requests, seen, idleMs) === 'timed-out'
    if (isIdle && Atomics.compareExchange(signal, jqSignal.requests, seen, closed) === seen) return undefined
  }
}

function beginAnswer(): void {
  Atomics.store(signal, jqSignal.isRunning, 1)
}

/** To a question the caller stands still and waits; of a program that was learned it is told when it has the time. */
function giveAnswer(results: JqAnswer): void {
  if (taken === undefined) return
  const reply: JqReply = { id: taken.id, results }
  if (!taken.isAsked) {
    parentPort?.postMessage(reply)
    return
  }
  port.postMessage(reply)
  Atomics.store(signal, jqSignal.isRunning, 0)
  Atomics.add(signal, jqSignal.answers, 1)
  Atomics.notify(signal, jqSignal.answers)
}

const evaluator = new JqEvaluator(new WebAssembly.Module(Buffer.from(base64, 'base64')))
parentPort?.postMessage('ready')
evaluator.serve({ takeRequest, beginAnswer, giveAnswer })
port.close()
