interface EarlyAnswer {
  readonly answer: Promise<{ readonly response: Response; readonly at: number }>
  /** Ends the request. */
  readonly stop: () => void
}

/** What `public/static/early-chunks.js` has asked with the page, by address. */
interface EarlyAnswers {
  readonly token: string
  readonly answers: Record<string, EarlyAnswer | undefined>
}

declare global {
  interface Window {
    earlyAnswers?: EarlyAnswers | undefined
  }
}

/** Milliseconds: an answer that waited longer for the code that shows it is no news any more. */
const longestWait = 5_000

export function hasEarlyAnswers(): boolean {
  return globalThis.window?.earlyAnswers !== undefined
}

/** The answer to a read that was sent before this code had arrived, once. `undefined` where there is none, or not of this session. */
export function takeEarlyAnswer(
  url: URL,
  init: RequestInit,
  token: string | undefined,
): Promise<Response> | undefined {
  const early = globalThis.window?.earlyAnswers
  if (early === undefined || init.method !== 'GET' || init.signal?.aborted === true) return undefined
  if (early.token !== token) {
    window.earlyAnswers = undefined
    return undefined
  }
  const asked = early.answers[url.href]
  if (asked === undefined) return undefined
  early.answers[url.href] = undefined
  const isOver = new Promise<never>((_, reject) => {
    init.signal?.addEventListener('abort', () => {
      asked.stop()
      reject(init.signal?.reason)
    })
  })
  const fresh = asked.answer.then(
    ({ response, at }) => (Date.now() - at > longestWait ? fetch(url, init) : response),
    () => fetch(url, init),
  )
  return Promise.race([fresh, isOver])
}
