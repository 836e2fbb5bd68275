/** Runs the code of a worker with its port; returns a function that stops it. */
type Serve = (port: MessagePort) => () => void

const workers: Readonly<Record<string, () => Promise<Serve>>> = {
  'test-client-worker': async () =>
    (await import('#features/diagnose/test-client/engine/serve-test-client.ts')).serveTestClient,
  'capture-worker': async () => (await import('#domain/mqtt-link/capture/serve-capture.ts')).serveCapture,
  'rule-lab-worker': async () =>
    (await import('#features/integration/rules/lab/engine/serve-rule-lab.ts')).serveRuleLab,
  'compare-worker': async () =>
    (await import('#features/system/promote/engine/serve-compare.ts')).serveCompare,
  'topic-explorer-worker': async () =>
    (await import('#features/diagnose/topic-explorer/engine/serve-topic-explorer.ts')).serveTopicExplorer,
}

/**
 * Runs a `Worker` on the thread of the page, because jsdom has no workers. Messages are still copied by the channel
 * between the two.
 */
export class InProcessWorker extends EventTarget {
  readonly #name: string
  #stop: () => void = () => undefined
  #isTerminated = false

  constructor(script: URL | string) {
    super()
    this.#name = /([a-z-]+-worker)\b/.exec(String(script))?.[1] ?? ''
  }

  postMessage(_message: unknown, ports: readonly MessagePort[]): void {
    void this.#start(ports)
  }

  terminate(): void {
    this.#isTerminated = true
    this.#stop()
  }

  async #start([port]: readonly MessagePort[]): Promise<void> {
    const serve = await workers[this.#name]?.()
    if (serve === undefined || port === undefined) throw new Error(`no worker ${this.#name}`)
    if (!this.#isTerminated) this.#stop = serve(port)
  }
}
