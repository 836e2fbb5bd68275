import type { CDPSession, Page } from '@playwright/test'

export interface HeapUsage {
  /** Returns the number of bytes that the page uses after a garbage collection. */
  page(): Promise<number>
  /** Returns the same number for the first worker of the page, including the bytes of buffers. */
  worker(): Promise<number>
}

/** Measures the memory that the page and its worker really hold: both collect garbage first. */
export async function watchHeap(page: Page): Promise<HeapUsage> {
  const devtools = await page.context().newCDPSession(page)
  const worker = await attachToWorker(devtools)
  await devtools.send('HeapProfiler.enable')
  return {
    page: async () => {
      await devtools.send('HeapProfiler.collectGarbage')
      return (await devtools.send('Runtime.getHeapUsage')).usedSize
    },
    worker: async () => {
      await worker('HeapProfiler.collectGarbage')
      const { usedSize = 0, backingStorageSize = 0 } = await worker('Runtime.getHeapUsage')
      return usedSize + backingStorageSize
    },
  }
}

interface Answer {
  readonly usedSize?: number
  readonly backingStorageSize?: number
}
type Ask = (method: string) => Promise<Answer>

async function attachToWorker(devtools: CDPSession): Promise<Ask> {
  const waiting = new Map<number, (answer: Answer) => void>()
  const attached = new Promise<string>((resolve) => {
    devtools.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') resolve(sessionId)
    })
  })
  devtools.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result }: { id: number; result: Answer } = JSON.parse(message)
    waiting.get(id)?.(result)
  })
  await devtools.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  })
  const sessionId = await attached
  let next = 0
  return (method) => {
    next += 1
    const id = next
    return new Promise((resolve, reject) => {
      waiting.set(id, resolve)
      devtools
        .send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
        .catch(reject)
    })
  }
}
