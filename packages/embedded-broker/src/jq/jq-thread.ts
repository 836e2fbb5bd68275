import { MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import {
  type JqAnswer,
  JqEvaluator,
  type JqRequest,
} from '@brokerdeck/languages/rule-sql/evaluate/jq/jq-evaluator.ts'
import base64 from 'jq-web/jq.wasm.wasm?base64'
import * as v from 'valibot'
import { closed, type JqReply, jqRequestSchema, jqSignal } from './jq-messages.ts'

/** An idle thread ends after this time, in milliseconds, to free its memory. */
const idleMs = 60_000

const { port, signal } = v.parse(
  v.object({ port: v.instance(MessagePort), signal: v.instance(Int32Array) }),
  workerData,
)

let taken: { readonly id: number; readonly isAsked: boolean } | undefined

/** Blocks until a request arrives; returns undefined after a long time without a request. */
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

/** The caller of a question blocks until the response arrives; the response to `learn` arrives as a message. */
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
