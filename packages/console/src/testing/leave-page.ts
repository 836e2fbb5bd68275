import { vi } from 'vitest'

type Run = (...given: unknown[]) => void

/** Holds the work of the page of one test file that a browser ends together with the document. */
interface PageWork {
  readonly timers: Set<NodeJS.Timeout>
  readonly frames: Set<number>
  readonly listeners: Set<() => void>
  readonly channels: Set<BroadcastChannel>
}

/** The test files of a worker share its globals, but each file loads this module again. */
const key = Symbol.for('brokerdeck.pageWork')

function isPageWork(value: unknown): value is PageWork {
  return typeof value === 'object' && value !== null && 'timers' in value
}

function watchPage(): PageWork {
  const known: unknown = Reflect.get(globalThis, key)
  if (isPageWork(known)) return known
  const work: PageWork = { timers: new Set(), frames: new Set(), listeners: new Set(), channels: new Set() }
  Reflect.set(globalThis, key, work)
  const { setTimeout, setInterval, BroadcastChannel } = globalThis
  Reflect.set(globalThis, 'setTimeout', (run: Run, delayMs?: number, ...given: unknown[]) => {
    const timer: NodeJS.Timeout = setTimeout(() => {
      work.timers.delete(timer)
      // After the last file of a worker the document is gone.
      if ('document' in globalThis) run(...given)
    }, delayMs)
    work.timers.add(timer)
    return timer
  })
  Reflect.set(globalThis, 'setInterval', (run: Run, delayMs?: number, ...given: unknown[]) => {
    const timer = setInterval(() => 'document' in globalThis && run(...given), delayMs)
    work.timers.add(timer)
    return timer
  })
  const { requestAnimationFrame, addEventListener } = globalThis
  Reflect.set(globalThis, 'requestAnimationFrame', (run: FrameRequestCallback) => {
    const frame = requestAnimationFrame((time) => {
      work.frames.delete(frame)
      run(time)
    })
    work.frames.add(frame)
    return frame
  })
  globalThis.BroadcastChannel = class extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      work.channels.add(this)
    }
  }
  Reflect.set(globalThis, 'addEventListener', (...given: Parameters<typeof addEventListener>) => {
    const [type, listener, options] = given
    addEventListener(type, listener, options)
    work.listeners.add(() => removeEventListener(type, listener, options))
  })
  return work
}

const page = watchPage()

/** Ends the work that a browser ends with a document, and forgets the modules of the current document. */
export function leavePage(): void {
  // Frames are cancelled first: jsdom has one timer for all frames and starts none while it considers it running.
  for (const frame of page.frames) cancelAnimationFrame(frame)
  page.frames.clear()
  for (const timer of page.timers) clearTimeout(timer)
  page.timers.clear()
  for (const remove of page.listeners) remove()
  page.listeners.clear()
  for (const channel of page.channels) channel.close()
  page.channels.clear()
  for (const element of [document.documentElement, document.body])
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
  document.head.replaceChildren()
  document.body.replaceChildren()
  // A page may store values at its end, after the test has cleared the storage.
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
}
