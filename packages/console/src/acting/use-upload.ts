import type { Endpoint, RequestOf } from '@brokerdeck/contract/endpoint.ts'
import { useEffect, useRef, useState } from 'react'
import { getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { uploading } from '#api/upload.ts'

interface Upload {
  /** From 0 to 1 while it runs. */
  readonly share: number | undefined
  /** Why the last one failed, unless it was ended here. */
  readonly error: unknown
  /** Resolves to whether the broker has taken it. */
  readonly start: (file: File) => Promise<boolean>
  /** Ends this request and no other. */
  readonly abort: () => void
  /** Forgets the failure: another file was chosen. */
  readonly reset: () => void
}

/** Sends a file and tells how much of it has gone. */
export function useUpload<E extends Endpoint>(
  endpoint: E,
  given: (file: File) => RequestOf<E>,
  timeoutMs: number,
): Upload {
  const [share, setShare] = useState<number>()
  const [error, setError] = useState<unknown>()
  const controller = useRef<AbortController>(null)
  useEffect(() => () => controller.current?.abort(), [])
  return {
    share,
    error,
    abort: () => controller.current?.abort(),
    reset: () => setError(undefined),
    async start(file) {
      const current = new AbortController()
      controller.current = current
      setError(undefined)
      setShare(0)
      try {
        await request(endpoint, given(file), {
          signal: current.signal,
          timeoutMs,
          isSilent: true,
          transport: uploading(setShare),
        })
        return true
      } catch (failure) {
        if (getProblem(failure)?.kind !== 'aborted') setError(failure)
        return false
      } finally {
        setShare(undefined)
      }
    },
  }
}
