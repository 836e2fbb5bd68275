export class TooLate extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`)
    this.name = 'TooLate'
  }
}

/** Rejects if it takes longer; the work itself goes on. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooLate(milliseconds)), milliseconds)
    timer.unref()
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
