import { formBytes } from '@brokerdeck/embedded-broker/testing/form-bytes.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'

type Respond = (method: string, body: unknown) => Response | Promise<Response>

export interface BrokerFetch {
  readonly fetch: typeof fetch
  /** Pretends that the server cannot be reached, until called with `false`. */
  cut(isCut: boolean): void
  /** Answers requests whose path matches by itself, as our server or a proxy before the broker would. */
  answer(path: RegExp, respond: Respond): void
  /** What is asked below a path is answered by another broker, as a server in front of several clusters would. */
  below(path: string, broker: TestBroker): void
  /** The broker answers what is asked from now on, `GET /api/v5/nodes`, but the answers are on their way until released. */
  hold(line: RegExp): () => void
  /** Resolves once nothing is on its way, not even what an answer leads to; what is held is released. */
  settled(): Promise<void>
  /** Everything that was asked, as `GET /api/v5/nodes?x=1`. */
  readonly asked: readonly string[]
  /** Of all bodies that the broker answered. */
  bytes(): number
}

/** Also where a test has taken the clock. */
const later = globalThis.setTimeout

/** `fetch` that ends in the embedded broker's Fastify: no socket, and no interception of what the application does. */
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
      // A body is read, and what is in it looked at, some turns after its answer has come.
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
