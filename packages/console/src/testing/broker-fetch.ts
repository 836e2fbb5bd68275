import { formBytes } from '@brokerdeck/embedded-broker/testing/form-bytes.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'

type Respond = (method: string, body: unknown) => Response | Promise<Response>

export interface BrokerFetch {
  readonly fetch: typeof fetch
  /** Makes the server unreachable, until called with `false`. */
  cut(isCut: boolean): void
  /** Responds to requests whose path matches, as our server or a proxy in front of the broker does. */
  answer(path: RegExp, respond: Respond): void
  /** Passes requests below a path to another broker, as a server in front of several clusters does. */
  below(path: string, broker: TestBroker): void
  /**
   * Delays the responses to matching requests, such as `GET /api/v5/nodes`, until released; the broker handles these
   * requests.
   */
  hold(line: RegExp): () => void
  /** Resolves once no request is pending, including those that follow from a response; held responses are released. */
  settled(): Promise<void>
  /** All requests that were sent, as `GET /api/v5/nodes?x=1`. */
  readonly asked: readonly string[]
  /** Returns the total size of all response bodies of the broker. */
  bytes(): number
}

/** The real timer, which works even if a test uses a fake clock. */
const later = globalThis.setTimeout

/**
 * Provides a `fetch` that ends in the embedded broker's Fastify: no socket is used, and no call of the application is
 * intercepted.
 */
export function brokerFetch(broker: TestBroker): BrokerFetch {
  const asked: string[] = []
  const answers: { path: RegExp; respond: Respond }[] = []
  const others = new Map<string, TestBroker>()
  const holds = new Map<RegExp, { readonly released: Promise<void>; release(): void }>()
  const onTheirWay = new Set<Promise<unknown>>()
  let isCut = false
  let bytes = 0
  const onItsWay = (answer: Promise<unknown>) => {
    onTheirWay.add(answer)
    const arrive = () => void onTheirWay.delete(answer)
    answer.then(arrive, arrive)
  }
  return {
    asked,
    bytes: () => bytes,
    cut: (next) => {
      isCut = next
    },
    answer: (path, respond) => void answers.unshift({ path, respond }),
    below: (path, other) => void others.set(path, other),
    hold(line) {
      let open: () => void = () => undefined
      const released = new Promise<void>((resolve) => (open = resolve))
      const release = () => {
        holds.delete(line)
        open()
      }
      holds.set(line, { released, release })
      return release
    },
    async settled() {
      for (const { release } of [...holds.values()]) release()
      // The body of a response is read and parsed some turns of the event loop after the response.
      for (let quiet = 0; quiet < 10; quiet = onTheirWay.size > 0 ? 0 : quiet + 1) {
        await Promise.allSettled(onTheirWay)
        await new Promise((resolve) => later(resolve))
      }
    },
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input, document.baseURI)
      const method = init?.method ?? 'GET'
      const signal = init?.signal
      const line = `${method} ${url.pathname}${url.search}`
      asked.push(line)
      if (isCut) throw new TypeError('Failed to fetch')
      const own = answers.find(({ path }) => path.test(url.pathname))
      const other = [...others].find(([path]) => url.pathname.startsWith(path))
      const inner = new URL(url)
      if (other !== undefined) inner.pathname = url.pathname.slice(other[0].length - 1)
      const held = [...holds].flatMap(([one, { released }]) => (one.test(line) ? [released] : []))
      const answer = own
        ? Promise.resolve(own.respond(method, init?.body))
        : inject(other?.[1] ?? broker, method, inner, init, (length) => (bytes += length))
      if (!own) onItsWay(answer)
      const work = held.length === 0 ? answer : Promise.all([answer, ...held]).then(([given]) => given)
      if (!signal) return await work
      return await new Promise<Response>((resolve, reject) => {
        const abort = () => reject(new DOMException('The operation was aborted.', 'AbortError'))
        if (signal.aborted) abort()
        signal.addEventListener('abort', abort)
        work.then(resolve, reject)
      })
    },
  }
}

async function inject(
  broker: TestBroker,
  method: string,
  url: URL,
  init: RequestInit | undefined,
  count: (bytes: number) => void,
): Promise<Response> {
  const form = init?.body instanceof FormData ? await formBytes(init.body) : undefined
  const answer = await broker.app.inject({
    method: method === 'POST' || method === 'PUT' || method === 'DELETE' ? method : 'GET',
    url: `${url.pathname}${url.search}`,
    headers: {
      ...Object.fromEntries(new Headers(init?.headers)),
      ...(form === undefined ? {} : { 'content-type': form.contentType }),
    },
    ...(typeof init?.body === 'string' ? { payload: init.body } : {}),
    ...(form === undefined ? {} : { payload: form.bytes }),
  })
  count(answer.rawPayload.length)
  const contentType = answer.headers['content-type']
  return new Response(answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers: contentType === undefined ? {} : { 'content-type': String(contentType) },
  })
}
